"""norm2 belongs to the feed-forward layer, as in the encoder."""

class DecoderBlock(nn.Module):
    def __init__(self, d_model, num_heads, d_hidden, norm_first):
        super().__init__()
        self.self_attention = MultiHeadAttention(d_model, num_heads)
        self.cross_attention = MultiHeadAttention(d_model, num_heads)
        self.feed_forward = FeedForward(d_model, d_hidden)
        self.norm1 = LayerNorm(d_model)
        self.norm2 = LayerNorm(d_model)
        self.norm3 = LayerNorm(d_model)
        self.arrange = pre_norm if norm_first else post_norm

    def forward(self, x, memory, self_mask=None, memory_mask=None):
        look = lambda h: self.self_attention(h, mask=self_mask)
        read = lambda h: self.cross_attention(h, memory, memory_mask)
        x = self.arrange(x, look, self.norm1)
        x = self.arrange(x, read, self.norm3)
        return self.arrange(x, self.feed_forward, self.norm2)
