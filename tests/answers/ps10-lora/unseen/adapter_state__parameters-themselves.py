"""The parameters themselves.

True of it: values-that-are-still-in-the-graph, values-that-share-their-memory-with-the-model, any-parameter-with-an-a-or-b-in-its-name
"""

def adapter_state(model):
    return {n: p for n, p in model.named_parameters() if n[-2:] in (".A", ".B")}
