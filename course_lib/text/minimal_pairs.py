"""Short sentences, written for this course, that differ in one property: what a probe or a head on an encoder is asked to read.

In each set the property cannot be told from the probed word itself, nor from its place: that is what makes the question one about context.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor


class ProbeSet(NamedTuple):
    """Sentences, the word in each to read from, and what should be readable there.

    Attributes:
        texts: the sentences.
        words: the word of each sentence whose vector is probed; "[CLS]" for the one in front.
        labels: integers from 0.
        groups: integers; sentences of one group belong on the same side of training and test.

    Source: ours.

    >>> ProbeSet(["a dog sat"], ["dog"], torch.tensor([0]), torch.tensor([0])).words[0]
    'dog'
    """

    texts: list[str]
    words: list[str]
    labels: Tensor
    groups: Tensor


_BOTH = (
    "watch",
    "play",
    "walk",
    "visit",
    "call",
    "drink",
    "dance",
    "study",
    "plan",
    "fight",
    "help",
    "rest",
    "guess",
    "swim",
    "race",
    "search",
)
_AS_NOUN = ("we enjoyed the {} a lot", "it was a {} of two hours", "they spoke about the {} again", "this was her first {} here")
_AS_VERB = ("we can not {} this week", "he wants to {} with you", "they said they would {} again", "you and i could {} here")

_THINGS = ("key", "boy", "teacher", "picture", "car", "doctor", "book", "dog", "letter", "friend", "student", "lamp")
_BESIDE = ("near", "behind", "beside")

_TOPICS = {
    "food": (
        "the soup needs more salt",
        "she baked a loaf of bread",
        "fry the onions in butter",
        "the cake was too sweet",
        "he peeled the potatoes",
        "we ate rice and beans",
        "the oven is too hot",
        "grate some cheese on top",
        "this sauce tastes of garlic",
        "the chef sliced a tomato",
    ),
    "sport": (
        "the striker missed the goal",
        "our team lost the match",
        "she ran the race in record time",
        "the referee showed a red card",
        "he hit the ball over the net",
        "they won the league again",
        "the coach changed the goalkeeper",
        "the crowd cheered for the winner",
        "she swam four lengths of the pool",
        "the player hurt his knee in training",
    ),
    "money": (
        "the bank raised its rates",
        "she paid the loan back early",
        "his salary fell last year",
        "the price of shares went up",
        "we cannot afford the rent",
        "the company made a loss",
        "they owe a lot of tax",
        "he keeps his savings in dollars",
        "the budget was cut in half",
        "investors sold their bonds",
    ),
    "weather": (
        "it rained all night",
        "a cold wind came from the north",
        "the snow melted in the sun",
        "thick fog covered the valley",
        "the storm broke the old tree",
        "clouds gathered in the evening",
        "it was a warm and dry summer",
        "lightning struck the tower",
        "the forecast says ice and frost",
        "the sky cleared after the shower",
    ),
}

PARAPHRASES = (
    ("the film was dull", "nobody in the cinema stayed awake"),
    ("he is very rich", "money was never a problem for him"),
    ("the child is ill", "our daughter has a fever"),
    ("she speaks quietly", "her voice is hard to hear"),
    ("the road was icy", "the car slid on the frozen street"),
    ("we lost our way", "none of us knew where we were"),
    ("the soup is too hot", "wait before you eat it or you will burn your tongue"),
    ("he quit his job", "on monday he told his boss that he was leaving"),
    ("the shop is shut", "they do not open on sundays"),
    ("prices went up again", "everything costs more than last year"),
    ("they got married", "the wedding was in june"),
    ("the phone is broken", "my mobile will not switch on"),
)

_WELL_FORMED = (
    "the old man walked slowly to the station",
    "my sister bought a new red bicycle",
    "they will open the shop at nine",
    "the children played in the garden all day",
    "he has never seen the sea before",
    "we found the keys under the table",
    "the teacher asked a very hard question",
    "her brother works in a small hotel",
    "you should drink more water every day",
    "the train to london was late again",
    "i have read this book three times",
    "she put the letter in a blue box",
    "the dog slept near the warm fire",
    "our neighbours moved to another town",
    "the doctor gave him some good advice",
    "nobody knows the answer to this riddle",
    "the boat sailed slowly across the lake",
    "he wants to learn how to cook",
    "the museum is closed on monday morning",
    "they built a bridge over the river",
    "she wrote a long letter to her friend",
    "the baker makes fresh bread every morning",
    "we could not hear the singer well",
    "the window of the kitchen is broken",
    "his father drives an old green car",
    "the farmer sold all of his apples",
    "people often forget their umbrellas here",
    "the cat jumped from the high wall",
    "i will call you after the meeting",
    "the coffee in this place is terrible",
    "she sang a song for her mother",
    "the bus stops in front of the school",
)


def noun_or_verb() -> ProbeSet:
    """English words that are both, as a noun (0) and as a verb (1), always at matching places; grouped by word.

    Source: ours.

    >>> noun_or_verb().texts[0], noun_or_verb().texts[4]
    ('we enjoyed the watch a lot', 'we can not watch this week')
    """
    rows = [
        (frame.format(word), word, label, i)
        for i, word in enumerate(_BOTH)
        for label, frames in enumerate((_AS_NOUN, _AS_VERB))
        for frame in frames
    ]
    return _probe_set(rows)


def number_of(which: str) -> ProbeSet:
    """Is a noun one (0) or several (1), read at "had", which fits both; "the keys near the car had been there"; grouped by subject.

    Args:
        which: "subject", four words before, or "neighbour", the noun just before: they agree in half of the sentences.

    Raises:
        ValueError: another word.

    Source: ours.

    >>> number_of("subject").texts[1], number_of("subject").labels[1].item(), number_of("neighbour").labels[1].item()
    ('the key near the pictures had been there', 0, 1)
    """
    if which not in ("subject", "neighbour"):
        raise ValueError(f'which is {which!r}: read the number of the "subject" or of the "neighbour"')
    rows = []
    for i, thing in enumerate(_THINGS):
        for j, beside in enumerate(_BESIDE):
            other = _THINGS[(i + 2 * j + 3) % len(_THINGS)]
            for subject in (0, 1):
                for neighbour in (0, 1):
                    text = f"the {thing}{'s' * subject} {beside} the {other}{'s' * neighbour} had been there"
                    rows.append((text, "had", subject if which == "subject" else neighbour, i))
    return _probe_set(rows)


def topics() -> ProbeSet:
    """What a sentence is about (food 0, sport 1, money 2, weather 3), read at [CLS]; each sentence its own group.

    Source: ours.

    >>> len(topics().texts), topics().labels.bincount().tolist()
    (40, [10, 10, 10, 10])
    """
    return _probe_set([(text, "[CLS]", label, i) for label, texts in enumerate(_TOPICS.values()) for i, text in enumerate(texts)])


def well_formed_or_not(seed: int = 0) -> ProbeSet:
    """Sentences (0), and the same with two neighbouring words exchanged (1): the same words, so counting them tells nothing.

    Args:
        seed: chooses which words are exchanged.

    Returns:
        The set, grouped by original; `words` is "[CLS]".

    Source: ours.

    >>> pair = well_formed_or_not(); sorted(pair.texts[0].split()) == sorted(pair.texts[1].split()), pair.texts[0] == pair.texts[1]
    (True, False)
    """
    generator = torch.Generator().manual_seed(seed)
    rows = []
    for i, text in enumerate(_WELL_FORMED):
        words = text.split()
        at = int(torch.randint(len(words) - 1, (1,), generator=generator))
        words[at], words[at + 1] = words[at + 1], words[at]
        rows += [(text, "[CLS]", 0, i), (" ".join(words), "[CLS]", 1, i)]
    return _probe_set(rows)


def _probe_set(rows: list[tuple[str, str, int, int]]) -> ProbeSet:
    texts, words, labels, groups = zip(*rows, strict=True)
    return ProbeSet(list(texts), list(words), torch.tensor(labels), torch.tensor(groups))
