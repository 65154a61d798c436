"""Written out by cases."""

def block_parameters(d_model: int, d_hidden: int, kind: str) -> int:
    D, h = d_model, d_hidden
    match kind:
        case "encoder":
            return 4 * D**2 + (D + 1) * h + (h + 1) * D + 4 * D
        case "decoder":
            return 8 * D**2 + (D + 1) * h + (h + 1) * D + 6 * D
    raise ValueError(f"unknown kind {kind}")
