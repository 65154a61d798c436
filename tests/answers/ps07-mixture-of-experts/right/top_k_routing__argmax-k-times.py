"""argmax again and again, the one found taken out."""

def top_k_routing(logits: Tensor, k: int, renormalize: bool = True):
    wide = logits if logits.dtype == torch.float64 else logits.float()
    probs = F.softmax(wide, dim=1)
    left, found = probs.detach().clone(), []
    for _ in range(k):
        best = torch.tensor([max(range(len(row)), key=lambda e: (row[e], -e)) for row in left.tolist()], dtype=torch.long)
        found.append(best)
        left[torch.arange(len(best)), best] = -1.0
    indices = torch.stack(found, dim=1)
    weights = torch.gather(probs, 1, indices)
    if renormalize:
        weights = weights / weights.sum(1, keepdim=True)
    return weights.to(logits.dtype), indices
