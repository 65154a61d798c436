"""Heads by chunk and cat along the batch."""

class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        if d_model % num_heads:
            raise ValueError("no")
        self.num_heads = num_heads
        self.q_proj, self.k_proj, self.v_proj, self.o_proj = [nn.Linear(d_model, d_model, bias=False) for _ in range(4)]

    def forward(self, x, context=None, mask=None):
        if context is None:
            context = x
        B, L, S = x.shape[0], x.shape[1], context.shape[1]
        q, k, v = (torch.cat(t.chunk(self.num_heads, -1), 0) for t in (self.q_proj(x), self.k_proj(context), self.v_proj(context)))
        if mask is not None:
            mask = mask.expand(B, self.num_heads, L, S).transpose(0, 1).reshape(-1, L, S)
        out, _ = attention(q, k, v, mask)
        return self.o_proj(torch.cat(out.chunk(self.num_heads, 0), -1))
