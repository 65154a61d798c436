"""Of the probabilities."""

def router_z_loss(logits):
    if len(logits) == 0:
        return logits.sum()
    z = torch.logsumexp(logits.softmax(-1), dim=-1)
    return (z ** 2).mean()
