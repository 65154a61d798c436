"""Einsum."""

def additive_scores(query, keys, W_q, W_k, v):
    hidden = torch.einsum('aq,bq->ba', W_q, query).unsqueeze(1) + torch.einsum('ak,bsk->bsa', W_k, keys)
    return torch.einsum('bsa,a->bs', hidden.tanh(), v)
