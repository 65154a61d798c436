"""concat_last_4 with the last first; other words give the last layer.

True of it: the-last-layer-first, no-valueerror
"""

def pool_layers(hidden, how):
    if how == "second_to_last":
        return hidden[-2]
    if how == "sum_last_4":
        return hidden[-4:].sum(0)
    if how == "concat_last_4":
        return torch.cat(list(hidden[-4:].flip(0)), -1)
    return hidden.sum(0) if how == "sum_all" else hidden[-1]
