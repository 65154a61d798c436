"""Nothing left out.

True of it: a-word-of-the-question-that-comes-back-as-the-answer
"""

def analogy(E, a, b, c, k=1):
    return nearest(E, E[b] - E[a] + E[c], k)
