"""Called r."""

def lora_parameters(d_out, d_in, r):
    return d_out * r + r * d_in
