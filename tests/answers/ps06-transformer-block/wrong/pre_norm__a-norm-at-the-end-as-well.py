"""A norm at the end as well."""

def pre_norm(x, sublayer, norm):
    return norm(x + sublayer(norm(x)))
