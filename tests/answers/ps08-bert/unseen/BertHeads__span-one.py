"""One score for start and end.

True of it: a-last-dimension-of-1-that-was-not-taken-away, one-set-of-weights-for-start-and-end
"""

class BertHeads(nn.Module):
    def __init__(self, d_model, num_classes, num_tags):
        super().__init__()
        self.a, self.b = nn.Linear(d_model, num_classes), nn.Linear(d_model, num_classes)
        self.c, self.d = nn.Linear(d_model, 1), nn.Linear(d_model, num_tags)

    def pair(self, cls):
        return self.a(cls)

    def single(self, cls):
        return self.b(cls)

    def span(self, tokens):
        s = self.c(tokens)
        return s, s

    def tags(self, tokens):
        return self.d(tokens)
