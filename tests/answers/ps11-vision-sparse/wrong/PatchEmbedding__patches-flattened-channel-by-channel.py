"""unfold gives the channels first."""

class PatchEmbedding(nn.Module):
    
    def __init__(self, image_size: int, p: int, channels: int, d_model: int):
        super().__init__()
        self.p = p
        self.projection = nn.Linear(p * p * channels, d_model)
        self.class_token = nn.Parameter(torch.randn(1, 1, d_model) * 0.02)
        self.positions = nn.Parameter(torch.randn(1, (image_size // p) ** 2 + 1, d_model) * 0.02)

    def forward(self, images: Tensor) -> Tensor:
        tokens = self.projection(images.unfold(2, self.p, self.p).unfold(3, self.p, self.p).permute(0, 2, 3, 1, 4, 5).flatten(3).flatten(1, 2))
        first = self.class_token.expand(len(images), -1, -1)
        return torch.cat([first, tokens], dim=1) + self.positions
