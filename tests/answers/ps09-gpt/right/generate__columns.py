"""A list of columns."""

def generate(model, ids, max_new_tokens, eos_id=None, **sampling):
    columns = list(ids.unbind(1))
    alive = [True] * len(ids)
    with torch.no_grad():
        for _ in range(max_new_tokens):
            new = sample_next(model(torch.stack(columns, 1))[:, -1], **sampling).tolist()
            for i in range(len(new)):
                if not alive[i]:
                    new[i] = eos_id
                if eos_id is not None and new[i] == eos_id:
                    alive[i] = False
            columns.append(torch.tensor(new))
            if not any(alive):
                break
    return torch.stack(columns, 1)
