"""A and B one after the other."""

def lora_parameters(d_out, d_in, rank):
    return d_out * rank + rank * d_in
