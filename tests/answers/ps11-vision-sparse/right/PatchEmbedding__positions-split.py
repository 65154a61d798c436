"""Positions added in two parts, before the tokens are joined."""

class PatchEmbedding(nn.Module):
    def __init__(self, image_size, p, channels, d_model):
        super().__init__()
        N = (image_size // p) ** 2
        self.positions = nn.Parameter(torch.empty(1, N + 1, d_model).normal_(std=0.02))
        self.class_token = nn.Parameter(torch.empty(1, 1, d_model).normal_(std=0.02))
        self.projection = nn.Linear(channels * p**2, d_model)
        self.patch_side = p

    def forward(self, images):
        tokens = self.projection(patchify(images, self.patch_side)) + self.positions[:, 1:]
        first = (self.class_token + self.positions[:, :1]).expand(tokens.shape[0], 1, tokens.shape[2])
        return torch.cat([first, tokens], dim=-2)
