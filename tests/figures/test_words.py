"""What a reader may rely on in pictures of word vectors."""

import numpy as np
import pytest
import torch
from sklearn.decomposition import PCA

from course_lib.figures.words import plane_of, plot_coordinates, plot_plane


def test_the_plane_is_that_of_the_principal_components():
    x = torch.randn(20, 6, generator=torch.Generator().manual_seed(0))
    expected = PCA(n_components=2).fit_transform(x.numpy())
    np.testing.assert_allclose(plane_of(x).abs().numpy(), np.abs(expected), atol=1e-5)


def test_the_plane_does_not_flip_between_runs():
    x = torch.randn(20, 6, generator=torch.Generator().manual_seed(0))
    points = plane_of(x)
    assert all(points[points[:, axis].abs().argmax(), axis] > 0 for axis in (0, 1))


def test_two_tables_share_one_colour_scale():
    fig = plot_coordinates({"small": torch.ones(2, 3), "large": 4 * torch.ones(2, 3)}, ["a", "b"])
    assert [ax.collections[0].get_clim() for ax in fig.axes] == [(-4, 4), (-4, 4)]


def test_a_table_needs_a_row_for_each_word():
    with pytest.raises(ValueError, match="2 words need 2 rows"):
        plot_coordinates({"one": torch.ones(3, 3)}, ["a", "b"])


def test_only_the_words_asked_for_are_named():
    fig = plot_plane(torch.eye(3)[:, :2], {1: "dog"})
    assert [text.get_text() for text in fig.axes[0].texts] == ["dog"]
    assert len(fig.axes[0].collections[0].get_offsets()) == 3
