"""A loop over the new queries."""

def cached_attention(q, k, v, cache):
    outputs = []
    keys, values = cache.append(k, v)
    before = keys.shape[-2] - q.shape[-2]
    for i in range(q.shape[-2]):
        end = before + i + 1
        outputs.append(attention(q[..., i : i + 1, :], keys[..., :end, :], values[..., :end, :])[0])
    return torch.cat(outputs, dim=-2)
