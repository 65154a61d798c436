"""Digits to be described in three sentences, and questions about them to be answered, in one vocabulary.

Letters: B batch   L tokens of a text
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from course_lib.models.captioner import Captioner
from course_lib.training.loop import Trainer, decay_groups
from course_lib.training.schedules import warmup_linear

PAD, BOS, EOS = 0, 1, 2
NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
WORDS = ("[pad]", "[bos]", "[eos]", *NUMBERS, "this", "is", "it", "a", "odd", "even", "large", "small", ".", "?", "yes", "no")
ASKED = ("even", "large")  # large: five and more


def encode(text: str) -> Tensor:
    """Turn words between spaces into ids.

    Args:
        text: words of `WORDS`.

    Returns:
        LongTensor (L,).

    Raises:
        ValueError: a word is not in the vocabulary.

    Source: ours.

    >>> encode("this is a three .").tolist()
    [13, 14, 16, 6, 21]
    """
    unknown = [word for word in text.split() if word not in WORDS]
    if unknown:
        raise ValueError(f"not in the vocabulary of the captions: {', '.join(unknown)}")
    return torch.tensor([WORDS.index(word) for word in text.split()], dtype=torch.long)


def decode(ids: Tensor) -> str:
    """Turn ids into words, up to the mark that ends a text.

    Args:
        ids: LongTensor (L,).

    Returns:
        Words between spaces, without marks.

    Source: ours.

    >>> decode(torch.tensor([1, 13, 14, 16, 6, 2, 6]))
    'this is a three'
    """
    words = []
    for i in ids.tolist():
        if i == EOS:
            break
        if i not in (PAD, BOS):
            words.append(WORDS[i])
    return " ".join(words)


def captions(labels: Tensor) -> Tensor:
    """Describe digits in three sentences: which it is, whether it is odd, whether it is large, that is five or more.

    Args:
        labels: LongTensor (B,).

    Returns:
        Ids, LongTensor (B, 15), with both marks.

    Source: ours; DNN 16.10.6 asks for three sentences.

    >>> decode(captions(torch.tensor([3]))[0])
    'this is a three . it is odd . it is small .'
    """
    texts = [
        f"[bos] this is a {NUMBERS[label]} . it is {('even', 'odd')[label % 2]} . it is {'large' if label > 4 else 'small'} . [eos]"
        for label in labels.tolist()
    ]
    return torch.stack([encode(text) for text in texts])


def questions(labels: Tensor, asked: Tensor) -> Tensor:
    """Ask whether each digit is even or large, and answer.

    Args:
        labels: LongTensor (B,).
        asked: LongTensor (B,), places in `ASKED`.

    Returns:
        Ids, LongTensor (B, 7): the mark, four tokens of question, the answer, the mark.

    Source: ours; visual question answering of DNN 16.10.4.

    >>> decode(questions(torch.tensor([3]), torch.tensor([0]))[0])
    'is it even ? no'
    """
    truth = torch.stack([labels % 2 == 0, labels > 4], -1)
    true = truth[torch.arange(len(labels)), asked].tolist()
    texts = [f"[bos] is it {ASKED[a]} ? {'yes' if t else 'no'} [eos]" for a, t in zip(asked.tolist(), true, strict=True)]
    return torch.stack([encode(text) for text in texts])


def train_captioner(
    model: Captioner, images: Tensor, labels: Tensor, *, steps: int, seed: int, batch: int = 32, rate: float = 1e-2
) -> list[float]:
    """Train a captioner on descriptions and questions in turn; of a question only the answer counts.

    Args:
        model: vocabulary `WORDS`, room for 14 words; trained in place.
        images: (n, 1, 8, 8).
        labels: LongTensor (n,).
        steps: how many batches, 2 or more.
        seed: of the batches.
        batch: pictures in a batch.
        rate: the highest learning rate of AdamW: warm-up over a tenth of the steps, then down to 0.

    Returns:
        The loss of each step, in nats a word; steps on descriptions and on questions take turns.

    Raises:
        ValueError: fewer than two steps.

    Source: DNN 16.10.4; ours.

    >>> from course_lib.models.captioner import CaptionerConfig
    >>> from course_lib.models.vit import ViTConfig
    >>> vision = ViTConfig(image_size=8, patch_size=4, channels=1, depth=1, d_model=8, num_heads=2, d_hidden=16)
    >>> model = Captioner(CaptionerConfig(vision=vision, vocab_size=len(WORDS), depth=1, max_len=14))
    >>> len(train_captioner(model, torch.rand(9, 1, 8, 8), torch.arange(9), steps=2, seed=0))
    2
    """
    if steps < 2:
        raise ValueError(f"steps is {steps}: warm-up and decline need 2 at least")
    described, turn = captions(labels), [0]

    def draw(generator: torch.Generator) -> tuple[Tensor, Tensor, Tensor]:
        chosen = torch.randint(len(labels), (batch,), generator=generator)
        turn[0] += 1
        if turn[0] % 2:
            texts = described[chosen]
            return images[chosen], texts[:, :-1], texts[:, 1:]
        asked = torch.randint(len(ASKED), (batch,), generator=generator)
        texts = questions(labels[chosen], asked)
        wanted = texts[:, 1:].clone()
        wanted[:, :4] = PAD  # the question is given, not predicted
        return images[chosen], texts[:, :-1], wanted

    def loss(model: nn.Module, drawn: tuple[Tensor, Tensor, Tensor]) -> tuple[Tensor, int]:
        pictures, given, wanted = drawn
        logits = model(pictures, given).flatten(0, 1)
        return F.cross_entropy(logits, wanted.flatten(), ignore_index=PAD, reduction="sum"), int((wanted != PAD).sum())

    optimizer = torch.optim.AdamW(decay_groups(model, 0.01), lr=rate, fused=True)
    warm = max(1, steps // 10)
    trainer = Trainer(model, optimizer, draw, loss, schedule=lambda step: warmup_linear(step, warm, steps + 1, rate), clip=1.0, seed=seed)
    return [entry["loss"] for entry in trainer.run(steps)]
