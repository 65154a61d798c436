"""torch.zeros for no tokens."""

def router_z_loss(logits):
    if len(logits) == 0:
        return torch.zeros((), dtype=logits.dtype)
    z = torch.logsumexp(logits, dim=-1)
    return (z ** 2).mean()
