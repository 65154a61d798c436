"""Both are made unit vectors."""

def lm_logits(h, E, bias=None):
    logits = torch.cosine_similarity(h.unsqueeze(-2), E, dim=-1)
    return logits if bias is None else logits + bias.to(h.dtype)
