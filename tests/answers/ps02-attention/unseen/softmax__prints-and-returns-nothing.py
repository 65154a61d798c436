"""Prints and returns nothing."""

def softmax(x, dim=-1): print(torch.softmax(x, dim))
