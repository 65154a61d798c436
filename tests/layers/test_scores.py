"""Bahdanau's and Luong's scores, by loops and by the papers' formulas."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from course_lib.layers.scores import additive_scores, alignment_matrix, attend, dot_scores, general_scores, local_weights


@pytest.fixture
def parts(device, rng):
    sizes = {"query": (2, 3), "keys": (2, 5, 4), "W_q": (6, 3), "W_k": (6, 4), "v": (6,), "W": (3, 4), "same": (2, 4)}
    return {name: torch.randn(s, device=device, generator=rng, dtype=torch.float64) for name, s in sizes.items()}


def test_additive_scores_are_the_papers_sum(parts):
    p = parts
    out = additive_scores(p["query"], p["keys"], p["W_q"], p["W_k"], p["v"])
    for b in range(2):
        for s in range(5):
            expected = p["v"] @ torch.tanh(p["W_q"] @ p["query"][b] + p["W_k"] @ p["keys"][b, s])
            torch.testing.assert_close(out[b, s], expected)


def test_general_scores_are_q_w_k(parts):
    out = general_scores(parts["query"], parts["keys"], parts["W"])
    torch.testing.assert_close(out, torch.einsum("bi,ij,bsj->bs", parts["query"], parts["W"], parts["keys"]))


def test_dot_scores_are_general_scores_with_the_identity(parts):
    eye = torch.eye(4, dtype=torch.float64, device=parts["same"].device)
    torch.testing.assert_close(dot_scores(parts["same"], parts["keys"]), general_scores(parts["same"], parts["keys"], eye))


def test_dot_scores_are_not_scaled():
    assert dot_scores(torch.ones(1, 16), torch.ones(1, 1, 16)).item() == 16


def test_a_row_with_nothing_to_read_is_zero_with_finite_gradients(device):
    scores, values = torch.zeros(2, 3, device=device, requires_grad=True), torch.ones(2, 3, 4, device=device)
    context, weights = attend(scores, values, torch.tensor([[True, False, True], [False] * 3], device=device))
    context.sum().backward()
    assert weights.tolist() == [[0.5, 0, 0.5], [0, 0, 0]]
    assert not context[1].any()
    assert torch.isfinite(scores.grad).all()


@given(st.floats(-3.0, 9.0), st.integers(1, 4), st.integers(0, 100))
def test_local_weights_are_luongs_equations(center, window, seed):
    scores = torch.randn(7, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)
    inside = [s for s in range(7) if abs(s - center) <= window]
    total = sum(math.exp(scores[s]) for s in inside)
    expected = [
        math.exp(scores[s]) / total * math.exp(-((s - center) ** 2) / (2 * (window / 2) ** 2)) if s in inside else 0.0 for s in range(7)
    ]
    out = local_weights(scores[None], torch.tensor([center], dtype=torch.float64), window)
    torch.testing.assert_close(out[0], torch.tensor(expected, dtype=torch.float64))


def test_local_weights_teach_the_centre_where_to_look():
    scores, center = torch.randn(2, 6, dtype=torch.float64, requires_grad=True), torch.tensor([2.3, 4.1], dtype=torch.float64)
    assert torch.autograd.gradcheck(lambda s, c: local_weights(s, c, 2), (scores, center.requires_grad_()))


def test_each_row_of_the_alignment_is_one_attend(parts):
    states = torch.stack([parts["same"], 2 * parts["same"]], 1)
    matrix = alignment_matrix(states, parts["keys"], dot_scores)
    for t in range(2):
        torch.testing.assert_close(matrix[:, t], attend(dot_scores(states[:, t], parts["keys"]), parts["keys"])[1])


@pytest.mark.parametrize(
    "call",
    [
        lambda: dot_scores(torch.zeros(1, 2), torch.zeros(1, 3, 4)),
        lambda: general_scores(torch.zeros(1, 2), torch.zeros(1, 3, 4), torch.zeros(3, 4)),
        lambda: additive_scores(torch.zeros(1, 2), torch.zeros(1, 3, 4), torch.zeros(5, 3), torch.zeros(5, 4), torch.zeros(5)),
        lambda: attend(torch.zeros(1, 2), torch.zeros(1, 3, 4)),
        lambda: local_weights(torch.zeros(1, 2), torch.zeros(1), 0),
    ],
)
def test_what_does_not_fit_is_refused(call):
    with pytest.raises(ValueError, match=r"must match|at least one"):
        call()
