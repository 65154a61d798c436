"""Both as one batch of twice the size."""

def span_loss(start_logits, end_logits, start, end):
    return F.cross_entropy(torch.cat([start_logits, end_logits]), torch.cat([start, end]))
