"""The largest score taken out and put back."""

def router_z_loss(logits):
    if len(logits) == 0:
        return logits.sum()
    top = logits.amax(-1, keepdim=True)
    z = ((logits - top).exp().sum(-1, keepdim=True).log() + top).squeeze(-1)
    return (z ** 2).mean()
