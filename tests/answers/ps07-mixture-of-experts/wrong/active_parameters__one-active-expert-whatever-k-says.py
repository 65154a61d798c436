"""k is not used."""

def active_parameters(d_model, d_hidden, num_experts, k):
    expert = d_model * d_hidden + d_hidden * d_model
    router = d_model * num_experts
    total = num_experts * expert + router
    active = expert + router
    return total, active
