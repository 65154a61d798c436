"""The class token is not expanded."""

class PatchEmbedding(nn.Module):
    
    def __init__(self, image_size: int, p: int, channels: int, d_model: int):
        super().__init__()
        self.p = p
        self.projection = nn.Linear(p * p * channels, d_model)
        self.class_token = nn.Parameter(torch.randn(1, 1, d_model) * 0.02)
        self.positions = nn.Parameter(torch.randn(1, (image_size // p) ** 2 + 1, d_model) * 0.02)

    def forward(self, images: Tensor) -> Tensor:
        tokens = self.projection(patchify(images, self.p))
        first = self.class_token
        return torch.cat([first, tokens], dim=1) + self.positions
