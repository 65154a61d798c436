"""The race lab runs course_lib's optimizers over course_lib's landscapes, and says who left the map."""

import pytest
import torch

from course_lib.figures.descent import contour_levels, plot_descents
from course_lib.figures.labs.optimizer_race import EXPERIMENTS, SURFACES, OptimizerRace
from course_lib.training.landscapes import bowl
from course_lib.training.race import RACERS, race


def test_the_lab_opens_with_all_seven_in_the_narrow_valley():
    lab = OptimizerRace()
    assert list(lab.paths) == list(RACERS)
    assert torch.equal(lab.paths["Adam"], race(bowl(25.0), {"Adam": 0.1}, 60)["Adam"])


def test_the_noise_the_page_gets_is_the_noise_the_library_draws():
    generator = torch.Generator().manual_seed(0)
    drawn = [torch.randn(2, generator=generator, dtype=torch.float64) for _ in range(300)]
    torch.testing.assert_close(torch.tensor(OptimizerRace().draws).double(), torch.stack(drawn), atol=1e-6, rtol=0)


def test_a_factor_on_the_loss_changes_plain_descent_and_leaves_adam_alone():
    plain, tiny = OptimizerRace(), OptimizerRace(factor=1e-3)
    assert tiny.loss("SGD") > 10 * plain.loss("SGD")
    assert tiny.loss("Adam") == pytest.approx(plain.loss("Adam"), abs=1e-3)


def test_a_racer_above_the_limit_is_gone_and_one_below_is_not():
    lab = OptimizerRace(rates={"SGD": 0.2, "momentum": 0.07}, racing=["SGD", "momentum"])
    first = next(k for k in range(60) if 4**k > 1e6)  # W_2 starts at 1, and |1 - 0.2 * 25| = 4
    assert lab.lost("SGD") == first
    assert lab.lost("momentum") is None


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda e: e["question"])
def test_every_experiment_can_be_run(experiment):
    state = {key: value for key, value in experiment.items() if key != "question"}
    lab = OptimizerRace(**{**state, "steps": 3})
    assert set(lab.paths) == set(experiment["racing"])


@pytest.mark.parametrize(("state", "words"), [({"surface": "cliff"}, "'cliff'"), ({"racing": ["Lion"]}, "'Lion'")])
def test_what_is_not_there_is_refused_by_name(state, words):
    with pytest.raises(ValueError, match=words):
        OptimizerRace(**state)


def test_the_page_is_told_where_each_surface_is_drawn_and_lowest():
    told = OptimizerRace().surfaces
    assert {name: tuple(entry["extent"]) for name, entry in told.items()} == {name: s.extent for name, s in SURFACES.items()}
    assert all("low" in entry for entry in told.values())


def test_between_neighbouring_contour_lines_lies_the_same_share_of_the_map():
    heights = torch.rand(1000, generator=torch.Generator().manual_seed(0))
    levels = contour_levels(heights, 4)
    shares = torch.bucketize(heights.double(), torch.tensor(levels)).bincount()
    assert shares.tolist() == [200] * 5


def test_a_path_that_leaves_the_drawing_is_cut_off():
    far = torch.tensor([[0.0, 0.0], [1.0, 1.0], [1e30, 0.0], [float("nan"), 0.0]])
    line = plot_descents({"": (bowl(), {"far": far})}, ncols=1).axes[0].get_lines()[-1]
    assert len(line.get_xdata()) == 3
