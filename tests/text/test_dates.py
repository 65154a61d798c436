"""Dates read as Babel writes them, and the alignment points at the right letters."""

import datetime

import pytest
import torch
from babel.dates import format_date
from hypothesis import given
from hypothesis import strategies as st

from course_lib.text.dates import LOCALES, STYLES, date_pairs, write_date

dates = st.dates(datetime.date(1900, 1, 1), datetime.date(2099, 12, 31))


@given(dates, st.sampled_from(LOCALES), st.sampled_from(STYLES))
def test_the_source_is_what_babel_writes(date, locale, style):
    assert write_date(date, locale, style).source == format_date(date, style, locale=locale)


@given(dates, st.sampled_from(LOCALES))
def test_the_spans_hold_the_fields(date, locale):
    pair = write_date(date, locale, "long")
    parts = {name: pair.source[a:b] for name, a, b in pair.spans}
    assert int(parts["year"]) == date.year
    assert int(parts["day"]) == date.day
    assert parts["month"] in (format_date(date, "MMMM", locale=locale), str(date.month))


def test_the_alignment_of_a_date_that_is_turned_round():
    pair = write_date(datetime.date(1979, 5, 3), "fr", "long")  # 3 mai 1979
    matrix = pair.alignment()
    assert matrix[0].nonzero().flatten().tolist() == [6, 7, 8, 9]
    assert matrix[5].nonzero().flatten().tolist() == [2, 3, 4]
    assert matrix[9].nonzero().flatten().tolist() == [0]
    assert not matrix[4].any()


def test_order_preserving_and_reordering_languages_are_both_there():
    orders = {locale: write_date(datetime.date(1979, 5, 3), locale).monotone() for locale in LOCALES}
    assert orders["ja"]
    assert orders["hu"]
    assert not orders["de"]


def test_one_seed_one_data_set():
    draw = [date_pairs(20, generator=torch.Generator().manual_seed(s)) for s in (1, 1, 2)]
    assert draw[0] == draw[1] != draw[2]


def test_unknown_languages_and_styles_are_refused_in_words():
    with pytest.raises(ValueError, match="no locale 'xx'"):
        write_date(datetime.date(1979, 5, 3), "xx")
    with pytest.raises(ValueError, match="one of short"):
        write_date(datetime.date(1979, 5, 3), "fr", "tiny")
    with pytest.raises(ValueError, match="must not be before"):
        date_pairs(1, first_year=2000, last_year=1999)
