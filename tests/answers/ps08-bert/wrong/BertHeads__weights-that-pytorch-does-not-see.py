"""Plain tensors."""

class BertHeads(nn.Module):
    def __init__(self, d_model: int, num_classes: int, num_tags: int):
        super().__init__()
        sizes = [num_classes, num_classes, 1, 1, num_tags]
        self.weights = [torch.randn(size, d_model) for size in sizes]

    def head(self, number, x):
        return F.linear(x, self.weights[number].to(x.dtype))

    def pair(self, cls):
        return self.head(0, cls)

    def single(self, cls):
        return self.head(1, cls)

    def span(self, tokens):
        return self.head(2, tokens).squeeze(-1), self.head(3, tokens).squeeze(-1)

    def tags(self, tokens):
        return self.head(4, tokens)
