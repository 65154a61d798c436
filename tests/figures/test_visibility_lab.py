"""The visibility lab shows what `noticed` measures."""

import pytest
import torch

from course_lib.figures.labs.visibility import Visibility
from course_lib.models.visibility import family, noticed


@pytest.fixture(scope="module")
def lab():
    return Visibility(["a", "b", "c"], ["[bos]", "d"])


def test_its_numbers_are_the_librarys(lab):
    moves = noticed(family("decoder", 3, 2, vocab_size=6), torch.arange(3), other=5)
    torch.testing.assert_close(torch.tensor(lab.families["decoder"]["moves"]), moves, atol=1e-6, rtol=0)


@pytest.mark.parametrize(
    ("name", "change", "moved"), [("encoder", 3, 3), ("decoder", 3, 1), ("encoder-decoder", 1, 2), ("encoder-decoder", 5, 1)]
)
def test_who_notices_is_who_may_see(lab, name, change, moved):
    lab.family, lab.change = name, change
    assert lab.moved == moved


def test_the_poster_names_what_is_exchanged(lab):
    lab.family, lab.change = "decoder", 2
    assert lab.poster().axes[0].get_title() == "decoder: b exchanged"


def test_a_lab_without_a_token_is_refused():
    with pytest.raises(ValueError, match="at least one token"):
        Visibility([], ["[bos]"])
