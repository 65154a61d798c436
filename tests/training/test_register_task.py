"""What the register of birthdays promises: real dates, and an alignment that is right."""

import datetime
import re

import pytest
import torch

from course_lib.text.dates import write_date
from course_lib.training.register_task import FIRST_YEAR, LOCALES, MARKS, NAMES, months, order, register_batch, source_words, target_words


def drawn(entries=2, only=None, batch=40):
    source, target, aligned = register_batch(batch, entries, torch.Generator().manual_seed(3), only=only)
    words = [[source_words()[i] for i in row] for row in source.tolist()]
    written = [[target_words()[i] for i in row] for row in target.tolist()]
    return words, written, aligned.tolist()


@pytest.mark.parametrize("locale", LOCALES)
def test_an_entry_is_written_as_the_language_writes_the_date(locale):
    for words, written, _ in zip(*drawn(1, locale), strict=True):
        _, name, year, month, day, _ = written
        text = write_date(datetime.date(int(year), int(month), int(day)), locale, "long").source
        found = [re.search(rf"(?<!\w){word}(?!\w)", text).start() for word in words[1:]]
        assert words[0] == name
        assert found == sorted(found)


def test_each_word_written_comes_from_the_word_it_is_aligned_with():
    for words, written, aligned in zip(*drawn(3), strict=True):
        for place, said in zip(aligned, written[1:-1], strict=True):
            word = words[place]
            if word in NAMES or word.isdigit():
                assert said.lstrip("0") == word.lstrip("0")
            else:
                assert any(months(locale)[int(said) - 1] == word for locale in LOCALES)


def test_hungarian_keeps_the_order_of_the_translation_and_french_turns_it_round():
    assert order("hu") == ("year", "month", "day")
    assert order("fr") == ("day", "month", "year")
    assert order("en_US") == ("month", "day", "year")
    for _, _, aligned in zip(*drawn(2, "hu"), strict=True):
        assert aligned == list(range(8))


def test_a_translation_stands_between_a_beginning_and_an_end():
    for _, written, _ in zip(*drawn(), strict=True):
        assert (written[0], written[-1]) == (MARKS[1], MARKS[2])
        assert int(written[2]) >= FIRST_YEAR


def test_the_same_seed_draws_the_same_registers():
    assert drawn() == drawn()


def test_an_empty_register_and_an_unknown_language_are_refused():
    g = torch.Generator().manual_seed(0)
    with pytest.raises(ValueError, match="at least 1"):
        register_batch(1, 0, g)
    with pytest.raises(ValueError, match="'xx' need its words"):
        register_batch(1, 1, g, only="xx")
