"""A dictionary of dictionaries.

True of it: paths-without-the-letter
"""

def adapter_state(model):
    return {n: {"A": m.A.detach().clone(), "B": m.B.detach().clone()} for n, m in model.named_modules() if hasattr(m, "A")}
