"""Parts as peft has them: lora_A and lora_B are linear layers.

True of it: a-second-merge-that-adds-the-update-again, attributes-under-other-names-than-rank-alpha-and-merged
"""

class LoRALinear(nn.Module):
    def __init__(self, base, rank, alpha):
        super().__init__()
        self.base = base.requires_grad_(False)
        self.lora_A = nn.Linear(base.in_features, rank, bias=False)
        self.lora_B = nn.Linear(rank, base.out_features, bias=False)
        nn.init.zeros_(self.lora_B.weight)
        self.scaling, self.merged = alpha / rank, False

    def forward(self, x):
        return self.base(x) if self.merged else self.base(x) + self.scaling * self.lora_B(self.lora_A(x))

    def merge(self):
        self.base.weight.data += self.scaling * self.lora_B.weight @ self.lora_A.weight
        self.merged = True

    def unmerge(self):
        self.base.weight.data -= self.scaling * self.lora_B.weight @ self.lora_A.weight
        self.merged = False
