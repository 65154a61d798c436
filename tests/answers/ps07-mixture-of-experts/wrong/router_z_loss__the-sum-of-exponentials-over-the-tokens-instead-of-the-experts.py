"""dim=0."""

def router_z_loss(logits):
    if len(logits) == 0:
        return logits.sum()
    z = torch.logsumexp(logits, dim=0)
    return (z ** 2).mean()
