"""No output projection.

True of it: a-graph-that-is-cut-before-o-proj-weight, no-output-projection
"""

class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        if d_model % num_heads:
            raise ValueError
        self.q_proj, self.k_proj, self.v_proj, self.o_proj = (nn.Linear(d_model, d_model, bias=False) for _ in range(4))
        self.num_heads = num_heads
    def forward(self, x, context=None, mask=None):
        c = x if context is None else context
        return merge_heads(attention(*(split_heads(p(t), self.num_heads) for p, t in ((self.q_proj, x), (self.k_proj, c), (self.v_proj, c))), mask)[0])
