"""What the chapter on attention relies on in the task of six people at a table."""

import pytest
import torch

from course_lib.training.table_task import COLOURS, PEOPLE, table_batch


def parts(notes, generator):
    x, colours = table_batch(200, notes=notes, generator=generator)
    *wanted, badge, ball = x.split([PEOPLE] * notes + [PEOPLE, COLOURS], dim=-1)
    return [note.argmax(-1) for note in wanted], badge.argmax(-1), ball.argmax(-1), colours


@pytest.mark.parametrize("notes", [1, 2])
def test_the_answer_is_the_ball_of_the_person_on_the_note(rng, notes):
    wanted, _, ball, colours = parts(notes, rng)
    assert all(torch.equal(ball.gather(1, note), colours[..., n]) for n, note in enumerate(wanted))


def test_whoever_you_look_for_never_looks_for_you(rng):
    (note,), _, _, _ = parts(1, rng)
    assert torch.all(note.gather(1, note) != torch.arange(PEOPLE))


def test_nobody_looks_for_themselves_and_everybody_is_looked_for_once(rng):
    (note,), badge, _, _ = parts(1, rng)
    assert torch.all(note != badge)
    assert torch.equal(note.sort(1).values, badge)


def test_the_second_note_names_the_person_after_the_first(rng):
    (first, second), _, _, _ = parts(2, rng)
    assert torch.equal(first.gather(1, first), second)


def test_draws_come_from_the_generator_alone(rng):
    state = torch.random.get_rng_state()
    first = table_batch(3, generator=torch.Generator().manual_seed(5))
    again = table_batch(3, generator=torch.Generator().manual_seed(5))
    assert all(torch.equal(a, b) for a, b in zip(first, again, strict=True))
    assert torch.equal(torch.random.get_rng_state(), state)


def test_other_numbers_of_notes_are_refused():
    with pytest.raises(ValueError, match="1 or 2 notes; got 3"):
        table_batch(1, notes=3)
