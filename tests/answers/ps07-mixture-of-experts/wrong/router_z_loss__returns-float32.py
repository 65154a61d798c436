"""float32, for safety."""

def router_z_loss(logits):
    if len(logits) == 0:
        return logits.sum()
    z = torch.logsumexp(logits, dim=-1)
    return (z ** 2).mean().to(torch.promote_types(logits.dtype, torch.float32))
