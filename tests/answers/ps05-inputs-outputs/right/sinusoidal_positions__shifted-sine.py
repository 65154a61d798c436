"""A cosine is a sine, a quarter turn on."""

def sinusoidal_positions(length, d_model, base=10000.0):
    feature = torch.arange(d_model)
    angles = torch.arange(length)[:, None].double() * base ** (-(feature - feature % 2).double() / d_model)
    return (angles + (feature % 2) * math.pi / 2).sin().float()
