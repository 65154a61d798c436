"""Four loops."""

def attention_mask(lengths: Tensor, query_len: int, causal: bool) -> Tensor:
    S = max(query_len, max(lengths.tolist()))
    out = torch.zeros(len(lengths), 1, query_len, S, dtype=torch.bool)
    for b, n in enumerate(lengths.tolist()):
        for i in range(query_len):
            for j in range(n):
                out[b, 0, i, j] = not causal or j <= i + S - query_len
    return out
