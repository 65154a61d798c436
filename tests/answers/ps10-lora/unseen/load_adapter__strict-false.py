"""load_state_dict without being strict.

True of it: keys-that-are-missing-and-not-missed, unknown-keys-that-are-passed-over, keys-of-the-base-that-are-accepted, a-merged-layer-that-is-not-unmerged
"""

def load_adapter(model, state):
    model.load_state_dict(state, strict=False)
