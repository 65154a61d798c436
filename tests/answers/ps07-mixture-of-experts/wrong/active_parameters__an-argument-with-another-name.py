"""top_k instead of k."""

def active_parameters(d_model, d_hidden, num_experts, top_k):
    expert = d_model * d_hidden + d_hidden * d_model
    router = d_model * num_experts
    total = num_experts * expert + router
    active = top_k * expert + router
    return total, active
