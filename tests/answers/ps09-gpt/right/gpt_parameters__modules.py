"""Counted from modules without memory."""

def gpt_parameters(layers, d_model, vocab_size, context, tied=True):
    D = d_model
    with torch.device("meta"):
        block = nn.ModuleList([nn.Linear(D, 3 * D), nn.Linear(D, D), nn.Linear(D, 4 * D), nn.Linear(4 * D, D), nn.LayerNorm(D), nn.LayerNorm(D)])
        rest = nn.ModuleList([nn.Embedding(vocab_size, D), nn.Embedding(context, D), nn.LayerNorm(D)])
        if not tied:
            rest.append(nn.Linear(D, vocab_size, bias=False))
    return layers * sum(p.numel() for p in block.parameters()) + sum(p.numel() for p in rest.parameters())
