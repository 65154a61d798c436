"""All that the layer holds."""

def lora_parameters(d_out, d_in, rank):
    return d_out * rank + rank * d_in + d_in * d_out
