"""str.replace on a text with spaces."""

def bpe_encode(word, merges):
    text = " ".join([*word, "</w>"])
    for left, right in merges:
        text = text.replace(left + " " + right, left + right)
    return text.split(" ")
