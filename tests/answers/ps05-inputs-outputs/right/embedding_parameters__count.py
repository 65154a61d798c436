"""Counted from two empty tables."""

def embedding_parameters(vocab_size, d_model, tied):
    table = torch.empty(vocab_size, d_model, device="meta")
    return sum(t.numel() for t in ([table] if tied else [table, table]))
