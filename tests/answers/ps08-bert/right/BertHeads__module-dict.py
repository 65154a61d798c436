"""A ModuleDict of layers."""

class BertHeads(nn.Module):
    def __init__(self, d_model, num_classes, num_tags):
        super().__init__()
        outputs = {"pair": num_classes, "single": num_classes, "span": 2, "tags": num_tags}
        self.heads = nn.ModuleDict({f"{name}_head": nn.Linear(d_model, size) for name, size in outputs.items()})

    def pair(self, cls):
        return self.heads["pair_head"](cls)

    def single(self, cls):
        return self.heads["single_head"](cls)

    def span(self, tokens):
        return self.heads["span_head"](tokens).unbind(-1)

    def tags(self, tokens):
        return self.heads["tags_head"](tokens)
