"""A dot product, in float32."""

def load_balancing_loss(logits: Tensor, indices: Tensor, num_experts: int) -> Tensor:
    wide = logits.to(torch.promote_types(logits.dtype, torch.float32))
    T = max(len(logits), 1)
    f = torch.zeros(num_experts, dtype=wide.dtype).scatter_add(0, indices.flatten(), torch.ones(indices.numel(), dtype=wide.dtype))
    P = wide.softmax(-1).sum(0) / T
    return (num_experts * torch.dot(f / (T * indices.shape[1]), P)).to(logits.dtype)
