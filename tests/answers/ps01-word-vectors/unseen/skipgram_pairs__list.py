"""A list of tuples."""

def skipgram_pairs(ids, window):
    text = [int(i) for i in ids]
    return [(text[i], text[j]) for i in range(len(text)) for j in range(len(text)) if 0 < abs(i - j) <= window]
