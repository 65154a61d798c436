"""Rows on text: learning BPE merges on 650 kB, and encoding with GPT-2's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import tiktoken
import tokenizers

from course_lib.text.bpe import bpe_train
from course_lib.text.bpe_fast import fast_bpe_train
from course_lib.text.byte_bpe import PIECES, ByteBPE, gpt2_bpe
from course_lib.text.corpora import english_prose
from tests.benchmarks.measure import Row, compare


def rust_train(text: str, vocab_size: int) -> None:
    """The same merges from the tokenizers library."""
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE())
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = tokenizers.pre_tokenizers.ByteLevel.alphabet()
    trainer = tokenizers.trainers.BpeTrainer(vocab_size=vocab_size, initial_alphabet=alphabet, show_progress=False)
    tokenizer.train_from_iterator([text], trainer)


def rows() -> Iterator[Row]:
    """The fast trainer against the readable one; our encoder against tiktoken's, the ceiling."""
    from pydoc_data.topics import topics

    text = ("\n".join(topics.values()) * 2)[:650_000]
    words = dict(Counter(text.split()))
    merges = 30
    yield compare(
        "fast_bpe_train",
        "bpe_train, the readable form",
        lambda: fast_bpe_train(words, merges),
        lambda: bpe_train(words, merges),
        aim=3.0,
        faster=True,
        rounds=5,
        warmup=1,
        sizes=f"650 kB, {len(words):,} distinct words, {merges} merges",
    )
    yield compare(
        "ByteBPE.train",
        "tokenizers' BPE trainer, in Rust",
        lambda: ByteBPE.train(text, 756),
        lambda: rust_train(text, 756),
        aim=10.0,
        rounds=3,
        warmup=1,
        sizes="650 kB, 500 merges over bytes",
        note="ours is Python without a compiled part; the trainer of tokenizers is Rust",
    )
    prose, ours = english_prose(), gpt2_bpe()
    theirs = tiktoken.Encoding("gpt2", pat_str=PIECES, mergeable_ranks=ours.vocabulary, special_tokens={})
    yield compare(
        "ByteBPE.encode",
        "tiktoken, in Rust",
        lambda: ours.encode(prose),
        lambda: theirs.encode_ordinary(prose),
        aim=5.0,
        rounds=7,
        sizes=f"{len(prose) // 1000} kB of English",
        note="ours is Python without a compiled part; tiktoken is Rust, the ceiling",
    )
