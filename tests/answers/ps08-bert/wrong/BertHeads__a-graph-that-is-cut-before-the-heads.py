"""BERT is not to be changed."""

class BertHeads(nn.Module):
    
    def __init__(self, d_model: int, num_classes: int, num_tags: int):
        super().__init__()
        self.pair_head = nn.Linear(d_model, num_classes)
        self.single_head = nn.Linear(d_model, num_classes)
        self.start_head = nn.Linear(d_model, 1)
        self.end_head = nn.Linear(d_model, 1)
        self.tag_head = nn.Linear(d_model, num_tags)

    def pair(self, cls: Tensor) -> Tensor:
        return self.pair_head(cls.detach())

    def single(self, cls: Tensor) -> Tensor:
        return self.single_head(cls)

    def span(self, tokens: Tensor) -> tuple[Tensor, Tensor]:
        return self.start_head(tokens).squeeze(-1), self.end_head(tokens).squeeze(-1)

    def tags(self, tokens: Tensor) -> Tensor:
        return self.tag_head(tokens)
