"""An encoder block with the parts of a decoder block.

True of it: no-attention-to-the-memory, a-memory-mask-that-is-not-used
"""

class DecoderBlock(nn.Module):
    def __init__(self, d_model, num_heads, d_hidden, norm_first):
        super().__init__()
        self.self_attention, self.cross_attention = MultiHeadAttention(d_model, num_heads), MultiHeadAttention(d_model, num_heads)
        self.feed_forward = FeedForward(d_model, d_hidden)
        self.norm1, self.norm2, self.norm3 = (LayerNorm(d_model) for _ in range(3))
        self.arrange = pre_norm if norm_first else post_norm

    def forward(self, x, memory, self_mask=None, memory_mask=None):
        x = self.arrange(x, lambda h: self.self_attention(h, mask=self_mask), self.norm1)
        return self.arrange(x, self.feed_forward, self.norm3)
