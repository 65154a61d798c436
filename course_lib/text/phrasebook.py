"""A phrasebook, English and French: short sentences whose translation is more than a word for each word.

French articles, adjectives and some verbs agree with the noun; most adjectives stand behind it, a few before; "sits" is two words:

    the black cow sits .   ->   la vache noire est assise .

Each noun has one verb that it never meets in the sentences to learn from, so a translator has to put together what it never saw together.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import torch
from torch import Tensor

from course_lib.text.vocabulary import Vocabulary

# singular and plural in English, in French, and the gender
NOUNS = (
    ("cat", "cats", "chat", "chats", "m"),
    ("cow", "cows", "vache", "vaches", "f"),
    ("dog", "dogs", "chien", "chiens", "m"),
    ("girl", "girls", "fille", "filles", "f"),
    ("horse", "horses", "cheval", "chevaux", "m"),
    ("mouse", "mice", "souris", "souris", "f"),
    ("king", "kings", "roi", "rois", "m"),
    ("queen", "queens", "reine", "reines", "f"),
    ("boy", "boys", "garçon", "garçons", "m"),
    ("woman", "women", "femme", "femmes", "f"),
    ("baker", "bakers", "boulanger", "boulangers", "m"),
    ("goat", "goats", "chèvre", "chèvres", "f"),
    ("wolf", "wolves", "loup", "loups", "m"),
    ("hen", "hens", "poule", "poules", "f"),
    ("duck", "ducks", "canard", "canards", "m"),
    ("sister", "sisters", "sœur", "sœurs", "f"),
)
# English; French for m and f singular, m and f plural; whether it stands before the noun
ADJECTIVES = (
    ("black", ("noir", "noire", "noirs", "noires"), False),
    ("white", ("blanc", "blanche", "blancs", "blanches"), False),
    ("grey", ("gris", "grise", "gris", "grises"), False),
    ("strong", ("fort", "forte", "forts", "fortes"), False),
    ("small", ("petit", "petite", "petits", "petites"), True),
    ("big", ("grand", "grande", "grands", "grandes"), True),
    ("old", ("vieux", "vieille", "vieux", "vieilles"), True),
    ("pretty", ("joli", "jolie", "jolis", "jolies"), True),
)
VERBS = (
    ("sits", "sit", ("est assis", "est assise", "sont assis", "sont assises")),
    ("lies", "lie", ("est couché", "est couchée", "sont couchés", "sont couchées")),
    ("sleeps", "sleep", ("dort", "dort", "dorment", "dorment")),
    ("eats", "eat", ("mange", "mange", "mangent", "mangent")),
    ("sings", "sing", ("chante", "chante", "chantent", "chantent")),
    ("runs", "run", ("court", "court", "courent", "courent")),
    ("falls", "fall", ("tombe", "tombe", "tombent", "tombent")),
    ("waits", "wait", ("attend", "attend", "attendent", "attendent")),
)
ARTICLES = ("le", "la", "les", "les")


class Pair(NamedTuple):
    """A sentence and its translation, words and full stop apart by spaces; `unseen` when its noun and verb never meet in training.

    Source: ours.

    >>> Pair("the hen eats .", "la poule mange .", unseen=False).french.split()[1]
    'poule'
    """

    english: str
    french: str
    unseen: bool


@lru_cache
def phrasebook() -> tuple[Pair, ...]:
    """Write every sentence of the phrasebook: 16 nouns, one or several, with one of 8 adjectives or none, and 8 verbs.

    Returns:
        2304 pairs; "the cat sits ." is the first, and is among the 288 unseen ones.

    Source: ours; the first sentence is that of DNN 16.1.1.

    >>> phrasebook()[0], len(phrasebook())
    (Pair(english='the cat sits .', french='le chat est assis .', unseen=True), 2304)
    """
    pairs = []
    for i, (one, many, un, plusieurs, gender) in enumerate(NOUNS):
        for v, (singular, plural, verbs) in enumerate(VERBS):
            for number in (0, 1):
                form = 2 * number + (gender == "f")  # m, f, m plural, f plural
                noun, nom = (many, plusieurs) if number else (one, un)
                for adjective in (None, *ADJECTIVES):
                    english, french = [noun], [nom]
                    if adjective is not None:
                        english.insert(0, adjective[0])
                        french.insert(0 if adjective[2] else 1, adjective[1][form])
                    said = " ".join(["the", *english, plural if number else singular, "."])
                    dit = " ".join([ARTICLES[form], *french, verbs[form], "."])
                    pairs.append(Pair(said, dit, i % len(VERBS) == v))
    return tuple(pairs)


def word_for_word(english: str) -> str:
    """Translate as a dictionary does: each word by itself, in the order of the English, the first form that a dictionary lists.

    Args:
        english: a sentence of the phrasebook.

    Returns:
        The French words. Nouns and verbs keep their number, which shows on the English word too.

    Raises:
        KeyError: a word that the phrasebook does not have.

    Source: ours.

    >>> word_for_word("the black cow sits .")
    'le noir vache est assis .'
    """
    return " ".join(_dictionary()[word] for word in english.split())


def is_french(sentence: str) -> bool:
    """Say whether a sentence of these words is right French: everything agrees with the noun and stands where it should.

    Args:
        sentence: words and full stop apart by spaces. One adjective may stand before the noun and one behind it, also in one sentence.

    Source: ours.

    >>> [is_french(f"{words} .") for words in ("le joli chien blanc est assis", "la vache est assis", "la noire vache dort")]
    [True, False, False]
    """
    return any(re.fullmatch(pattern, sentence) for pattern in _patterns())


@lru_cache
def _patterns() -> tuple[str, ...]:
    """One pattern for each of the four forms: m, f, m plural, f plural."""
    patterns = []
    for form, article in enumerate(ARTICLES):
        nouns = "|".join(plusieurs if form > 1 else un for _, _, un, plusieurs, gender in NOUNS if (gender == "f") == form % 2)
        first, last = ("|".join(forms[form] for _, forms, before in ADJECTIVES if before is side) for side in (True, False))
        verbs = "|".join(forms[form] for _, _, forms in VERBS)
        patterns.append(rf"{article} (?:(?:{first}) )?(?:{nouns})(?: (?:{last}))? (?:{verbs}) \.")
    return tuple(patterns)


@lru_cache
def _dictionary() -> dict[str, str]:
    words = {"the": "le", ".": "."} | {english: forms[0] for english, forms, _ in ADJECTIVES}
    for one, many, un, plusieurs, _ in NOUNS:
        words |= {one: un, many: plusieurs}
    for singular, plural, forms in VERBS:
        words |= {singular: forms[0], plural: forms[2]}
    return words


@lru_cache
def vocabularies() -> tuple[Vocabulary, Vocabulary]:
    """Number the words of both languages.

    Returns:
        The English vocabulary and the French one, each with its four marks first.

    Source: ours.

    >>> [len(words) for words in vocabularies()]
    [62, 90]
    """
    return (
        Vocabulary(word for pair in phrasebook() for word in pair.english.split()),
        Vocabulary(word for pair in phrasebook() for word in pair.french.split()),
    )


def encode_pairs(pairs: Sequence[Pair]) -> tuple[Tensor, Tensor, Tensor]:
    """Turn pairs into ids, padded.

    Args:
        pairs: B of them, at least one.

    Returns:
        Sources, LongTensor (B, S); their lengths, (B,); targets between a beginning and an end mark, (B, T). Padding is 0.

    Raises:
        ValueError: there are no pairs.

    Source: ours.

    >>> source, lengths, target = encode_pairs(phrasebook()[:2])
    >>> source[0].tolist(), lengths.tolist(), target[0, :2].tolist()
    ([4, 5, 6, 7, 0], [4, 5], [1, 4])
    """
    if not pairs:
        raise ValueError("no pairs: there is nothing to encode")
    english, french = vocabularies()
    sources = [torch.tensor(english.encode(pair.english.split())) for pair in pairs]
    targets = [torch.tensor(french.encode(pair.french.split(), bos=True, eos=True)) for pair in pairs]
    lengths = torch.tensor([len(row) for row in sources])
    pad = torch.nn.utils.rnn.pad_sequence
    return pad(sources, batch_first=True), lengths, pad(targets, batch_first=True)
