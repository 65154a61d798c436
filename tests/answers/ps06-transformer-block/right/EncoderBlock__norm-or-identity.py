"""A norm before or after, the other one doing nothing."""

class EncoderBlock(nn.Module):
    def __init__(self, d_model, num_heads, d_hidden, norm_first):
        super().__init__()
        self.self_attention = MultiHeadAttention(d_model, num_heads)
        self.feed_forward = FeedForward(d_model, d_hidden)
        self.norm1 = LayerNorm(d_model)
        self.norm2 = LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, mask=None):
        for layer, norm in ((lambda h: self.self_attention(h, None, mask), self.norm1), (self.feed_forward, self.norm2)):
            before, after = (norm, nn.Identity()) if self.norm_first else (nn.Identity(), norm)
            x = after(x + layer(before(x)))
        return x
