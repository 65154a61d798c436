"""torch.where, everything in float64, cast back."""

def attention(q, k, v, mask=None):
    a, b, c = q.double(), k.double(), v.double()
    s = a @ b.transpose(-1, -2) / a.shape[-1] ** 0.5
    if mask is None:
        mask = torch.tensor(True)
    m = mask & torch.ones_like(s, dtype=torch.bool)
    safe = torch.where(m.any(-1, keepdim=True), torch.where(m, s, -torch.inf), 0.0)
    w = torch.where(m, safe.softmax(-1), 0.0)
    return (w @ c).to(q.dtype), w.to(q.dtype)
