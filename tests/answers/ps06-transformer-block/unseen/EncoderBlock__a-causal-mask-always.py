"""A causal mask that nobody asked for.

True of it: a-causal-mask-that-nobody-asked-for, a-mask-that-is-not-used
"""

class EncoderBlock(nn.Module):
    def __init__(self, d_model, num_heads, d_hidden, norm_first):
        super().__init__()
        self.self_attention, self.feed_forward = MultiHeadAttention(d_model, num_heads), FeedForward(d_model, d_hidden)
        self.norm1, self.norm2 = LayerNorm(d_model), LayerNorm(d_model)
        self.arrange = pre_norm if norm_first else post_norm

    def forward(self, x, mask=None):
        causal = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).tril()
        x = self.arrange(x, lambda h: self.self_attention(h, mask=causal), self.norm1)
        return self.arrange(x, self.feed_forward, self.norm2)
