"""D factored out."""

def active_parameters(d_model, d_hidden, num_experts, k):
    expert = d_model * d_hidden + d_hidden * d_model
    router = d_model * num_experts
    total, active = (d_model * (2 * n * d_hidden + num_experts) for n in (num_experts, k))
    return total, active
