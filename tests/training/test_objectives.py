"""What a reader may rely on about objectives."""

import math

import pytest
import torch
import torch.nn.functional as F

from course_lib.training.objectives import causal_lm_loss, mlm_corrupt, mlm_loss, span_loss, tagging_loss


@pytest.fixture
def corrupted():
    ids = torch.randint(5, 1000, (400, 250), generator=torch.Generator().manual_seed(1))
    ids[:, 0], ids[:, -20:] = 2, 0
    return (ids, *mlm_corrupt(ids, ids < 5, 1000, 4, generator=torch.Generator().manual_seed(2)))


def test_fifteen_percent_are_chosen_and_never_a_special_token(corrupted):
    """transformers#11155: padding must not be masked. 92,000 draws: one standard deviation is 0.0012."""
    ids, inputs, labels = corrupted
    assert (labels[ids < 5] == -100).all()
    assert torch.equal(inputs[ids < 5], ids[ids < 5])
    assert abs((labels[ids >= 5] != -100).double().mean() - 0.15) < 0.01


def test_of_the_chosen_eighty_are_masked_ten_random_ten_kept(corrupted):
    """transformers#17377: the second draw is not a share of the rest by mistake."""
    ids, inputs, labels = corrupted
    chosen = labels != -100
    masked, kept = (inputs == 4)[chosen].double().mean(), (inputs == ids)[chosen].double().mean()
    assert abs(masked - 0.8) < 0.02
    assert abs(kept - 0.1) < 0.02
    drawn = inputs[chosen & (inputs != 4) & (inputs != ids)]
    assert abs(drawn.double().mean() - 499.5) < 60
    assert drawn.min() < 100
    assert drawn.max() > 900


def test_labels_are_the_originals_and_other_inputs_stay(corrupted):
    ids, inputs, labels = corrupted
    chosen = labels != -100
    assert torch.equal(labels[chosen], ids[chosen])
    assert torch.equal(inputs[~chosen], ids[~chosen])


@pytest.mark.parametrize("rate", [0.0, 1.0])
def test_rates_zero_and_one_choose_none_and_all(device, rate):
    ids = torch.arange(5, 45, device=device).view(2, 20)
    _, labels = mlm_corrupt(ids, ids < 5, 50, 4, rate)
    assert (labels != -100).double().mean() == rate


def test_corruption_repeats_with_its_generator_and_leaves_the_global_one():
    ids = torch.arange(5, 105)
    before = torch.get_rng_state()
    a, b = (mlm_corrupt(ids, ids < 5, 200, 4, generator=torch.Generator().manual_seed(3)) for _ in range(2))
    assert torch.equal(a[0], b[0])
    assert torch.equal(torch.get_rng_state(), before)


@pytest.mark.parametrize(("dtype", "rtol"), [(torch.float64, 1e-12), (torch.float32, 1e-5), (torch.bfloat16, 1e-2), (torch.float16, 2e-3)])
def test_mlm_loss_is_cross_entropy_over_the_hidden(device, rng, dtype, rtol):
    logits = (3 * torch.randn(2, 6, 9, device=device, generator=rng)).to(dtype)
    labels = torch.randint(9, (2, 6), device=device, generator=rng)
    labels[0, :4] = -100
    loss = mlm_loss(logits, labels)
    assert loss.dtype == dtype
    torch.testing.assert_close(loss.double(), F.cross_entropy(logits.double().flatten(0, 1), labels.flatten()), rtol=rtol, atol=0)


def test_losses_over_nothing_are_zero_and_connected(device):
    logits = torch.randn(2, 1, 5, device=device, requires_grad=True)
    nothing = torch.full((2, 1), -100, device=device)
    padding = torch.zeros(2, 1, dtype=torch.bool, device=device)
    for loss in (mlm_loss(logits, nothing), tagging_loss(logits, nothing, padding), causal_lm_loss(logits, nothing + 100)):
        assert loss.item() == 0.0
        (gradient,) = torch.autograd.grad(loss, logits)
        assert gradient.eq(0).all()


def test_tags_on_padding_do_not_count(device, rng):
    logits = torch.randn(2, 4, 3, device=device, generator=rng)
    labels = torch.tensor([[0, 2, 999, -7], [1, 1, 0, 2]], device=device)
    mask = labels.clamp(0, 2) == labels
    right = F.cross_entropy(logits[mask], labels[mask])
    torch.testing.assert_close(tagging_loss(logits, labels, mask), right)


def test_a_mean_is_over_tokens_not_over_sequences(device, rng):
    """transformers#24725: one long and one short sequence."""
    logits = torch.randn(2, 6, 3, device=device, generator=rng)
    labels = torch.randint(3, (2, 6), device=device, generator=rng)
    mask = torch.arange(6, device=device) < torch.tensor([[6], [1]], device=device)
    sums = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="none").view(2, 6)
    torch.testing.assert_close(tagging_loss(logits, labels, mask), sums[mask].sum() / 7)


def test_span_loss_is_the_mean_of_two_cross_entropies(device, rng):
    start_logits, end_logits = torch.randn(2, 3, 5, device=device, generator=rng)
    start, end = torch.randint(5, (2, 3), device=device, generator=rng)
    right = (F.cross_entropy(start_logits, start) + F.cross_entropy(end_logits, end)) / 2
    torch.testing.assert_close(span_loss(start_logits, end_logits, start, end), right)


def test_causal_loss_shifts_by_one_and_skips_padding(device, rng):
    logits = torch.randn(2, 4, 7, device=device, generator=rng)
    ids = torch.tensor([[1, 2, 3, 4], [5, 6, 0, 0]], device=device)
    pairs = [(0, 0, 2), (0, 1, 3), (0, 2, 4), (1, 0, 6)]
    by_hand = sum(-logits[b, i].log_softmax(-1)[answer] for b, i, answer in pairs) / 4
    torch.testing.assert_close(causal_lm_loss(logits, ids, pad_id=0), by_hand)
    everything = F.cross_entropy(logits[:, :-1].flatten(0, 1), ids[:, 1:].flatten())
    torch.testing.assert_close(causal_lm_loss(logits, ids), everything)


def test_lecture_loss_of_a_misread_word():
    """Erratum 54: at p = 0.05 the loss is 2.996, wherever the other 0.95 went."""
    for rest in ([0.90, 0.05], [0.05, 0.90]):
        logits = torch.tensor([[0.05, *rest]]).log()
        assert mlm_loss(logits, torch.tensor([0])).item() == pytest.approx(-math.log(0.05), abs=1e-5)


def test_what_does_not_fit_is_refused():
    with pytest.raises(ValueError, match=r"expected shape \(2, 3\)"):
        mlm_corrupt(torch.ones(2, 3, dtype=torch.long), torch.zeros(3, dtype=torch.bool), 9, 4)
    with pytest.raises(ValueError, match="no shift"):
        causal_lm_loss(torch.zeros(1, 3, 5), torch.zeros(1, 4, dtype=torch.long))
