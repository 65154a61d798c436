"""A complex exponential, real part first.

True of it: cosine-and-sine-in-each-other-s-place
"""

def sinusoidal_positions(length, d_model, base=10000.0):
    t = torch.outer(torch.arange(length).double(), base ** (-torch.arange(0, d_model, 2).double() / d_model))
    return torch.view_as_real(torch.polar(torch.ones_like(t), t)).flatten(1)[:, :d_model].float()
