"""einsum for everything, attention inline."""

class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int):
        super().__init__()
        if d_model % num_heads:
            raise ValueError(f"{d_model} / {num_heads}")
        self.num_heads = num_heads
        for name in ("q_proj", "k_proj", "v_proj", "o_proj"):
            setattr(self, name, nn.Linear(d_model, d_model, bias=False))

    def forward(self, x, context=None, mask=None):
        context = x if context is None else context
        H = self.num_heads
        q, k, v = (p(t).unflatten(2, (H, -1)) for p, t in ((self.q_proj, x), (self.k_proj, context), (self.v_proj, context)))
        s = torch.einsum("blhd,bshd->bhls", q, k) / math.sqrt(q.shape[-1])
        if mask is not None:
            empty = ~mask.any(-1, keepdim=True)
            s = s.masked_fill(~mask & ~empty, float("-inf"))
        w = s.softmax(-1)
        if mask is not None:
            w = w.masked_fill(empty, 0.0)
        return self.o_proj(torch.einsum("bhls,bshd->blhd", w, v).flatten(2))
