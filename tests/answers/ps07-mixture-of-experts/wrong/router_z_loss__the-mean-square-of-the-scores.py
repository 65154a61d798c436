"""Small scores are all that matters."""

def router_z_loss(logits):
    if len(logits) == 0:
        return logits.sum()
    z = logits
    return (z ** 2).mean()
