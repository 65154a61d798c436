"""layer instead of sublayer."""

def pre_norm(x, layer, norm):
    return x + layer(norm(x))
