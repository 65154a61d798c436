"""A task for translators whose right alignment is known: a register of people and their birthdays, rewritten with ISO dates.

    Ada 3 mai 1991 Ben 17 août 2003   ->   Ada 1991 05 03 Ben 2003 08 17

Each language has its own month names and its own order of day, month and year, as Unicode's CLDR gives them.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from functools import lru_cache

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from course_lib.text.dates import write_date

PAD, BOS, EOS = 0, 1, 2
MARKS = ("[pad]", "[bos]", "[eos]")
NAMES = (
    "Ada",
    "Ben",
    "Cy",
    "Dee",
    "Eli",
    "Fay",
    "Gus",
    "Hal",
    "Ida",
    "Jon",
    "Kim",
    "Leo",
    "Mia",
    "Ned",
    "Ola",
    "Pam",
    "Ray",
    "Sue",
    "Tom",
    "Uma",
)
LOCALES = ("hu", "fr", "en_US")
FIRST_YEAR, YEARS, DAYS = 1990, 20, 28
FIELDS = ("year", "month", "day")


@lru_cache
def order(locale: str) -> tuple[str, ...]:
    """Give the order in which a language writes year, month and day.

    Args:
        locale: a locale known to Babel.

    Returns:
        The three fields, first to last.

    Raises:
        ValueError: Babel does not know the locale.

    Source: Unicode CLDR through Babel.

    >>> order("hu"), order("fr")
    (('year', 'month', 'day'), ('day', 'month', 'year'))
    """
    return tuple(name for name, _, _ in write_date(datetime.date(1979, 5, 3), locale, "long").spans)


@lru_cache
def months(locale: str) -> tuple[str, ...]:
    """Give the twelve month names as they stand in a date.

    Args:
        locale: a locale known to Babel.

    Returns:
        Twelve words.

    Raises:
        ValueError: Babel does not know the locale.

    Source: Unicode CLDR through Babel.

    >>> months("fr")[4], months("hu")[4]
    ('mai', 'május')
    """
    names = []
    for month in range(1, 13):
        pair = write_date(datetime.date(1979, month, 3), locale, "long")
        start, end = next((start, end) for name, start, end in pair.spans if name == "month")
        names.append(pair.source[start:end])
    return tuple(names)


@lru_cache
def source_words(locales: tuple[str, ...] = LOCALES) -> tuple[str, ...]:
    """List the source vocabulary: an id is a place in this list.

    Args:
        locales: the languages of the registers.

    Returns:
        Marks, names, years, days, then the months of each language.

    Raises:
        ValueError: Babel does not know a locale.

    Source: ours.

    >>> source_words()[:4], len(source_words()) == 3 + 20 + 20 + 28 + 36
    (('[pad]', '[bos]', '[eos]', 'Ada'), True)
    """
    years = tuple(str(FIRST_YEAR + y) for y in range(YEARS))
    days = tuple(str(day + 1) for day in range(DAYS))
    return MARKS + NAMES + years + days + tuple(month for locale in locales for month in months(locale))


@lru_cache
def target_words() -> tuple[str, ...]:
    """List the target vocabulary: an id is a place in this list. A month and a day of one number are one word, as in 2005-05-05.

    Returns:
        Marks, names, years, and 01 to 28.

    Source: ours.

    >>> target_words()[-1], len(target_words())
    ('28', 71)
    """
    years = tuple(str(FIRST_YEAR + y) for y in range(YEARS))
    return MARKS + NAMES + years + tuple(f"{day + 1:02d}" for day in range(DAYS))


def register_batch(
    batch: int, entries: int, generator: torch.Generator, locales: Sequence[str] = LOCALES, only: str | None = None
) -> tuple[Tensor, Tensor, Tensor]:
    """Draw registers and their translations, with the source word that each target word comes from.

    Args:
        batch: how many registers, each in one language.
        entries: people in each.
        generator: where names and dates come from, and the languages.
        locales: the languages of the vocabulary.
        only: write all registers in this language; None draws one for each.

    Returns:
        Sources, LongTensor (batch, S) with S = 4 * entries; targets between a beginning and an end mark, (batch, S + 2); and for each
        target word between the marks the place of its source word, (batch, S). All on the generator's device.

    Raises:
        ValueError: fewer than one entry, or `only` is not among the locales.

    Source: ours.

    >>> source, target, aligned = register_batch(1, 2, torch.Generator().manual_seed(0), only="fr")
    >>> aligned[0].tolist()                                 # name, year, month, day: the year stands last in French
    [0, 3, 2, 1, 4, 7, 6, 5]
    """
    if entries < 1:
        raise ValueError(f"entries is {entries}: a register holds at least 1")
    if only is not None and only not in locales:
        raise ValueError(f"registers in {only!r} need its words: it is not among {', '.join(locales)}")

    def draw(high: int, *shape: int) -> Tensor:
        return torch.randint(high, shape, generator=generator, device=generator.device)

    name, year, month, day = (draw(high, batch, entries) for high in (len(NAMES), YEARS, 12, DAYS))
    chosen = draw(len(locales), batch, 1)
    if only is not None:
        chosen = torch.full_like(chosen, list(locales).index(only))
    first_name = len(MARKS)
    first_year = first_name + len(NAMES)
    first_day = first_year + YEARS
    first_month = first_day + DAYS
    words = torch.stack([first_name + name, first_year + year, first_month + 12 * chosen + month, first_day + day], -1)
    written = torch.stack([first_name + name, first_year + year, first_day + month, first_day + day], -1)
    # places[l]: where name, year, month and day stand in an entry of language l.
    places = torch.tensor([[0, *(1 + order(locale).index(field) for field in FIELDS)] for locale in locales], device=generator.device)
    place = places[chosen].expand(-1, entries, -1)
    source = torch.empty_like(words).scatter_(-1, place, words)
    aligned = place + 4 * torch.arange(entries, device=generator.device)[:, None]
    mark = torch.full((batch, 1), BOS, device=generator.device)
    return source.flatten(1), torch.cat([mark, written.flatten(1), torch.full_like(mark, EOS)], 1), aligned.flatten(1)


def train_on_registers(
    model: nn.Module, *, steps: int, entries: Sequence[int], seed: int, batch: int = 32, rate: float = 1e-2, shifted: bool = True
) -> list[float]:
    """Train a translator with teacher forcing on fresh registers, the lengths taking turns, the rate falling to 0 in the second half.

    Args:
        model: model(source, lengths, target) -> logits (B, T, V), alone or with attention weights; on the CPU.
        steps: how many batches, 1 or more.
        entries: people in a register, one number a step in turn.
        seed: of the registers.
        batch: registers in a step.
        rate: Adam's rate.
        shifted: whether the model is given the word *before* each it has to say. False gives it the word itself: a mistake to look at.

    Returns:
        The loss of each step in nats a word.

    Source: ours.

    >>> from course_lib.models.seq2seq import Seq2Seq, Seq2SeqConfig
    >>> _ = torch.manual_seed(0)
    >>> sizes = Seq2SeqConfig(source_vocab=len(source_words()), target_vocab=len(target_words()), d_model=16)
    >>> losses = train_on_registers(Seq2Seq(sizes), steps=15, entries=[1], seed=0)
    >>> losses[-1] < losses[0]
    True
    """
    generator = torch.Generator().manual_seed(seed)
    optimizer = torch.optim.Adam(model.parameters(), lr=rate, fused=True)
    losses = []
    for step in range(steps):
        optimizer.param_groups[0]["lr"] = rate * min(1.0, 2 * (1 - step / steps))
        source, target, _ = register_batch(batch, entries[step % len(entries)], generator)
        given = target[:, :-1] if shifted else target[:, 1:]
        output = model(source, torch.full((batch,), source.shape[1]), given)
        logits = output[0] if isinstance(output, tuple) else output
        loss = F.cross_entropy(logits.flatten(0, 1), target[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.item())
    return losses
