"""load_state_dict as it comes.

True of it: raises-runtimeerror
"""

def load_adapter(model, state):
    model.load_state_dict(state)
