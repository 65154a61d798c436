"""d_ff, as in the paper."""

def block_parameters(d_model, d_ff, kind):
    if kind == "encoder":
        attentions, norms = 1, 2
    elif kind == "decoder":
        attentions, norms = 2, 3
    else:
        raise ValueError(kind)
    ffn = 2 * d_model * d_ff + d_ff + d_model
    return attentions * 4 * d_model * d_model + ffn + norms * 2 * d_model
