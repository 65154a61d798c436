"""load_state_dict does the copying."""

def load_adapter(model, state):
    wanted = adapter_state(model).keys()
    missing, unknown = [k for k in wanted if k not in state], [k for k in state if k not in wanted]
    if missing or unknown:
        raise KeyError(f"missing {missing}, unknown {unknown}")
    for path in {key.rsplit(".", 1)[0] for key in wanted}:
        model.get_submodule(path).unmerge()
    model.load_state_dict(dict(state), strict=False)
