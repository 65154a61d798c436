"""functools.partial and a table of the arrangements."""

from functools import partial


class EncoderBlock(nn.Module):
    def __init__(self, d_model, num_heads, d_hidden, norm_first):
        super().__init__()
        self.norm2, self.norm1 = LayerNorm(d_model), LayerNorm(d_model)
        self.feed_forward = FeedForward(d_model, d_hidden, activation=F.gelu)
        self.self_attention = MultiHeadAttention(d_model, num_heads)
        self.arrange = {True: pre_norm, False: post_norm}[norm_first]

    def forward(self, x, mask=None):
        for sublayer, norm in ((partial(self.self_attention, mask=mask), self.norm1), (self.feed_forward, self.norm2)):
            x = self.arrange(x, sublayer, norm)
        return x
