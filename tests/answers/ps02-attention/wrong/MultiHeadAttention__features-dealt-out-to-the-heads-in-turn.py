"""Feature i belongs to head i mod H."""

class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        if d_model % num_heads:
            raise ValueError("heads")
        self.num_heads = num_heads
        self.q_proj, self.k_proj, self.v_proj, self.o_proj = (nn.Linear(d_model, d_model, bias=False) for _ in range(4))

    def forward(self, x, context=None, mask=None):
        c = x if context is None else context
        q, k, v = (t.unflatten(-1, (-1, self.num_heads)).movedim(-1, -3) for t in (self.q_proj(x), self.k_proj(c), self.v_proj(c)))
        return self.o_proj(attention(q, k, v, mask)[0].movedim(-3, -1).flatten(-2))
