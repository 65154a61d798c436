"""One stream of words, picture patches and sound patches, each marked with its kind."""

import pytest
import torch
import torch.nn.functional as F

from course_lib.models.streams import LateFusion, StreamModel, StreamsConfig
from course_lib.text.corpora import spectrograms


def sizes(**changes):
    return StreamsConfig(**{"vocab_size": 12, "num_classes": 2} | changes)


def inputs(rng):
    return {
        "text": torch.randint(12, (3, 5), generator=rng),
        "image": torch.rand(3, 1, 8, 8, generator=rng),
        "audio": torch.rand(3, 1, 16, 16, generator=rng),
    }


def test_each_position_knows_its_kind(rng):
    torch.manual_seed(0)
    model = StreamModel(sizes())
    joined, kind = model.stream(**inputs(rng))
    assert joined.shape == (3, 5 + 4 + 16, 32)
    assert kind.bincount().tolist() == [5, 4, 16]
    assert model.stream(audio=inputs(rng)["audio"])[1].tolist() == [2] * 16


def test_every_kind_reaches_the_answer(rng):
    torch.manual_seed(0)
    model, x = StreamModel(sizes()), inputs(rng)
    before = model(**x)
    for name in x:
        assert not torch.allclose(before, model(**{k: v for k, v in x.items() if k != name}))


def test_the_stream_learns_to_look_where_the_word_points():
    """Word 4 asks whether the picture is bright, word 5 whether the tone rises: each kind alone gets at most three in four right."""
    torch.manual_seed(0)
    model, g = StreamModel(sizes(d_model=32, depth=1)), torch.Generator().manual_seed(0)

    def batch(n):
        audio, label = spectrograms(4 * n, generator=g)
        tone = ((label == 1) | (label == 2)).nonzero().flatten()[:n]
        bright, word = torch.randint(2, (2, n), generator=g)
        image = torch.rand(n, 1, 8, 8, generator=g) / 2 + bright.view(-1, 1, 1, 1) / 2
        return {"text": word[:, None] + 4, "image": image, "audio": audio[tone]}, torch.where(word == 0, bright, (label[tone] == 1).long())

    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3, fused=True)
    for _ in range(80):
        x, y = batch(32)
        loss = F.cross_entropy(model(**x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    x, y = batch(300)
    assert (model(**x).argmax(-1) == y).float().mean() > 0.85


@pytest.mark.parametrize("cls", [StreamModel, LateFusion])
def test_nothing_given_is_refused(cls):
    with pytest.raises(ValueError, match="nothing is given"):
        cls(sizes())()


def test_late_fusion_reads_each_kind_alone(rng):
    """The text's own vector does not change with the picture."""
    torch.manual_seed(0)
    model, x = LateFusion(sizes()), inputs(rng)
    alone = model.readers[0](text=x["text"])
    weight = model.head.weight[:, :32]
    both = model(**x) - model(**{k: v for k, v in x.items() if k != "text"})
    torch.testing.assert_close(both, alone @ weight.t(), atol=1e-5, rtol=1e-4)


def test_sizes_that_do_not_divide_are_refused():
    with pytest.raises(ValueError, match=r"divide|patches"):
        StreamModel(sizes(patch_size=3))
