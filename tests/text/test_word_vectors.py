"""Cosines, neighbours, analogies and the loss of word2vec, by algebra and by PyTorch's own."""

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st

from course_lib.text.skipgram import cbow_windows, train_word_vectors
from course_lib.text.word_vectors import analogy, cosine_similarity, nearest, one_hot, sgns_loss, skipgram_pairs


def test_one_hot_equals_pytorchs(device):
    ids = torch.tensor([[0, 3], [2, 2]], device=device)
    assert torch.equal(one_hot(ids, 4), F.one_hot(ids, 4).float())


def test_a_one_hot_row_times_a_table_is_a_lookup(device, rng):
    E, ids = torch.randn(7, 3, device=device, generator=rng), torch.tensor([6, 0, 3], device=device)
    torch.testing.assert_close(one_hot(ids, 7) @ E, E[ids])


@pytest.mark.parametrize("ids", [[4], [-1]])
def test_an_id_outside_is_refused(ids):
    with pytest.raises(IndexError, match="0 to 3"):
        one_hot(torch.tensor(ids), 4)


def test_cosine_equals_pytorchs_and_broadcasts(device, rng):
    a, b = torch.randn(5, 1, 8, device=device, generator=rng), torch.randn(4, 8, device=device, generator=rng)
    torch.testing.assert_close(cosine_similarity(a, b), F.cosine_similarity(a, b, dim=-1))


def test_a_zero_vector_has_cosine_zero_and_finite_gradients(device):
    a = torch.zeros(3, device=device, requires_grad=True)
    out = cosine_similarity(a, torch.ones(3, device=device))
    out.backward()
    assert out.item() == 0
    assert torch.isfinite(a.grad).all()


def test_cosine_in_half_precision_does_not_overflow(device):
    a = torch.full((4,), 300.0, device=device, dtype=torch.float16)
    out = cosine_similarity(a, a)
    assert out.dtype == torch.float16
    assert out.item() == pytest.approx(1.0, abs=1e-3)


def test_cosines_survive_a_rotation(device, rng):
    """Coordinates have no meaning of their own: turn all vectors, and nothing that is compared changes."""
    E = torch.randn(10, 6, device=device, generator=rng, dtype=torch.float64)
    Q = torch.linalg.qr(torch.randn(6, 6, device=device, generator=rng, dtype=torch.float64)).Q
    torch.testing.assert_close(cosine_similarity(E[:, None], E), cosine_similarity((E @ Q)[:, None], E @ Q))


def test_nearest_ties_go_to_the_lower_id():
    E = torch.tensor([[2.0, 0.0], [1.0, 0.0], [0.0, 1.0], [4.0, 0.0]])
    assert nearest(E, torch.tensor([1.0, 0.0]), 3).tolist() == [0, 1, 3]


def test_nearest_gives_fewer_when_fewer_are_left():
    assert nearest(torch.eye(3), torch.ones(3), 9, exclude={0, 2}).tolist() == [1]


def test_an_analogy_never_answers_with_its_question(rng):
    E = torch.randn(6, 4, generator=rng)
    assert set(analogy(E, 1, 2, 3, k=6).tolist()) == {0, 4, 5}


@given(st.lists(st.integers(0, 4), max_size=12), st.integers(0, 5))
def test_pairs_are_those_of_the_two_loops(ids, window):
    n = len(ids)
    expected = [[ids[i], ids[j]] for i in range(n) for j in range(max(0, i - window), min(n, i + window + 1)) if j != i]
    pairs = skipgram_pairs(ids, window)
    assert pairs.tolist() == expected
    assert pairs.shape == (len(expected), 2)
    assert pairs.dtype == torch.int64


def test_the_loss_is_a_sum_of_binary_cross_entropies(device, rng):
    u, v, n = (torch.randn(s, device=device, generator=rng) for s in ((5, 8), (5, 8), (5, 3, 8)))
    scores = torch.cat([(u * v).sum(-1, keepdim=True), (n * u[:, None]).sum(-1)], 1)
    labels = torch.zeros_like(scores)
    labels[:, 0] = 1
    torch.testing.assert_close(sgns_loss(u, v, n), F.binary_cross_entropy_with_logits(scores, labels, reduction="sum") / 5)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_the_loss_is_finite_for_huge_products(sign):
    u = torch.full((1, 1), 100.0)
    assert torch.isfinite(sgns_loss(u, sign * u, sign * u[None]))


def test_a_loss_over_nothing_is_zero_and_connected():
    u = torch.zeros(0, 4, requires_grad=True)
    loss = sgns_loss(u, torch.zeros(0, 4), torch.zeros(0, 2, 4))
    assert loss.item() == 0
    assert loss.requires_grad


def test_cbow_hides_what_lies_beyond_the_ends():
    _, neighbours, real = cbow_windows(torch.tensor([5, 6, 7, 8]), 2)
    assert [row[mask].tolist() for row, mask in zip(neighbours, real, strict=True)] == [[6, 7], [5, 7, 8], [5, 6, 8], [6, 7]]


@pytest.mark.parametrize("kind", ["skip-gram", "cbow"])
def test_words_in_the_same_places_end_near_each_other(kind):
    """cat and dog stand between the same words, car and bus between others."""
    g = torch.Generator().manual_seed(0)
    text = []
    for pair in torch.randint(4, (600,), generator=g).tolist():
        text += [[4, 0, 5], [4, 1, 5], [6, 2, 7], [6, 3, 7]][pair]
    losses = []
    E = train_word_vectors(
        text, 8, 12, kind=kind, window=1, epochs=8, batch_size=64, generator=g, progress=lambda _, loss: losses.append(loss)
    )
    assert cosine_similarity(E[0], E[1]) > cosine_similarity(E[0], E[2]) + 0.5
    assert losses[-1] < losses[0]


def test_training_repeats_with_its_seed_and_leaves_the_global_generator():
    before = torch.get_rng_state()
    a, b = (train_word_vectors([0, 1, 2, 1] * 9, 3, 4, generator=torch.Generator().manual_seed(1)) for _ in range(2))
    assert torch.equal(a, b)
    assert torch.equal(before, torch.get_rng_state())


@pytest.mark.parametrize(
    "call",
    [
        lambda: cosine_similarity(torch.zeros(3), torch.zeros(4)),
        lambda: nearest(torch.eye(2), torch.ones(2), -1),
        lambda: skipgram_pairs([1, 2], -1),
        lambda: sgns_loss(torch.zeros(2, 3), torch.zeros(2, 3), torch.zeros(2, 3)),
        lambda: train_word_vectors([0, 1], 2, kind="glove"),
        lambda: train_word_vectors([0], 2),
    ],
)
def test_wrong_arguments_are_refused(call):
    with pytest.raises(ValueError, match=r"features|or more|expected|kind|at least two"):
        call()
