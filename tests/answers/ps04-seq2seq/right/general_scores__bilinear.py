"""F.bilinear with one output."""

def general_scores(query, keys, W):
    B, S, _ = keys.shape
    many = query[:, None].expand(-1, S, -1).contiguous()
    return F.bilinear(many, keys.contiguous(), W[None]).squeeze(-1)
