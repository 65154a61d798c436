"""A list, then two index_fill."""

def global_local_mask(n, k, global_ids):
    chosen = torch.tensor(list(global_ids), dtype=torch.long)
    return sliding_window_mask(n, k).index_fill(0, chosen, True).index_fill(1, chosen, True)
