"""The vision transformer equals transformers' with the same weights, and needs its positions."""

import pytest
import torch
from transformers import ViTConfig as TheirConfig
from transformers import ViTForImageClassification

from course_lib.models.cnn import CNN
from course_lib.models.vit import ViT, ViTConfig

SIZES = {"image_size": 8, "patch_size": 4, "channels": 3, "num_classes": 5, "depth": 2, "d_model": 16, "num_heads": 4, "d_hidden": 24}


def tiny(**changes):
    torch.manual_seed(0)
    return ViT(ViTConfig(**SIZES | changes)).eval()


def test_logits_equal_transformers_with_the_same_weights(device, rng):
    torch.manual_seed(1)
    config = TheirConfig(
        hidden_size=16, num_hidden_layers=2, num_attention_heads=4, intermediate_size=24, image_size=8, patch_size=4, num_channels=3,
        num_labels=5, initializer_range=0.4, layer_norm_eps=1e-6,
    )  # fmt: skip
    theirs = ViTForImageClassification(config).eval().to(device)
    ours = tiny().load_vit(theirs.state_dict()).to(device)
    images = torch.randn(3, 3, 8, 8, device=device, generator=rng)
    torch.testing.assert_close(ours(images), theirs(images).logits, atol=2e-5, rtol=1e-4)


def shuffled(images):
    """The four quarters of each picture in another order."""
    quarters = [images[..., r : r + 4, c : c + 4] for r in (0, 4) for c in (0, 4)]
    a, b, c, d = (quarters[i] for i in (2, 0, 3, 1))
    return torch.cat([torch.cat([a, b], -1), torch.cat([c, d], -1)], -2)


def test_without_positions_shuffled_patches_change_nothing(rng):
    images = torch.randn(2, 3, 8, 8, generator=rng)
    blind, sighted = tiny(positions=False), tiny()
    sighted.patches.positions.data.normal_()
    torch.testing.assert_close(blind(images), blind(shuffled(images)))
    assert not torch.allclose(sighted(images), sighted(shuffled(images)), atol=1e-3)
    assert not blind.patches.positions.requires_grad


def test_what_the_class_token_reads_sums_to_one(rng):
    weights = tiny().attention_weights(torch.randn(2, 3, 8, 8, generator=rng))
    torch.testing.assert_close(weights.sum(-1), torch.ones(2, 2, 4, 5))


def test_the_mean_pool_ignores_the_class_token_at_the_head(rng):
    images, model = torch.randn(2, 3, 8, 8, generator=rng), tiny(pool="mean")
    torch.testing.assert_close(model(images), model.head(model.states(images)[:, 1:].mean(1)))


def test_impossible_sizes_are_refused():
    with pytest.raises(ValueError, match="'class' or 'mean'"):
        ViTConfig(pool="max")
    with pytest.raises(ValueError, match="must divide"):
        ViTConfig(d_model=10, num_heads=4)
    with pytest.raises(ValueError, match=r"divide|patches"):
        ViT(ViTConfig(**SIZES | {"patch_size": 3}))
    with pytest.raises(ValueError, match="built for 8 by 8"):
        tiny()(torch.zeros(1, 3, 12, 12))


def test_both_kinds_of_network_learn_the_digits():
    """1,200 to learn from, the rest to test on; one in ten is chance."""
    from course_lib.text.corpora import digits

    images, labels = digits()
    order = torch.randperm(len(images), generator=torch.Generator().manual_seed(0))
    train, test = order[:1200], order[1200:]
    torch.manual_seed(0)
    sizes = ViTConfig(image_size=8, patch_size=2, channels=1, num_classes=10, depth=2, d_model=32, num_heads=4, d_hidden=64)
    for model, epochs in ((CNN(1, 10), 3), (ViT(sizes), 8)):
        optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, fused=True)
        for epoch in range(epochs):
            for batch in train[torch.randperm(1200, generator=torch.Generator().manual_seed(epoch))].split(64):
                loss = torch.nn.functional.cross_entropy(model(images[batch]), labels[batch])
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        model.eval()
        with torch.no_grad():
            assert (model(images[test]).argmax(-1) == labels[test]).float().mean() > 0.85


def test_a_convolution_needs_something_to_look_at():
    with pytest.raises(ValueError, match="4 by 4 at least"):
        CNN(1, 2)(torch.zeros(1, 1, 3, 8))
