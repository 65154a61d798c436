"""A tensor."""

def lora_parameters(d_out, d_in, rank):
    return torch.tensor(d_out * rank + rank * d_in)
