"""Short texts on four subjects, made on the spot: what a bag of words can be classified by."""

from __future__ import annotations

import torch
from torch import Tensor

from course_lib.text.corpora import choose

_SUBJECTS = {
    "animals": """horse cow sheep goat pig wolf bear deer fox rabbit mouse tiger lion elephant monkey whale shark salmon eagle hawk owl crow
        duck goose hen snake turtle frog beetle spider""",
    "food": """bread butter cheese milk cream soup stew rice pasta beans potato tomato onion garlic carrot apple banana cherry lemon sugar
        honey salt pepper sauce cake pie cookie chocolate coffee tea""",
    "music": """guitar piano violin drum flute trumpet cello organ harp choir orchestra singer composer melody rhythm song concert opera
        jazz blues symphony album chorus tenor bass band lyrics ballad soprano quartet""",
    "travel": """train bus truck car taxi bicycle ferry ship boat canoe airplane helicopter airport station harbor highway road bridge
        tunnel ticket passenger driver pilot luggage journey voyage tour hotel subway tram""",
}
_FILLERS = """the a of and was in with they then some near after very small old new one other people day time place said went found saw made
    took many both"""
TOPICS = {name: words.split() for name, words in _SUBJECTS.items()}
FILLERS = _FILLERS.split()


def topic_texts(n: int, generator: torch.Generator | None = None) -> tuple[list[list[str]], Tensor]:
    """Make texts of eight words: two of their subject, one of another, five that say nothing.

    Args:
        n: how many.
        generator: where the choices come from; None means PyTorch's default generator.

    Returns:
        n lists of words, and labels, LongTensor (n,): places in `TOPICS`.

    Source: ours.

    >>> texts, labels = topic_texts(2, torch.Generator().manual_seed(0))
    >>> [len(text) for text in texts], labels.dtype
    ([8, 8], torch.int64)
    """
    names = list(TOPICS)
    texts, labels = [], []
    for _ in range(n):
        topic = choose(names, generator)
        other = choose([name for name in names if name != topic], generator)
        groups = [TOPICS[topic]] * 2 + [TOPICS[other]] + [FILLERS] * 5
        texts.append([choose(group, generator) for group in groups])
        labels.append(names.index(topic))
    return texts, torch.tensor(labels)
