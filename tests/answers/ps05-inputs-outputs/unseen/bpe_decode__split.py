"""What stands before the first <.

True of it: everything-from-the-first-on-taken-off
"""

def bpe_decode(symbols):
    return "".join(symbols).split("<")[0]
