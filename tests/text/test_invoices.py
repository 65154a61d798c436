"""What a reader may rely on about the invoice lines: every number is tagged with the key beside it."""

import torch

from course_lib.text.invoices import END, FIRST_KEY, FIRST_VALUE, KEYS, LINE, VALUES, WORDS, invoice_lines


def test_each_field_is_a_key_and_its_value_in_either_order():
    lines, tags, values = invoice_lines(300, torch.Generator().manual_seed(0))
    assert lines.shape == tags.shape == (300, LINE)
    for line, tag, value in zip(lines.tolist(), tags.tolist(), values.tolist(), strict=True):
        keys = []
        for place in range(0, LINE, 3):
            assert line[place + 2] == END
            (key,) = (i - FIRST_KEY for i in line[place : place + 2] if FIRST_KEY <= i < FIRST_VALUE)
            (at,) = (p for p in (place, place + 1) if line[p] >= FIRST_VALUE)
            assert tag[at] == key
            assert value[key] == line[at]
            keys.append(key)
        assert sorted(keys) == list(range(len(KEYS)))
        assert sum(t >= 0 for t in tag) == len(KEYS)


def test_the_key_stands_after_its_value_half_of_the_time():
    lines, _, _ = invoice_lines(2000, torch.Generator().manual_seed(1))
    assert abs((lines[:, 0::3] >= FIRST_VALUE).float().mean() - 0.5) < 0.03


def test_ids_are_places_in_the_words():
    assert len(WORDS) == FIRST_VALUE + VALUES
    assert WORDS[FIRST_VALUE] == "0"
