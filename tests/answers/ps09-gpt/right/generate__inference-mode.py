"""inference_mode, and a test at the start of each turn."""

def generate(model, ids, max_new_tokens, eos_id=None, **sampling):
    start = ids.shape[1]
    with torch.inference_mode():
        text = ids.clone()
        while text.shape[1] - start < max_new_tokens:
            over = torch.zeros(len(text), dtype=torch.bool) if eos_id is None else text[:, start:].eq(eos_id).any(1)
            if over.all():
                break
            new = sample_next(model(text)[:, -1], **sampling)
            text = torch.cat((text, new.masked_fill(over, eos_id or 0).unsqueeze(1)), 1)
    return text.clone()
