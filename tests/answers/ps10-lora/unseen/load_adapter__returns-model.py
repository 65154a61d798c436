"""Gives a loaded copy.

True of it: nothing-copied, keys-that-are-missing-and-not-missed, keys-of-the-base-that-are-accepted
"""

def load_adapter(model, state):
    import copy

    model = copy.deepcopy(model)
    parameters = dict(model.named_parameters())
    for key, value in state.items():
        parameters[key].data = value
    return model
