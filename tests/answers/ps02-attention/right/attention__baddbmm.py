"""baddbmm with beta 0, weights from the set's own softmax."""

def attention(q, k, v, mask=None):
    lead, L, S = q.shape[:-2], q.shape[-2], k.shape[-2]
    a, b = q.reshape(-1, L, q.shape[-1]), k.reshape(-1, S, k.shape[-1])
    s = torch.baddbmm(a.new_zeros(a.shape[0], L, S), a, b.mT, beta=0, alpha=1 / math.sqrt(q.shape[-1])).unflatten(0, lead or (1,))
    s = s if lead else s[0]
    if mask is None:
        w = softmax(s, dim=-1)
    else:
        m = torch.broadcast_to(mask, s.shape)
        some = m.any(-1, keepdim=True)
        w = softmax(torch.where(m, s, torch.where(some, float("-inf"), 0.0).to(s.dtype)), dim=-1)
        w = torch.where(some, w, torch.zeros_like(w))
    return torch.matmul(w, v), w
