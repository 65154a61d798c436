"""The projection as a strided convolution, its weight turned."""

class PatchEmbedding(nn.Module):
    def __init__(self, image_size, p, channels, d_model):
        super().__init__()
        self.p, self.channels = p, channels
        self.projection = nn.Linear(p * p * channels, d_model)
        self.class_token = nn.Parameter(torch.zeros(1, 1, d_model))
        self.positions = nn.Parameter(torch.zeros(1, (image_size // p) * (image_size // p) + 1, d_model))

    def forward(self, images):
        kernel = self.projection.weight.reshape(-1, self.p, self.p, self.channels).permute(0, 3, 1, 2)
        tokens = F.conv2d(images, kernel, self.projection.bias, stride=self.p).flatten(2).transpose(1, 2)
        return torch.cat((self.class_token.repeat(images.shape[0], 1, 1), tokens), 1) + self.positions
