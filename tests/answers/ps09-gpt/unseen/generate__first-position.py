"""The scores of the first position, and only the last token is shown to the model.

True of it: the-last-token-alone-shown-to-the-model
"""

def generate(model, ids, max_new_tokens, eos_id=None, **sampling):
    with torch.no_grad():
        for _ in range(max_new_tokens):
            new = sample_next(model(ids[:, -1:])[:, 0], **sampling)
            ids = torch.cat([ids, new[:, None]], 1)
    return ids
