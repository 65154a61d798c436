"""When they are divided by their sum, the softmax of the chosen scores is the same."""

def top_k_routing(logits, k, renormalize=True):
    wide = logits.double()
    order = torch.sort(wide, dim=-1, descending=True, stable=True).indices[:, :k]
    chosen = wide.gather(-1, order)
    weights = chosen.softmax(-1) if renormalize else (chosen - wide.logsumexp(-1, keepdim=True)).exp()
    return weights.to(logits.dtype), order
