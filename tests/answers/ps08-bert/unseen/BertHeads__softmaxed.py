"""Probabilities.

True of it: probabilities-instead-of-logits, weights-that-pytorch-does-not-see
"""

class BertHeads(nn.Module):
    def __init__(self, d_model, num_classes, num_tags):
        super().__init__()
        self.heads = [nn.Linear(d_model, n) for n in (num_classes, num_classes, 2, num_tags)]

    def pair(self, cls):
        return self.heads[0](cls).softmax(-1)

    def single(self, cls):
        return self.heads[1](cls).softmax(-1)

    def span(self, tokens):
        s = self.heads[2](tokens).softmax(1)
        return s[..., 0], s[..., 1]

    def tags(self, tokens):
        return self.heads[3](tokens).softmax(-1)
