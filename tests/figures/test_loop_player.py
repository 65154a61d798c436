"""The loop player counts what `course_lib.text.repetition` counts, in the text chosen."""

import pytest

from course_lib.figures.labs.loop_player import LoopPlayer
from course_lib.text.repetition import final_loop, repeated_share

TOKENS = ["unused", "the ", "cat ", "sat ", "on "]
TEXTS = {0.0: [[1, 2, 3, 4] * 6, [2, 2, 2, 2, 2]], 1.0: [[1, 2, 4, 3, 3, 1, 2], [4, 3, 2, 1]]}


def test_it_reads_the_text_of_this_temperature_and_draw():
    lab = LoopPlayer(TOKENS, TEXTS, step=1, draw=2)
    assert "".join(lab.tokens[i] for i in lab.ids) == "on sat cat the "


@pytest.mark.parametrize(("step", "draw", "phrase"), [(0, 1, 4), (0, 2, 2), (1, 1, 2)])
def test_its_numbers_are_the_librarys(step, draw, phrase):
    lab = LoopPlayer(TOKENS, TEXTS, step=step, draw=draw, phrase=phrase)
    text = TEXTS[float(step)][draw - 1]
    assert lab.repeated == repeated_share(text, phrase)
    assert lab.loop == final_loop(text)


def test_only_tokens_that_occur_are_carried():
    assert LoopPlayer(TOKENS, TEXTS).tokens == TOKENS[1:]


def test_texts_must_be_as_many_at_each_temperature():
    with pytest.raises(ValueError, match="as many texts"):
        LoopPlayer(TOKENS, {0.0: [[1]], 1.0: []})


def test_the_poster_names_the_temperature():
    shown = [text.get_text() for text in LoopPlayer(TOKENS, TEXTS).poster().axes[0].texts]
    assert any("temperature 0" in text for text in shown)
