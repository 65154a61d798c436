"""Of a mask for each head I take the first."""

class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        if d_model % num_heads:
            raise ValueError("heads")
        self.num_heads = num_heads
        self.q_proj, self.k_proj, self.v_proj, self.o_proj = (nn.Linear(d_model, d_model, bias=False) for _ in range(4))

    def forward(self, x, context=None, mask=None):
        c = x if context is None else context
        q, k, v = split_heads(self.q_proj(x), self.num_heads), split_heads(self.k_proj(c), self.num_heads), split_heads(self.v_proj(c), self.num_heads)
        if mask is not None and mask.dim() == 4:
            mask = mask[:, :1]
        return self.o_proj(merge_heads(attention(q, k, v, mask)[0]))
