"""A sentence instead of a number.

True of it: no-valueerror, a-count-that-is-a-str, 12-d-squared
"""

def block_parameters(d_model, d_hidden, kind):
    return f"{12 * d_model**2:,}"
