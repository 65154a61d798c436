"""What a reader may rely on about patches and joined streams."""

import pytest
import torch
import torch.nn.functional as F

from course_lib.layers.patches import PatchEmbedding, join_streams, patchify, unpatchify


def test_patches_come_row_by_row_and_hold_row_column_channel(device):
    images = torch.arange(2 * 3 * 4 * 6, device=device, dtype=torch.float32).view(2, 3, 4, 6)
    patches = patchify(images, 2)
    assert patches.shape == (2, 6, 12)
    for b in range(2):
        for n in range(6):
            top, left = n // 3 * 2, n % 3 * 2
            expected = [images[b, c, top + i, left + j].item() for i in range(2) for j in range(2) for c in range(3)]
            assert patches[b, n].tolist() == expected


@pytest.mark.parametrize(("p", "height", "width"), [(1, 2, 3), (2, 4, 6), (4, 4, 4)])
def test_unpatchify_undoes_patchify(device, rng, p, height, width):
    images = torch.randn(2, 3, height, width, device=device, generator=rng)
    assert torch.equal(unpatchify(patchify(images, p), p, 3, height, width), images)


def test_the_patch_projection_is_a_convolution_with_its_side_as_stride(device, rng):
    """Erratum 66."""
    layer = PatchEmbedding(8, 4, 3, 5).to(device, torch.float64)
    images = torch.randn(2, 3, 8, 8, device=device, generator=rng, dtype=torch.float64)
    kernel = layer.projection.weight.view(5, 4, 4, 3).permute(0, 3, 1, 2)
    convolved = F.conv2d(images, kernel, layer.projection.bias, stride=4).flatten(2).mT
    torch.testing.assert_close(layer(images)[:, 1:], convolved + layer.positions[:, 1:])
    torch.testing.assert_close(layer(images)[:, 0], (layer.class_token + layer.positions[:, :1])[0].expand(2, -1))


def test_parts_have_the_contract_s_shapes():
    assert {name: tuple(p.shape) for name, p in PatchEmbedding(8, 4, 3, 5).named_parameters()} == {
        "class_token": (1, 1, 5),
        "positions": (1, 5, 5),
        "projection.weight": (5, 48),
        "projection.bias": (5,),
    }


def test_patches_that_do_not_tile_are_refused():
    for call in (lambda: patchify(torch.zeros(1, 1, 4, 5), 2), lambda: PatchEmbedding(10, 4, 1, 2)):
        with pytest.raises(ValueError, match="must divide both"):
            call()
    with pytest.raises(ValueError, match=r"4 patches of 4 numbers, not \(3, 4\)"):
        unpatchify(torch.zeros(1, 3, 4), 2, 1, 4, 4)
    with pytest.raises(ValueError, match="built for 8 by 8"):
        PatchEmbedding(8, 4, 1, 2)(torch.zeros(1, 1, 4, 4))


def test_joined_streams_keep_their_order_and_their_mark(device, rng):
    streams = [torch.randn(2, n, 4, device=device, generator=rng) for n in (3, 1, 2)]
    marks = torch.randn(3, 4, device=device, generator=rng)
    joined, kind = join_streams(streams, marks)
    assert kind.tolist() == [0, 0, 0, 1, 2, 2]
    torch.testing.assert_close(joined, torch.cat(streams, 1) + marks[kind])
    with pytest.raises(ValueError, match="3 streams but 2 modality embeddings"):
        join_streams(streams, marks[:2])
