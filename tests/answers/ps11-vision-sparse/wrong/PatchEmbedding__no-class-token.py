"""The mean of all patches does as well."""

class PatchEmbedding(nn.Module):
    
    def __init__(self, image_size: int, p: int, channels: int, d_model: int):
        super().__init__()
        self.p = p
        self.projection = nn.Linear(p * p * channels, d_model)
        self.class_token = nn.Parameter(torch.randn(1, 1, d_model) * 0.02)
        self.positions = nn.Parameter(torch.randn(1, (image_size // p) ** 2 + 1, d_model) * 0.02)

    def forward(self, images: Tensor) -> Tensor:
        tokens = self.projection(patchify(images, self.p))
        first = self.class_token.expand(len(images), -1, -1)
        return tokens + self.positions[:, 1:]
