"""One text with a separator.

True of it: a-text-replacement-that-cuts-symbols-in-two
"""

def bpe_encode(word, merges):
    text = "|".join(word) + "|</w>"
    for a, b in merges:
        text = text.replace(f"{a}|{b}", a + b)
    return text.split("|")
