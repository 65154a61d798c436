"""Dates as people write them in many languages, their ISO form, and which letters came from which.

A translation task that is real (the names and orders are Unicode's), unlimited, and whose right alignment is known exactly.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from course_lib.text.checks import check_count
from course_lib.text.corpora import choose

LOCALES = ("en_US", "en_GB", "de", "fr", "es", "it", "nl", "pt", "sv", "da", "pl", "cs", "fi", "hu", "tr", "el", "ru", "ja")
STYLES = ("short", "medium", "long", "full")
_FIELDS = {"y": "year", "M": "month", "L": "month", "d": "day"}


@dataclass(frozen=True, kw_only=True)
class DatePair:
    """One date, written in a language and in ISO form.

    Args:
        source: as people write it.
        target: YYYY-MM-DD.
        locale: whose way of writing it is.
        style: "short", "medium", "long" or "full".
        spans: where each field stands in the source: (name, start, end), in order.

    Source: ours.

    >>> write_date(datetime.date(1979, 5, 3), "fr", "long").source
    '3 mai 1979'
    """

    source: str
    target: str
    locale: str
    style: str
    spans: tuple[tuple[str, int, int], ...]

    def alignment(self) -> Tensor:
        """Say which letters of the source each letter of the target has to look at.

        Returns:
            Boolean (T, S), T letters of the target and S of the source: each digit of the year points at the whole year, and so on.
            The two hyphens point nowhere.

        Source: ours.

        >>> write_date(datetime.date(1979, 5, 3), "sv", "short").alignment().sum(1).tolist()     # 1979-05-03, letter by letter
        [4, 4, 4, 4, 0, 2, 2, 0, 2, 2]
        """
        matrix = torch.zeros(len(self.target), len(self.source), dtype=torch.bool)
        targets = {"year": slice(0, 4), "month": slice(5, 7), "day": slice(8, 10)}
        for name, start, end in self.spans:
            if name in targets:
                matrix[targets[name], start:end] = True
        return matrix

    def monotone(self) -> bool:
        """Say whether year, month and day come in the order of the target, so that a translator never has to look back.

        >>> [write_date(datetime.date(1979, 5, 3), locale, "long").monotone() for locale in ("ja", "fr")]
        [True, False]
        """
        order = [name for name, _, _ in self.spans if name in ("year", "month", "day")]
        return order == ["year", "month", "day"]


def write_date(date: datetime.date, locale: str, style: str = "long") -> DatePair:
    """Write a date as a language does.

    Args:
        date: the date; the ISO form needs a year from 1 to 9999.
        locale: a locale known to Babel, such as "fr" or "en_US".
        style: "short", "medium", "long" or "full".

    Returns:
        The pair, with the place of each field in the source.

    Raises:
        TypeError: the date is not a `datetime.date`.
        ValueError: the locale or the style is unknown.

    Source: Unicode CLDR through Babel.

    >>> write_date(datetime.date(1979, 5, 3), "en_US", "long").spans
    (('month', 0, 3), ('day', 4, 5), ('year', 7, 11))
    """
    from babel import Locale, UnknownLocaleError
    from babel.dates import DateTimeFormat, get_date_format, tokenize_pattern

    if not isinstance(date, datetime.date):
        raise TypeError(f"a date is a datetime.date, and this is {date!r}")
    if style not in STYLES:
        raise ValueError(f"style is {style!r}: it is one of {', '.join(STYLES)}")
    try:
        language = Locale.parse(locale)
    except UnknownLocaleError as error:
        raise ValueError(f"Babel knows no locale {locale!r}: try one of {', '.join(LOCALES)}") from error
    fields = DateTimeFormat(date, language)
    text, spans = "", []
    for _, value in tokenize_pattern(get_date_format(style, locale=language).pattern):  # type: ignore[arg-type]
        if isinstance(value, str):  # letters between the fields
            text += value
            continue
        letter, count = str(value[0]), int(value[1])
        piece = fields[letter * count]
        if letter in _FIELDS:
            spans.append((_FIELDS[letter], len(text), len(text) + len(piece)))
        text += piece
    return DatePair(source=text, target=date.isoformat(), locale=str(language), style=style, spans=tuple(spans))


def date_pairs(
    n: int,
    locales: Sequence[str] = LOCALES,
    styles: Sequence[str] = ("medium", "long", "full"),
    first_year: int = 1950,
    last_year: int = 2049,
    generator: torch.Generator | None = None,
) -> list[DatePair]:
    """Draw dates, each in one of several languages and styles.

    "short" often writes 79 for 1979, and 3/5 is two dates: leave it out where the answer must be certain.

    Args:
        n: how many.
        locales: the languages to draw from.
        styles: the styles to draw from.
        first_year: earliest year.
        last_year: latest year.
        generator: where all that is drawn comes from; None means PyTorch's default generator.

    Returns:
        n pairs.

    Raises:
        ValueError: n is negative, a locale or a style is unknown, or the years are the wrong way round.

    Source: Unicode CLDR through Babel.

    >>> [pair.target[:2] in ("19", "20") for pair in date_pairs(3, generator=torch.Generator().manual_seed(0))]
    [True, True, True]
    """
    check_count("n", n, 0)
    if last_year < first_year:
        raise ValueError(f"the years run from {first_year} to {last_year}: the last must not be before the first")
    first = datetime.date(first_year, 1, 1).toordinal()
    days = datetime.date(last_year, 12, 31).toordinal() - first + 1
    device = generator.device if generator is not None else "cpu"
    pairs = []
    for offset in torch.randint(days, (n,), generator=generator, device=device).tolist():
        locale, style = choose(locales, generator), choose(styles, generator)
        pairs.append(write_date(datetime.date.fromordinal(first + offset), locale, style))
    return pairs
