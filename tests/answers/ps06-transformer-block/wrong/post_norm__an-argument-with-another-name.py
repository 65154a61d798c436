"""layer instead of sublayer."""

def post_norm(x, layer, norm):
    return norm(x + layer(x))
