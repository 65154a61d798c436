"""log_softmax, gather, where."""

def tagging_loss(logits, labels, mask):
    log_p = F.log_softmax(logits, dim=-1)
    picked = log_p.gather(2, labels.masked_fill(mask.logical_not(), 0)[:, :, None])[:, :, 0]
    total = torch.where(mask, -picked, torch.zeros_like(picked)).sum()
    return total / max(mask.sum().item(), 1)
