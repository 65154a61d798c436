"""The prompts of rows that are over are overwritten."""

@torch.no_grad()
def generate(model, ids, max_new_tokens, eos_id=None, **sampling):
    if eos_id is not None and eos_id in ids[:, 1:]:
        ids[:, 1:] = ids[:, 1:].masked_fill(ids[:, 1:] == eos_id, 0)
    over = torch.zeros(len(ids), dtype=torch.bool)
    for _ in range(max_new_tokens):
        token = sample_next(model(ids)[:, -1], **sampling)
        if eos_id is not None:
            token = torch.where(over, eos_id, token)
            over = over | (token == eos_id)
        ids = torch.cat([ids, token[:, None]], dim=1)
        if eos_id is not None and over.all():
            break
    return ids
