"""The prompts are called prompt."""

@torch.no_grad()
def generate(model, prompt, max_new_tokens, eos_id=None, **sampling):
    ids = prompt
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
