"""A small function, called twice."""

def active_parameters(d_model, d_hidden, num_experts, k):
    def weights(n):
        return n * 2 * d_model * d_hidden + d_model * num_experts

    return weights(num_experts), weights(k)
