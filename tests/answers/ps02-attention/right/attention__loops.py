"""Python loops over batch, query and key."""

def attention(q, k, v, mask=None):
    lead, L, S = q.shape[:-2], q.shape[-2], k.shape[-2]
    full = None if mask is None else mask.expand(*lead, L, S).reshape(-1, L, S)
    outs, weights = [], []
    for b, (qb, kb, vb) in enumerate(zip(q.reshape(-1, L, q.shape[-1]), k.reshape(-1, S, k.shape[-1]), v.reshape(-1, S, v.shape[-1]))):
        for i in range(L):
            seen = [j for j in range(S) if full is None or full[b, i, j]]
            row = [torch.zeros((), dtype=q.dtype) for _ in range(S)]
            out = torch.zeros(v.shape[-1], dtype=q.dtype)
            if seen:
                w = torch.stack([(qb[i] * kb[j]).sum() / math.sqrt(q.shape[-1]) for j in seen]).softmax(0)
                for n, j in enumerate(seen):
                    row[j] = w[n]
                    out = out + w[n] * vb[j]
            weights.append(torch.stack(row))
            outs.append(out)
    return torch.stack(outs).reshape(*lead, L, -1), torch.stack(weights).reshape(*lead, L, S)
