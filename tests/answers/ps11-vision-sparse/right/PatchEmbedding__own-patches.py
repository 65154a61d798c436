"""Patches cut in the layer itself, a picture at a time."""

class PatchEmbedding(nn.Module):
    def __init__(self, image_size, p, channels, d_model):
        super().__init__()
        self.p = p
        self.per_side = image_size // p
        self.projection = nn.Linear(p * p * channels, d_model)
        self.class_token = nn.Parameter(torch.rand(1, 1, d_model))
        self.positions = nn.Parameter(torch.rand(1, self.per_side**2 + 1, d_model))

    def one(self, image):
        rows = [self.class_token[0, 0]]
        for i in range(self.per_side):
            for j in range(self.per_side):
                square = image[:, i * self.p : (i + 1) * self.p, j * self.p : (j + 1) * self.p]
                rows.append(self.projection(square.permute(1, 2, 0).reshape(-1)))
        return torch.stack(rows) + self.positions[0]

    def forward(self, images):
        return torch.stack([self.one(image) for image in images])
