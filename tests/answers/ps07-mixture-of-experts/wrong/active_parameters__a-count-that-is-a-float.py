"""2.0 on the way."""

def active_parameters(d_model, d_hidden, num_experts, k):
    expert = d_model * d_hidden + d_hidden * d_model
    router = d_model * num_experts
    total = num_experts * expert + router
    active = total - (num_experts - k) / num_experts * (total - router)
    return total, round(active) / 1
