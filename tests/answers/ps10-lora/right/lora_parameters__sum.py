"""A sum over the shapes."""

def lora_parameters(d_out: int, d_in: int, rank: int) -> int:
    return sum(math.prod(shape) for shape in ((rank, d_in), (d_out, rank)))
