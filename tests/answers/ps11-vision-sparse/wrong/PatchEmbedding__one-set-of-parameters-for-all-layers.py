"""Made once for each size and kept."""

class PatchEmbedding(nn.Module):
    made = {}

    
    def __init__(self, image_size: int, p: int, channels: int, d_model: int):
        super().__init__()
        key = (image_size, p, channels, d_model)
        if key not in self.made:
            self.made[key] = [nn.Linear(p * p * channels, d_model), nn.Parameter(torch.zeros(1, 1, d_model)), nn.Parameter(torch.zeros(1, (image_size // p) ** 2 + 1, d_model))]
        self.p = p
        self.projection = self.made[key][0]
        self.class_token = self.made[key][1]
        self.positions = self.made[key][2]

    def forward(self, images: Tensor) -> Tensor:
        tokens = self.projection(patchify(images, self.p))
        first = self.class_token.expand(len(images), -1, -1)
        return torch.cat([first, tokens], dim=1) + self.positions
