"""Both sublayers side by side."""

class EncoderBlock(nn.Module):
    def __init__(self, d_model, num_heads, d_hidden, norm_first):
        super().__init__()
        self.self_attention = MultiHeadAttention(d_model, num_heads)
        self.feed_forward = FeedForward(d_model, d_hidden)
        self.norm1 = LayerNorm(d_model)
        self.norm2 = LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, mask=None):
        if self.norm_first:
            y = x + self.self_attention(self.norm1(x), mask=mask)
            return y + self.feed_forward(self.norm2(x))
        y = self.norm1(x + self.self_attention(x, mask=mask))
        return self.norm2(y + self.feed_forward(x))
