"""From log_softmax."""

def router_z_loss(logits):
    if len(logits) == 0:
        return logits.sum()
    z = (logits - logits.log_softmax(-1))[:, 0]
    return (z ** 2).mean()
