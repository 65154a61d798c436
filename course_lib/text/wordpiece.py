"""WordPiece: the tokens of BERT.

A text is cleaned, cut into words and punctuation, and each word is cut from the left into the longest pieces the vocabulary has.
A piece that continues a word starts with `##`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path

import torch
from torch import Tensor

from course_lib.text.checks import check_rows

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


class WordPiece:
    """Turn text into the ids of an uncased or cased BERT vocabulary, and back.

    Args:
        vocabulary: the pieces; a piece's place is its id. It must hold [PAD], [UNK], [CLS], [SEP] and [MASK].
        lowercase: lower the case and drop accents, as "uncased" models expect.
        max_word_len: a longer word becomes [UNK] without a search.

    Raises:
        ValueError: a special piece is missing, or a piece stands twice.

    Source: Wu et al. 2016; Devlin et al. 2019; LLM 2, "Inputs and Outputs".

    >>> tokenizer = WordPiece([*SPECIAL, "play", "##ing", "un", "##play", "##able", "!"])
    >>> tokenizer.tokenize("Playing unplayable ping!")
    ['play', '##ing', 'un', '##play', '##able', '[UNK]', '!']
    """

    def __init__(self, vocabulary: Sequence[str], lowercase: bool = True, max_word_len: int = 100) -> None:
        self.vocabulary = list(vocabulary)
        self.ids = {piece: i for i, piece in enumerate(self.vocabulary)}
        missing = [piece for piece in SPECIAL if piece not in self.ids]
        if missing:
            raise ValueError(f"the vocabulary lacks {', '.join(missing)}")
        if len(self.ids) != len(self.vocabulary):
            raise ValueError(f"the vocabulary has {len(self.vocabulary)} lines but only {len(self.ids)} different pieces")
        self.lowercase = lowercase
        self.max_word_len = max_word_len

    @classmethod
    def from_file(cls, path: str | Path, lowercase: bool = True) -> WordPiece:
        """Read a vocabulary with one piece a line, as BERT's `vocab.txt`.

        Args:
            path: the file.
            lowercase: whether the vocabulary is uncased.

        Returns:
            The tokenizer.

        Raises:
            FileNotFoundError: there is no such file.
            ValueError: a special piece is missing, or a piece stands twice.

        Source: Devlin et al. 2019.

        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     _ = Path(folder, "vocab.txt").write_text("\\n".join([*SPECIAL, "play", "##ing"]), encoding="utf-8")
        ...     WordPiece.from_file(Path(folder, "vocab.txt")).encode("playing")
        [2, 5, 6, 3]
        """
        return cls(Path(path).read_text(encoding="utf-8").rstrip("\n").split("\n"), lowercase)

    def __len__(self) -> int:
        return len(self.vocabulary)

    def words(self, text: str) -> list[str]:
        """Clean a text and cut it into words and single punctuation marks.

        Args:
            text: any text.

        Returns:
            The words, in order.

        Source: Devlin et al. 2019.

        >>> WordPiece(SPECIAL).words("Café-owners,  don't!")
        ['cafe', '-', 'owners', ',', 'don', "'", 't', '!']
        """
        return list(_split(_clean(text, self.lowercase)))

    def pieces(self, word: str) -> list[str]:
        """Cut one word greedily: always the longest piece that fits, from the left.

        Args:
            word: one of `words`.

        Returns:
            Its pieces; [UNK] for the *whole* word when any part of it has no piece.

        Source: Wu et al. 2016, section 4.1.

        >>> WordPiece([*SPECIAL, "un", "##aff", "##able"]).pieces("unaffable")
        ['un', '##aff', '##able']
        """
        if len(word) > self.max_word_len:
            return ["[UNK]"]
        found: list[str] = []
        start = 0
        while start < len(word):
            for end in range(len(word), start, -1):
                piece = word[start:end] if start == 0 else "##" + word[start:end]
                if piece in self.ids:
                    break
            else:
                return ["[UNK]"]
            found.append(piece)
            start = end
        return found

    def tokenize(self, text: str) -> list[str]:
        """Cut a text into pieces; a special piece such as [MASK] written in the text stays whole.

        Args:
            text: any text.

        Returns:
            The pieces, without [CLS] and [SEP].

        Source: Devlin et al. 2019.

        >>> WordPiece([*SPECIAL, "a", "##b"]).tokenize("ab [MASK] c")
        ['a', '##b', '[MASK]', '[UNK]']
        """
        found: list[str] = []
        for part in re.split(r"(\[(?:PAD|UNK|CLS|SEP|MASK)\])", text):
            found += [part] if part in SPECIAL else [piece for word in self.words(part) for piece in self.pieces(word)]
        return found

    def encode(self, text: str, pair: str | None = None, max_len: int | None = None) -> list[int]:
        """Turn a text, or a pair of texts, into ids with [CLS] before and [SEP] after each.

        Args:
            text: the first text.
            pair: a second text, or None.
            max_len: keep at most this many ids of a single text, [SEP] last; None keeps all. Pairs are cut by `pack_pair`.

        Returns:
            The ids.

        Raises:
            ValueError: max_len does not even hold the two marks.

        Source: Devlin et al. 2019, figure 2.

        >>> tokenizer = WordPiece([*SPECIAL, "a", "b"])
        >>> tokenizer.encode("a b"), tokenizer.encode("a", "b")
        ([2, 5, 6, 3], [2, 5, 3, 6, 3])
        """
        body = [self.ids[piece] for piece in self.tokenize(text)]
        if max_len is not None and max_len < 2:
            raise ValueError(f"max_len is {max_len}: [CLS] and [SEP] alone need 2")
        if max_len is not None and pair is None:
            body = body[: max_len - 2]
        ids = [self.ids["[CLS]"], *body, self.ids["[SEP]"]]
        if pair is not None:
            ids += [self.ids[piece] for piece in self.tokenize(pair)] + [self.ids["[SEP]"]]
        return ids

    def batch(self, texts: Sequence[str], max_len: int | None = None) -> tuple[Tensor, Tensor]:
        """Encode several texts and pad them to the longest.

        Args:
            texts: B texts.
            max_len: keep at most this many ids of each.

        Returns:
            Ids, LongTensor (B, L), and a mask, bool (B, L), True on real tokens.

        Raises:
            ValueError: there are no texts, or max_len does not even hold the two marks.

        Source: DNN 16.6.4.

        >>> WordPiece([*SPECIAL, "a", "b"]).batch(["a b", "a"])[0].tolist()
        [[2, 5, 6, 3], [2, 5, 3, 0]]
        """
        if not texts:
            raise ValueError("a batch needs at least one text")
        rows = [self.encode(text, max_len=max_len) for text in texts]
        lengths = torch.tensor([len(row) for row in rows])
        mask = torch.arange(int(lengths.max())) < lengths[:, None]
        ids = torch.full(mask.shape, self.ids["[PAD]"])
        ids[mask] = torch.tensor([i for row in rows for i in row])
        return ids, mask

    def tokens(self, ids: Sequence[int] | Tensor) -> list[str]:
        """Name the pieces of some ids: the labels of an attention map.

        Args:
            ids: a sequence or a one-dimensional LongTensor.

        Returns:
            One piece an id.

        Raises:
            IndexError: an id is outside the vocabulary.

        Source: ours.

        >>> WordPiece(SPECIAL).tokens([2, 4, 3])
        ['[CLS]', '[MASK]', '[SEP]']
        """
        check_rows("piece", torch.as_tensor(ids, dtype=torch.long), len(self.vocabulary))
        return [self.vocabulary[int(i)] for i in ids]


def _clean(text: str, lowercase: bool) -> str:
    """Drop control characters, put spaces round each ideograph, and for uncased models drop accents and case."""
    kept = []
    for c in text:
        if c in "\t\n\r" or (c.isspace() and not unicodedata.category(c).startswith("C")):
            kept.append(" ")
        elif c != "\ufffd" and not unicodedata.category(c).startswith("C"):
            kept.append(f" {c} " if _is_ideograph(ord(c)) else c)
    cleaned = "".join(kept)
    if lowercase:
        plain = (c for c in unicodedata.normalize("NFD", cleaned) if unicodedata.category(c) != "Mn")
        cleaned = "".join(c.lower() for c in plain)  # letter by letter: lowering a word would write a final sigma differently
    return cleaned


def _split(text: str) -> Iterator[str]:
    """Cut at spaces, and let each punctuation mark be a word of its own."""
    word = ""
    for c in text:
        if c.isspace() or _is_punctuation(c):
            if word:
                yield word
            word = ""
            if not c.isspace():
                yield c
        else:
            word += c
    if word:
        yield word


def _is_punctuation(c: str) -> bool:
    """Say whether BERT cuts here: all ASCII symbols (also $ + < = > ^ ` | ~, which Unicode calls symbols) and Unicode's punctuation."""
    return (c.isascii() and c.isprintable() and not c.isalnum() and c != " ") or unicodedata.category(c).startswith("P")


def _is_ideograph(code: int) -> bool:
    """Say whether a character is in the blocks of Chinese characters, which are written without spaces."""
    blocks = ((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0xF900, 0xFAFF), (0x20000, 0x2A6DF), (0x2A700, 0x2CEAF), (0x2F800, 0x2FA1F))
    return any(first <= code <= last for first, last in blocks)
