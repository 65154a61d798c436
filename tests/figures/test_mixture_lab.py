"""The mixture lab: its numbers are those of the formula, whichever way the sources are weighed."""

import pytest

from course_lib.figures.labs.mixture import Mixture

SIZES, WEIGHTS = {"web": 400.0, "wiki": 4.0}, {"web": 0.9, "wiki": 0.1}


def test_published_weights_are_used_as_they_are():
    assert Mixture(SIZES, WEIGHTS, billions=400).epochs == pytest.approx({"web": 0.9, "wiki": 10.0})


def test_weighing_by_size_reads_every_source_equally_often():
    lab = Mixture(SIZES, WEIGHTS, billions=404, weighing="by a power of the size", power=1.0)
    assert lab.epochs == pytest.approx({"web": 1.0, "wiki": 1.0})


def test_sources_without_weights_are_refused():
    with pytest.raises(ValueError, match="name the same sources"):
        Mixture(SIZES, {"web": 1.0})


def test_the_poster_has_a_bar_for_each_source():
    assert len(Mixture(SIZES, WEIGHTS).poster().axes[0].patches) == 2
