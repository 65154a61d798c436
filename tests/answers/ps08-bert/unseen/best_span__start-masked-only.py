"""The mask on the starts.

True of it: a-mask-for-the-start-alone, the-last-of-equal-starts
"""

def best_span(start_logits, end_logits, max_len, mask=None):
    starts, ends = [], []
    for b in range(len(start_logits)):
        best = None
        for i in range(start_logits.shape[1]):
            if mask is not None and not mask[b, i]:
                continue
            for j in range(i, min(i + max_len, start_logits.shape[1])):
                value = float(start_logits[b, i] + end_logits[b, j])
                if best is None or value >= best[0]:
                    best = (value, i, j)
        starts.append(best[1])
        ends.append(best[2])
    return torch.tensor(starts), torch.tensor(ends)
