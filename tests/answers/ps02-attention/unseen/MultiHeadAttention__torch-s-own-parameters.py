"""Torch's own parameters.

True of it: a-context-that-is-not-used, no-valueerror
"""

class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.in_proj = nn.Linear(d_model, 3 * d_model, bias=False)
        self.o_proj = nn.Linear(d_model, d_model, bias=False)
        self.num_heads = num_heads
    def forward(self, x, context=None, mask=None):
        q, k, v = (split_heads(t, self.num_heads) for t in self.in_proj(x).chunk(3, -1))
        return self.o_proj(merge_heads(attention(q, k, v, mask)[0]))
