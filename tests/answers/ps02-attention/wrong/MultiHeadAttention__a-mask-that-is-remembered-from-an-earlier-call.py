"""The mask is kept on the module for the next call."""

class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        if d_model % num_heads:
            raise ValueError("heads")
        self.num_heads, self.last = num_heads, None
        self.q_proj, self.k_proj, self.v_proj, self.o_proj = (nn.Linear(d_model, d_model, bias=False) for _ in range(4))

    def forward(self, x, context=None, mask=None):
        c = x if context is None else context
        q, k, v = split_heads(self.q_proj(x), self.num_heads), split_heads(self.k_proj(c), self.num_heads), split_heads(self.v_proj(c), self.num_heads)
        if mask is not None:
            self.last = mask.clone()
        elif self.last is not None and self.last.shape[-2:] == (x.shape[1], c.shape[1]):
            mask = self.last
        return self.o_proj(merge_heads(attention(q, k, v, mask)[0]))
