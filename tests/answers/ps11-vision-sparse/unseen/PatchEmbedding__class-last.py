"""Class token last, positions for the patches.

True of it: the-class-token-at-the-end
"""

class PatchEmbedding(nn.Module):
    def __init__(self, image_size, p, channels, d_model):
        super().__init__()
        n = (image_size // p) ** 2
        self.p = p
        self.projection = nn.Linear(p * p * channels, d_model)
        self.class_token = nn.Parameter(torch.zeros(1, 1, d_model))
        self.positions = nn.Parameter(torch.zeros(1, n + 1, d_model))

    def forward(self, images):
        x = self.projection(patchify(images, self.p))
        return torch.cat([x, self.class_token.expand(len(x), -1, -1)], 1) + self.positions
