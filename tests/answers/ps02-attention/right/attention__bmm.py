"""All leading dimensions in one, then bmm."""

def attention(q, k, v, mask=None):
    lead, L, S = q.shape[:-2], q.shape[-2], k.shape[-2]
    a, b, c = (t.reshape(-1, *t.shape[-2:]) for t in (q / math.sqrt(q.shape[-1]), k, v))
    s = torch.bmm(a, b.transpose(1, 2)).reshape(*lead, L, S)
    if mask is not None:
        nothing = mask.any(-1, keepdim=True).logical_not()
        s = s.masked_fill(torch.logical_and(~mask, ~nothing), -torch.inf)
        w = torch.softmax(s, -1).masked_fill(nothing, 0)
    else:
        w = torch.softmax(s, -1)
    return torch.bmm(w.reshape(-1, L, S), c).reshape(*lead, L, v.shape[-1]), w
