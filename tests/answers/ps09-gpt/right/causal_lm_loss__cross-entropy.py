"""F.cross_entropy, with a case for nothing."""

def causal_lm_loss(logits, ids, pad_id=None):
    guesses, targets = logits[:, :-1].flatten(0, 1), ids[:, 1:].flatten()
    if pad_id is not None:
        keep = targets != pad_id
        guesses, targets = guesses[keep], targets[keep]
    if len(targets) == 0:
        return logits.sum() * 0
    return nn.functional.cross_entropy(guesses, targets)
