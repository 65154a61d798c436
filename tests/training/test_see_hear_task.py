"""The task of two senses: the answer is true, and no single input holds it."""

import torch

from course_lib.training.see_hear_task import HELD_OUT, clicks, see_or_hear


def test_the_number_of_clicks_can_be_counted_by_eye():
    counts = torch.randint(5, (300,), generator=torch.Generator().manual_seed(0))
    sounds = clicks(counts, torch.Generator().manual_seed(1))
    dark = (sounds[:, 0].mean(1) > 0.5).sum(-1)
    assert torch.equal(dark, counts)


def test_where_the_word_is_hear_the_answer_is_the_number_of_clicks():
    given, answers = see_or_hear(500, torch.Generator().manual_seed(0))
    hear = given["text"][:, 0] == 1
    dark = (given["audio"][:, 0].mean(1) > 0.5).sum(-1)
    assert torch.equal(dark[hear], answers[hear])
    assert (dark[~hear] == answers[~hear]).double().mean() < 0.4  # one in four, by chance


def test_where_the_word_is_see_the_answer_is_the_digit():
    from sklearn.datasets import load_digits

    known = {tuple((image / 16).flatten().tolist()): label for image, label in zip(*load_digits(return_X_y=True), strict=True)}
    given, answers = see_or_hear(200, torch.Generator().manual_seed(3))
    for word, image, answer in zip(given["text"][:, 0].tolist(), given["image"].flatten(1).tolist(), answers.tolist(), strict=True):
        if word == 0:
            assert known[tuple(image)] == answer


def test_held_out_pictures_are_never_trained_on():
    train, _ = see_or_hear(4000, torch.Generator().manual_seed(0))
    held, _ = see_or_hear(1000, torch.Generator().manual_seed(0), held_out=True)
    seen, new = ({tuple(x) for x in given["image"].flatten(1).tolist()} for given in (train, held))
    assert HELD_OUT * 0.9 < len(new) <= HELD_OUT
    assert not seen & new
