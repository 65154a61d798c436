"""Padding does no harm, I thought."""

def attention_mask(lengths, query_len, causal):
    S = max(query_len, int(lengths.max()))
    mask = torch.ones(len(lengths), 1, query_len, S, dtype=torch.bool)
    return mask & causal_mask(query_len, S) if causal else mask
