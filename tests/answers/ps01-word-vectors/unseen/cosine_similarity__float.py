"""A Python float."""

def cosine_similarity(a, b, eps=1e-8):
    return float((a * b).sum() / max(float(a.norm()), eps) / max(float(b.norm()), eps))
