"""A loop over heads, with slices of the weights."""

class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError("num_heads must divide d_model")
        self.h, self.d = num_heads, d_model // num_heads
        self.q_proj = nn.Linear(d_model, d_model, bias=False)
        self.k_proj = nn.Linear(d_model, d_model, bias=False)
        self.v_proj = nn.Linear(d_model, d_model, bias=False)
        self.o_proj = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, context=None, mask=None):
        c = context if context is not None else x
        q, k, v = self.q_proj(x), self.k_proj(c), self.v_proj(c)
        if mask is not None:
            mask = mask.expand(x.shape[0], self.h, x.shape[1], c.shape[1])
        total = 0
        for i in range(self.h):
            part = slice(i * self.d, (i + 1) * self.d)
            out, _ = attention(q[..., part], k[..., part], v[..., part], None if mask is None else mask[:, i])
            total = total + out @ self.o_proj.weight[:, part].T
        return total
