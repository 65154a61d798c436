"""Parameters and einsum."""

class BertHeads(nn.Module):
    def __init__(self, d_model, num_classes, num_tags):
        super().__init__()
        self.w_pair = nn.Parameter(torch.randn(d_model, num_classes) * 0.02)
        self.w_single = nn.Parameter(torch.randn(d_model, num_classes) * 0.02)
        self.w_start = nn.Parameter(torch.randn(d_model) * 0.02)
        self.w_end = nn.Parameter(torch.randn(d_model) * 0.02)
        self.w_tags = nn.Parameter(torch.randn(d_model, num_tags) * 0.02)

    def pair(self, cls):
        return cls @ self.w_pair

    def single(self, cls):
        return cls @ self.w_single

    def span(self, tokens):
        return tokens @ self.w_start, tokens @ self.w_end

    def tags(self, tokens):
        return torch.einsum("bld,dt->blt", tokens, self.w_tags)
