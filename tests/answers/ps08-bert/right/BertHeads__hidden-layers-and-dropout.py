"""A tanh layer before the classes and dropout, as in the released model."""

class BertHeads(nn.Module):
    def __init__(self, d_model, num_classes, num_tags):
        super().__init__()

        def classifier(size):
            return nn.Sequential(nn.Linear(d_model, d_model), nn.Tanh(), nn.Dropout(0.1), nn.Linear(d_model, size))

        self.for_pair, self.for_single = classifier(num_classes), classifier(num_classes)
        self.ends = nn.ModuleList([nn.Linear(d_model, 1), nn.Linear(d_model, 1)])
        self.tagger = nn.Sequential(nn.Dropout(0.1), nn.Linear(d_model, num_tags))

    def pair(self, cls):
        return self.for_pair(cls)

    def single(self, cls):
        return self.for_single(cls)

    def span(self, tokens):
        return tuple(end(tokens)[..., 0] for end in self.ends)

    def tags(self, tokens):
        return self.tagger(tokens)
