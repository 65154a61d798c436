"""Joined and nothing else."""

def bpe_decode(symbols):
    return "".join(symbols)
