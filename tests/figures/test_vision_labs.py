"""The labs of pictures in patches and of sparse patterns stand on the library's own numbers."""

import pytest
import torch

from course_lib.figures.labs.patches import SIDES, WIDTHS, Patches
from course_lib.figures.labs.window_masks import WindowMasks
from course_lib.figures.pictures import SCENE_COLOURS, plot_pictures, scene, scene_map
from course_lib.layers.patches import PatchEmbedding
from course_lib.layers.sparse import random_sparse_mask


@pytest.mark.parametrize("side", SIDES)
def test_the_patch_lab_counts_what_the_layer_has(side):
    lab, layer = Patches(side=side, width=192), PatchEmbedding(224, side, 3, 192)
    assert lab.tokens == layer.positions.shape[1]
    assert lab.parameters == sum(p.numel() for p in layer.projection.parameters())
    assert lab.numbers == layer.projection.in_features


def test_what_the_patch_lab_does_not_offer_is_refused():
    for wrong in ({"side": 15}, {"width": 100}, {"side": 112, "token": 5}):
        with pytest.raises(ValueError, match=r"offers|no token"):
            Patches(**wrong)
    assert len(WIDTHS) == 4


@pytest.mark.parametrize("window", [0, 1, 3, 8])
def test_the_random_pattern_is_the_librarys(window):
    ours = WindowMasks("random", window=window, seed=3).mask
    assert torch.equal(ours, random_sparse_mask(24, 2 * window, torch.Generator().manual_seed(3)))


def test_layers_needed():
    assert WindowMasks("window", window=1).layers_needed == 23
    assert WindowMasks("dilated", window=2, dilation=2).layers_needed is None
    assert WindowMasks("global", window=0, globals=1).layers_needed == 2
    with pytest.raises(ValueError, match="no 'dense'"):
        WindowMasks("dense")


def test_the_scene_has_sky_above_grass_and_every_colour():
    picture = scene_map()
    assert picture.unique().tolist() == list(range(len(SCENE_COLOURS)))
    assert picture[:20, :100].unique().tolist() == [0]
    assert scene(16).shape == (3, 16, 16)


def test_pictures_need_their_titles():
    with pytest.raises(ValueError, match="as many titles"):
        plot_pictures(torch.zeros(2, 1, 4, 4), ["one"])
