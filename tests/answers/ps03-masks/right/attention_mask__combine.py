"""With the functions of the set."""

def attention_mask(lengths, query_len, causal):
    S = max(query_len, int(lengths.max()))
    all_of_it = torch.ones(1, 1, query_len, S, dtype=torch.bool)
    return combine_masks(all_of_it, padding_mask(lengths, S)[:, None, None], causal_mask(query_len, S) if causal else None)
