"""Both arrangements written out."""

class DecoderBlock(nn.Module):
    def __init__(self, d_model, num_heads, d_hidden, norm_first):
        super().__init__()
        self.self_attention = MultiHeadAttention(d_model, num_heads)
        self.cross_attention = MultiHeadAttention(d_model, num_heads)
        self.feed_forward = FeedForward(d_model, d_hidden)
        self.norm1 = LayerNorm(d_model)
        self.norm2 = LayerNorm(d_model)
        self.norm3 = LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, memory, self_mask=None, memory_mask=None):
        look = lambda h: self.self_attention(h, mask=self_mask)
        read = lambda h: self.cross_attention(h, memory, memory_mask)
        if self.norm_first:
            x = x + look(self.norm1(x))
            x = x + read(self.norm2(x))
            return x + self.feed_forward(self.norm3(x))
        x = self.norm1(x + look(x))
        x = self.norm2(x + read(x))
        return self.norm3(x + self.feed_forward(x))
