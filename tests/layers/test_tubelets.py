"""Tubelets are what a three-dimensional convolution with stride = kernel sees."""

import pytest
import torch
from torch.nn.functional import conv3d

from course_lib.layers.tubelets import tubelets


def test_projected_tubelets_equal_a_strided_convolution(device, rng):
    film = torch.randn(2, 3, 4, 6, 6, device=device, generator=rng)
    weight = torch.randn(5, 2 * 3 * 3 * 3, device=device, generator=rng)  # (D, t*p*p*C)
    kernel = weight.view(5, 2, 3, 3, 3).permute(0, 4, 1, 2, 3)  # (D, C, t, p, p)
    theirs = conv3d(film, kernel, stride=(2, 3, 3)).flatten(2).mT
    torch.testing.assert_close(tubelets(film, t=2, p=3) @ weight.mT, theirs, atol=1e-4, rtol=1e-4)


def test_a_film_must_be_tiled():
    with pytest.raises(ValueError, match="B, C, T, H, W"):
        tubelets(torch.zeros(1, 4, 8, 8), 2, 4)
    with pytest.raises(ValueError, match="must divide"):
        tubelets(torch.zeros(1, 1, 5, 8, 8), 2, 4)
    with pytest.raises(ValueError, match="must divide"):
        tubelets(torch.zeros(1, 1, 4, 8, 8), 2, 3)
