"""log_softmax times one-hot."""

def span_loss(start_logits, end_logits, start, end):
    L = start_logits.shape[1]
    s = -(start_logits.log_softmax(1) * F.one_hot(start, L)).sum(1)
    e = -(end_logits.log_softmax(1) * F.one_hot(end, L)).sum(1)
    return ((s + e) / 2).mean()
