"""Counting ones."""

def padding_mask(lengths, max_len=None):
    width = int(torch.amax(lengths)) if max_len is None else max_len
    steps = torch.ones(lengths.numel(), width, dtype=torch.long, device=lengths.device).cumsum(1)
    return torch.le(steps, lengths.unsqueeze(-1))
