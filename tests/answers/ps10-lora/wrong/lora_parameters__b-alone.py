"""Only B."""

def lora_parameters(d_out, d_in, rank):
    return d_out * rank
