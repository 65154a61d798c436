"""An additive mask and nan_to_num."""

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
        scores = q @ k.mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores + torch.where(mask, 0.0, float("-inf")).to(scores.dtype)
        return self.o_proj(merge_heads(scores.softmax(-1).nan_to_num(0.0) @ v))
