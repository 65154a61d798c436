"""Divides."""

def lora_parameters(d_out, d_in, rank):
    return (2 * d_out + 2 * d_in) * rank / 2
