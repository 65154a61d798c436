"""A tensor of the full length is filled and cut."""

def generate(model, ids, max_new_tokens, eos_id=None, **sampling):
    B, L = ids.shape
    out = torch.zeros(B, L + max_new_tokens, dtype=torch.long)
    out[:, :L] = ids
    n = L
    with torch.no_grad():
        while n < L + max_new_tokens:
            out[:, n] = sample_next(model(out[:, :n])[:, -1, :], **sampling)
            if eos_id is not None:
                met = (out[:, L:n] == eos_id).any(dim=1)
                out[met, n] = eos_id
            n += 1
            if eos_id is not None and bool((out[:, L:n] == eos_id).any(dim=1).all()):
                break
    return out[:, :n]
