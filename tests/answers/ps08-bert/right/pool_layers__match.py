"""match and unbind."""

def pool_layers(hidden, how):
    layers = hidden.unbind(0)
    match how:
        case "last":
            return layers[-1]
        case "second_to_last":
            return layers[-2]
        case "sum_last_4":
            return layers[-1] + layers[-2] + layers[-3] + layers[-4]
        case "concat_last_4":
            return torch.cat((layers[-4], layers[-3], layers[-2], layers[-1]), 2)
        case "sum_all":
            return sum(layers[1:], layers[0])
        case _:
            raise ValueError(how)
