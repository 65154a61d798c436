"""Positions are added to the patches, and the class token has none.

True of it: no-bias-in-the-projection, the-class-token-without-its-position
"""

class PatchEmbedding(nn.Module):
    def __init__(self, image_size, p, channels, d_model):
        super().__init__()
        self.p, n = p, (image_size // p) ** 2
        self.projection = nn.Linear(p * p * channels, d_model, bias=False)
        self.class_token = nn.Parameter(torch.zeros(1, 1, d_model))
        self.positions = nn.Parameter(torch.zeros(1, n + 1, d_model))

    def forward(self, images):
        x = self.projection(patchify(images, self.p)) + self.positions[:, 1:]
        return torch.cat([self.class_token.repeat(len(x), 1, 1), x], 1)
