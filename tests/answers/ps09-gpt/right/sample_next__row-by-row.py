"""multinomial for each row."""

def sample_next(logits, temperature=1.0, top_k=None, top_p=None, generator=None):
    logits = apply_temperature(logits, temperature)
    logits = logits if top_k is None else top_k_filter(logits, top_k)
    logits = logits if top_p is None else top_p_filter(logits, top_p)
    p = torch.softmax(logits.float(), dim=-1)
    if p.dim() == 1:
        return torch.multinomial(p, 1, generator=generator)[0]
    drawn = [torch.multinomial(row, 1, generator=generator)[0] for row in p.flatten(0, -2)]
    return torch.stack(drawn).reshape(p.shape[:-1])
