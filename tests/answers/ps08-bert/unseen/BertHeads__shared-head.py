"""pair and single share a layer.

True of it: one-set-of-weights-for-pair-and-single
"""

class BertHeads(nn.Module):
    def __init__(self, d_model, num_classes, num_tags):
        super().__init__()
        self.classes, self.places, self.words = nn.Linear(d_model, num_classes), nn.Linear(d_model, 2), nn.Linear(d_model, num_tags)

    def pair(self, cls):
        return self.classes(cls)

    single = pair

    def span(self, tokens):
        return self.places(tokens).unbind(-1)

    def tags(self, tokens):
        return self.words(tokens)
