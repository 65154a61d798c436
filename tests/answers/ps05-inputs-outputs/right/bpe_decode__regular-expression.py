"""re.sub at the end."""

import re


def bpe_decode(symbols):
    return re.sub("</w>$", "", "".join(symbols))
