"""A product."""

def lora_parameters(d_out, d_in, rank):
    return d_out * d_in * rank
