"""The captioner's words depend on the picture and on the words before them."""

import torch

from course_lib.models.captioner import Captioner, CaptionerConfig
from course_lib.models.vit import ViTConfig

VISION = ViTConfig(image_size=8, patch_size=4, channels=1, depth=1, d_model=16, num_heads=2, d_hidden=32)


def model():
    torch.manual_seed(0)
    return Captioner(CaptionerConfig(vision=VISION, vocab_size=12, depth=2, max_len=10))


def test_a_word_sees_the_words_before_it_and_the_whole_picture(rng):
    m, images = model().double(), torch.randn(2, 1, 8, 8, generator=rng, dtype=torch.float64)
    words = torch.tensor([[1, 4, 5], [1, 6, 7]])
    later, corner = words.clone(), images.clone()
    later[:, 2], corner[:, :, 7, 7] = 9, 3.0
    before = m(images, words)
    assert torch.equal(before[:, :2], m(images, later)[:, :2])
    assert not torch.equal(before[:, 0], m(corner, words)[:, 0])


def test_every_parameter_learns(rng):
    m = model()
    m(torch.randn(2, 1, 8, 8, generator=rng), torch.tensor([[1, 4], [1, 6]])).square().sum().backward()
    unused = [name for name, p in m.named_parameters() if p.numel() and (p.grad is None or not p.grad.any())]
    assert unused == []


def test_describing_equals_teacher_forcing_on_its_own_words(rng):
    m, images = model(), torch.randn(3, 1, 8, 8, generator=rng)
    ids = m.describe(images, max_len=6, eos_id=-1)
    written = torch.cat([torch.ones(3, 1, dtype=torch.long), ids[:, :-1]], 1)
    assert torch.equal(m(images, written).argmax(-1), ids)


def test_looks_are_rows_over_class_token_and_patches(rng):
    looks = model().looks(torch.randn(2, 1, 8, 8, generator=rng), torch.tensor([[1, 4, 5], [1, 6, 7]]))
    assert looks.shape == (2, 2, 2, 3, 5)
    torch.testing.assert_close(looks.sum(-1), torch.ones(2, 2, 2, 3))
