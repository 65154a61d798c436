"""Training on reviews: what is hidden, and what a classifier is given."""

import pytest
import torch
from torch import nn

from course_lib.text.reviews import encode_reviews, review_tokenizer, reviews
from course_lib.training.review_task import MASK_ID, hide, share_right, train_classifier


def data(n=200):
    texts, verdicts = reviews(n, torch.Generator().manual_seed(0))
    return *encode_reviews(review_tokenizer(), texts), verdicts


def test_marks_and_padding_are_never_hidden():
    ids, _, _ = data()
    given, labels = hide(ids, 50, 1.0, torch.Generator().manual_seed(1))
    assert torch.equal(labels == -100, ids < 5)
    assert torch.equal(given[ids < 5], ids[ids < 5])


def test_with_masks_only_a_word_that_is_asked_for_is_never_shown():
    ids, _, _ = data()
    given, labels = hide(ids, 50, 0.3, torch.Generator().manual_seed(1), masks_only=True)
    assert (given[labels != -100] == MASK_ID).all()
    assert torch.equal(given[labels == -100], ids[labels == -100])


@pytest.mark.parametrize(("hidden", "seen"), [(0.0, False), (0.5, True)])
def test_a_classifier_is_given_blanks_only_when_asked(hidden, seen):
    class Watch(nn.Module):
        def __init__(self):
            super().__init__()
            self.table, self.masks = nn.Embedding(50, 2), 0

        def forward(self, ids, mask):
            self.masks += int((ids == MASK_ID).sum())
            return self.table(ids[:, 5])

    model = Watch()
    train_classifier(model, *data(), steps=3, seed=0, hidden=hidden, vocab_size=50)
    assert bool(model.masks) == seen


def test_the_same_seed_gives_the_same_training():
    def run():
        torch.manual_seed(0)
        model = nn.Sequential(nn.Embedding(50, 2))
        model.forward = lambda ids, mask: model[0](ids[:, 5])
        return train_classifier(model, *data(), steps=80, seed=4, rate=0.1), share_right(model, *data())

    assert run() == run()
    assert run()[1] > 0.9  # the adjective stands there
