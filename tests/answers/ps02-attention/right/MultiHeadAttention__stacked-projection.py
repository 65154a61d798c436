"""One stacked weight for self-attention."""

class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        if d_model % num_heads:
            raise ValueError("no")
        self.num_heads, self.d_model = num_heads, d_model
        self.o_proj = nn.Linear(d_model, d_model, bias=False)
        self.v_proj = nn.Linear(d_model, d_model, bias=False)
        self.k_proj = nn.Linear(d_model, d_model, bias=False)
        self.q_proj = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, context=None, mask=None):
        if context is None:
            q, k, v = (x @ torch.cat([self.q_proj.weight, self.k_proj.weight, self.v_proj.weight]).T).chunk(3, -1)
        else:
            q = self.q_proj(x)
            k, v = (context @ torch.cat([self.k_proj.weight, self.v_proj.weight]).T).split(self.d_model, -1)
        heads = [split_heads(t, self.num_heads) for t in (q, k, v)]
        return self.o_proj(merge_heads(attention(*heads, mask=mask)[0]))
