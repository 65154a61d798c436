"""A loss that only reports."""

def router_z_loss(logits):
    if len(logits) == 0:
        return logits.sum()
    z = torch.logsumexp(logits.detach(), dim=-1)
    return (z ** 2).mean()
