"""Counted on a layer."""

def active_parameters(d_model: int, d_hidden: int, num_experts: int, k: int) -> tuple[int, int]:
    layer = MoELayer(d_model, d_hidden, num_experts, k)
    total = sum(p.numel() for p in layer.parameters())
    one = sum(p.numel() for p in layer.experts[0].parameters())
    return total, total - (num_experts - k) * one
