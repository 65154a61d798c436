"""Only A."""

def lora_parameters(d_out, d_in, rank):
    return rank * d_in
