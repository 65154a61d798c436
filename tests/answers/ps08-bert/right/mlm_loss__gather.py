"""log_softmax and gather, multiplied by the selection."""

def mlm_loss(logits, labels):
    chosen = labels.ne(-100)
    right = labels.masked_fill(~chosen, 0).unsqueeze(-1)
    tokens = logits.log_softmax(-1).gather(-1, right).squeeze(-1)
    return -(tokens * chosen).sum() / chosen.sum().clamp(min=1)
