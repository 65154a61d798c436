"""A gauge is taken off: A B has that many free numbers."""

def lora_parameters(d_out, d_in, rank):
    return d_out * rank + rank * d_in - rank * rank
