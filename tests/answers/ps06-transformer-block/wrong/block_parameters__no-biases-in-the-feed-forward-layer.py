"""Matrices only."""

def block_parameters(d_model, d_hidden, kind):
    if kind == "encoder":
        attentions, norms = 1, 2
    elif kind == "decoder":
        attentions, norms = 2, 3
    else:
        raise ValueError(kind)
    ffn = 2 * d_model * d_hidden
    return attentions * 4 * d_model * d_model + ffn + norms * 2 * d_model
