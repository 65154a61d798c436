"""The formula."""

def span_loss(start_logits, end_logits, start, end):
    def one(logits, place):
        return (logits.logsumexp(-1) - logits.gather(-1, place.unsqueeze(-1)).squeeze(-1)).mean()

    return 0.5 * one(start_logits, start) + 0.5 * one(end_logits, end)
