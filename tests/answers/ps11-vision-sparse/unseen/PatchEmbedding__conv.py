"""A convolution, as in the paper's code.

True of it: patches-flattened-channel-by-channel
"""

class PatchEmbedding(nn.Module):
    def __init__(self, image_size, p, channels, d_model):
        super().__init__()
        self.projection = nn.Conv2d(channels, d_model, p, stride=p)
        self.class_token = nn.Parameter(torch.randn(1, 1, d_model))
        self.positions = nn.Parameter(torch.randn(1, (image_size // p) ** 2 + 1, d_model))

    def forward(self, images):
        x = self.projection(images).flatten(2).transpose(1, 2)
        return torch.cat([self.class_token.expand(len(x), -1, -1), x], 1) + self.positions
