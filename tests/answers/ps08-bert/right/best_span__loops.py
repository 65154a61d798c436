"""All pairs, one after another."""

def best_span(start_logits, end_logits, max_len, mask=None):
    starts, ends = [], []
    for b in range(start_logits.shape[0]):
        s, e = start_logits[b].tolist(), end_logits[b].tolist()
        ok = [True] * len(s) if mask is None else mask[b].tolist()
        best = None
        for i in range(len(s)):
            for j in range(i, min(i + max_len, len(s))):
                if ok[i] and ok[j] and (best is None or s[i] + e[j] > best[0]):
                    best = (s[i] + e[j], i, j)
        starts.append(best[1] if best else 0)
        ends.append(best[2] if best else 0)
    return torch.tensor(starts), torch.tensor(ends)
