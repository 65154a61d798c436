"""Index 0."""

def pool_layers(hidden: Tensor, how: str) -> Tensor:
    if how == "last":
        return hidden[0]
    if how == "second_to_last":
        return hidden[-2]
    if how == "sum_last_4":
        return hidden[-4:].sum(0)
    if how == "concat_last_4":
        return torch.cat(list(hidden[-4:]), dim=-1)
    if how == "sum_all":
        return hidden.sum(0)
    raise ValueError(f"how is {how!r}")
