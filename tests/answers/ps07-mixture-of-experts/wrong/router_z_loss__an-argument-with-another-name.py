"""scores instead of logits."""

def router_z_loss(scores):
    if len(scores) == 0:
        return scores.sum()
    z = torch.logsumexp(scores, dim=-1)
    return (z ** 2).mean()
