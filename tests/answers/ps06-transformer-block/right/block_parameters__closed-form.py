"""The shapes of all parts, multiplied out."""

def block_parameters(d_model, d_hidden, kind):
    more = {"encoder": 0, "decoder": 1}.get(kind)
    if more is None:
        raise ValueError("kind")
    shapes = [(d_model, d_model)] * 4 * (1 + more) + [(d_model, d_hidden), (d_hidden,), (d_hidden, d_model), (d_model,)] + [(2, d_model)] * (2 + more)
    return sum(math.prod(shape) for shape in shapes)
