"""Four labelled tasks in the small world of `text.stories`, one for each head of BERT: a pair, a sentence, a span, a tag for each token."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from course_lib.text.corpora import choose
from course_lib.text.stories import KIND, PEOPLE, TOOLS, UNKIND, someone, stories
from course_lib.text.wordpiece import WordPiece
from course_lib.training.objectives import next_sentence_pairs, pack_pair

Batch = tuple[Tensor, Tensor, Tensor, Tensor]
TAGS = ("O", "B-PER", "B-LOC", "I-LOC")


def pack(tokenizer: WordPiece, a: str, b: str | None, max_len: int) -> tuple[Tensor, Tensor, Tensor]:
    """Turn one text or two into ids, segments and mask, padded.

    Args:
        tokenizer: whose pieces.
        a: the first text.
        b: the second, or None.
        max_len: L, the length of the result.

    Returns:
        LongTensor ids, LongTensor segments and boolean mask, each (L,).

    Raises:
        ValueError: one text alone does not fit; of two the longer is cut.

    Source: Devlin et al. 2019, figure 2.

    >>> from course_lib.text.stories import story_tokenizer
    >>> [x.tolist() for x in pack(story_tokenizer(), "mia", "oslo", 6)]
    [[2, 6, 3, 14, 3, 0], [0, 0, 0, 1, 1, 0], [True, True, True, True, True, False]]
    """
    first = [tokenizer.ids[piece] for piece in tokenizer.tokenize(a)]
    cls, sep, pad = (tokenizer.ids[mark] for mark in ("[CLS]", "[SEP]", "[PAD]"))
    if b is not None:
        return pack_pair(first, [tokenizer.ids[piece] for piece in tokenizer.tokenize(b)], cls, sep, max_len, pad)
    padding = max_len - len(first) - 2
    if padding < 0:
        raise ValueError(f"{a!r} has {len(first)} pieces and two marks: more than max_len, {max_len}")
    ids = torch.tensor([cls, *first, sep] + [pad] * padding)
    return ids, torch.zeros_like(ids), torch.arange(max_len) < max_len - padding


def sentence_pairs(n: int, tokenizer: WordPiece, generator: torch.Generator, max_len: int = 28) -> Batch:
    """Write n stories and pair their sentences: half with the next one, half with one of another story.

    Args:
        n: how many stories; each gives two pairs.
        tokenizer: whose pieces.
        generator: where all choices come from.
        max_len: L; 28 holds any two sentences in the tokenizer of the small world.

    Returns:
        ids, segments, mask, each (2n, L), and labels (2n,), 1 when the second really follows.

    Source: Devlin et al. 2019, section 3.1.

    >>> from course_lib.text.stories import story_tokenizer
    >>> [tuple(x.shape) for x in sentence_pairs(3, story_tokenizer(), torch.Generator().manual_seed(0))]
    [(6, 28), (6, 28), (6, 28), (6,)]
    """
    ids = [[[tokenizer.ids[p] for p in tokenizer.tokenize(sentence)] for sentence in story] for story in stories(n, generator)]
    cls, sep, pad = (tokenizer.ids[mark] for mark in ("[CLS]", "[SEP]", "[PAD]"))
    drawn = next_sentence_pairs(ids, generator)
    return _stack([(*pack_pair(a, b, cls, sep, max_len, pad), torch.tensor(label)) for a, b, label in drawn])


def fits(n: int, tokenizer: WordPiece, generator: torch.Generator, max_len: int = 28) -> Batch:
    """Two sentences: does the second name a tool of the first one's trade? Label 1 when it does.

    Args:
        n: how many pairs.
        tokenizer: whose pieces.
        generator: where all choices come from.
        max_len: L.

    Returns:
        ids, segments, mask, each (n, L), and labels (n,).

    Source: ours.

    >>> from course_lib.text.stories import story_tokenizer
    >>> fits(50, story_tokenizer(), torch.Generator().manual_seed(0))[3].unique().tolist()
    [0, 1]
    """
    rows = []
    for _ in range(n):
        person, city, trade = someone(generator)
        label = choose((0, 1), generator)
        owner = trade if label else choose([other for other in TOOLS if other != trade], generator)
        tool = choose(TOOLS[owner], generator)
        first, second = f"{person} lives in {city} and works as a {trade} .", f"every day {person} needs the {tool} ."
        rows.append((*pack(tokenizer, first, second, max_len), torch.tensor(label)))
    return _stack(rows)


def feelings(n: int, tokenizer: WordPiece, generator: torch.Generator, new_verbs: bool = False, max_len: int = 28) -> Batch:
    """One sentence: does the person like the thing (1) or not (0)? Four verbs for training, four others to test with.

    Args:
        n: how many sentences.
        tokenizer: whose pieces.
        generator: where all choices come from.
        new_verbs: use the four verbs that are never trained with.
        max_len: L.

    Returns:
        ids, segments, mask, each (n, L), and labels (n,).

    Source: ours.

    >>> from course_lib.text.stories import story_tokenizer
    >>> tokenizer, g = story_tokenizer(), torch.Generator().manual_seed(0)
    >>> seen, new = (set(feelings(60, tokenizer, g, new_verbs)[0][:, 2].tolist()) for new_verbs in (False, True))
    >>> len(seen), len(new), seen & new
    (4, 4, set())
    """
    rows = []
    for _ in range(n):
        label = choose((0, 1), generator)
        verbs = KIND if label else UNKIND
        verb = choose(verbs[2:] if new_verbs else verbs[:2], generator)
        tool = choose(choose(list(TOOLS.values()), generator), generator)
        text = f"{choose(PEOPLE, generator)} {verb}s the {tool} ."
        rows.append((*pack(tokenizer, text, None, max_len), torch.tensor(label)))
    return _stack(rows)


def homes(n: int, tokenizer: WordPiece, generator: torch.Generator, max_len: int = 28) -> Batch:
    """A question and a passage: where does the person live? The answer is a span of the passage, one or two words.

    Args:
        n: how many.
        tokenizer: whose pieces; each word of a city must be one.
        generator: where all choices come from.
        max_len: L.

    Returns:
        ids, segments, mask, each (n, L), and first and last position of the answer, (n, 2).

    Source: ours.

    >>> from course_lib.text.stories import story_tokenizer
    >>> tokenizer = story_tokenizer(); ids, _, _, (span,) = homes(1, tokenizer, torch.Generator().manual_seed(3))
    >>> " ".join(tokenizer.tokens(ids[0, span[0] : span[1] + 1]))
    'oslo'
    """
    rows = []
    for _ in range(n):
        person, city, trade = someone(generator)
        passages = (f"{person} lives in ", f"{city} and works as a {trade} ."), ("in ", f"{city} everybody knows {person} the {trade} .")
        before, after = choose(passages, generator)
        question = f"where does {person} live ?"
        start = len(tokenizer.tokenize(question)) + 2 + len(tokenizer.tokenize(before))
        span = torch.tensor([start, start + len(tokenizer.tokenize(city)) - 1])
        rows.append((*pack(tokenizer, question, before + after, max_len), span))
    return _stack(rows)


def names(n: int, tokenizer: WordPiece, generator: torch.Generator, max_len: int = 28) -> Batch:
    """One sentence, a tag for each piece: nothing, a person, a city's first word, a city's second.

    Args:
        n: how many.
        tokenizer: whose pieces; each word of a name must be one.
        generator: where all choices come from.
        max_len: L.

    Returns:
        ids, segments, mask, and tags as places in `TAGS`, each (n, L); marks and padding have tag 0.

    Source: ours.

    >>> from course_lib.text.stories import story_tokenizer
    >>> names(40, story_tokenizer(), torch.Generator().manual_seed(0))[3].unique().tolist()
    [0, 1, 2, 3]
    """
    rows = []
    for _ in range(n):
        person, city, trade = someone(generator)
        sentences = f"{person} lives in {city} and works as a {trade} .", f"in {city} everybody knows {person} the {trade} ."
        ids, segments, mask = pack(tokenizer, choose(sentences, generator), None, max_len)
        first, *second = city.split()
        meanings = {person: 1, first: 2} | dict.fromkeys(second, 3)
        rows.append((ids, segments, mask, torch.tensor([meanings.get(piece, 0) for piece in tokenizer.tokens(ids)])))
    return _stack(rows)


def _stack(rows: Sequence[tuple[Tensor, ...]]) -> Batch:
    ids, segments, mask, labels = (torch.stack(column) for column in zip(*rows, strict=True))
    return ids, segments, mask, labels
