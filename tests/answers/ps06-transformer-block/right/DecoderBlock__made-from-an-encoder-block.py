"""A subclass of the encoder block."""

class DecoderBlock(EncoderBlock):
    def __init__(self, d_model, num_heads, d_hidden, norm_first):
        super().__init__(d_model, num_heads, d_hidden, norm_first)
        self.cross_attention = MultiHeadAttention(d_model, num_heads)
        self.norm3 = LayerNorm(d_model)
        self.first = norm_first

    def forward(self, x, memory, self_mask=None, memory_mask=None):
        arrange = pre_norm if self.first else post_norm
        x = arrange(x, lambda h: self.self_attention(x=h, mask=self_mask), self.norm1)
        x = arrange(x, lambda h: self.cross_attention(x=h, context=memory, mask=memory_mask), self.norm2)
        return arrange(x, self.feed_forward, self.norm3)
