"""A regular expression on a text with a separator."""

import re


def bpe_encode(word, merges):
    text = "\0".join([*word, "</w>"])
    for left, right in merges:
        pattern = r"(?:(?<=\0)|^)" + re.escape(left + "\0" + right) + r"(?=\0|$)"
        text = re.sub(pattern, lambda found: found.group().replace("\0", ""), text)
    return text.split("\0")
