"""Two readers, one token layer, one softmax; and a mix of layers with shares that sum to 1."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from course_lib.text.elmo import Elmo, ElmoMix, elmo_mix, reverse_padded


def model(seed=0):
    torch.manual_seed(seed)
    return Elmo(vocab_size=11, d_model=6, num_layers=2)


def test_the_mix_is_the_formula(device, rng):
    layers, weights = torch.randn(3, 2, 5, 4, device=device, generator=rng), torch.randn(3, device=device, generator=rng)
    shares = weights.exp() / weights.exp().sum()
    expected = 1.7 * (shares[0] * layers[0] + shares[1] * layers[1] + shares[2] * layers[2])
    torch.testing.assert_close(elmo_mix(layers, weights, 1.7), expected)


@given(st.floats(-50, 50))
def test_adding_one_number_to_all_weights_changes_nothing(shift):
    layers, weights = torch.arange(6.0).view(3, 2), torch.tensor([0.3, -1.0, 2.0])
    torch.testing.assert_close(elmo_mix(layers, weights + shift, 1.0), elmo_mix(layers, weights, 1.0), atol=1e-4, rtol=1e-4)


def test_an_even_mix_is_the_mean_and_its_parts_learn():
    mix, layers = ElmoMix(4), torch.randn(4, 3, 2)
    out = mix(layers)
    torch.testing.assert_close(out, layers.mean(0))
    out.square().sum().backward()
    assert mix.weights.grad.abs().sum() > 0
    assert mix.gamma.grad.abs() > 0


def test_a_weight_is_missing():
    with pytest.raises(ValueError, match="each layer needs one weight"):
        elmo_mix(torch.zeros(3, 2), torch.zeros(2), 1.0)


def test_reading_from_the_left_never_sees_the_right_and_the_other_way_round():
    elmo, ids = model(), torch.tensor([[1, 2, 3, 4, 5]])
    layers = elmo(ids)
    changed = elmo(torch.tensor([[1, 2, 9, 4, 5]]))
    assert torch.equal(layers[1:, :, :2, :6], changed[1:, :, :2, :6])
    assert torch.equal(layers[1:, :, 3:, 6:], changed[1:, :, 3:, 6:])
    assert not torch.equal(layers[1, :, 3:, :6], changed[1, :, 3:, :6])
    assert not torch.equal(layers[1, :, :2, 6:], changed[1, :, :2, 6:])


def test_the_states_are_those_of_pytorchs_bidirectional_lstm():
    elmo = model()
    reference = torch.nn.LSTM(6, 6, batch_first=True, bidirectional=True)
    for name, p in elmo.forward_lstms[0].named_parameters():
        getattr(reference, name).data.copy_(p)
    for name, p in elmo.backward_lstms[0].named_parameters():
        getattr(reference, name + "_reverse").data.copy_(p)
    ids = torch.randint(11, (3, 7))
    torch.testing.assert_close(elmo(ids)[1], reference(elmo.tokens(ids))[0])


def test_the_shared_token_layer_hears_from_both_directions():
    """ERRATA 30: silence either direction's share of the loss, and the token layer still learns."""
    for silent in ("forward_lstms", "backward_lstms"):
        elmo = model()
        for p in getattr(elmo, silent).parameters():
            p.data.zero_()
        elmo.loss(torch.tensor([[1, 2, 3, 4]])).backward()
        assert elmo.tokens.weight.grad.abs().sum() > 0


def test_padding_changes_neither_states_nor_loss():
    elmo = model()
    short = torch.tensor([[1, 2, 3]])
    padded, lengths = torch.tensor([[1, 2, 3, 0, 0]]), torch.tensor([3])
    torch.testing.assert_close(elmo(padded, lengths)[:, :, :3], elmo(short))
    torch.testing.assert_close(elmo.loss(padded, lengths), elmo.loss(short))


def test_a_single_token_has_nothing_to_predict():
    loss = model().loss(torch.tensor([[4]]))
    assert loss.item() == 0
    assert loss.requires_grad


def test_reversing_twice_is_the_identity():
    x, lengths = torch.randn(3, 6, 2), torch.tensor([6, 2, 0])
    assert torch.equal(reverse_padded(reverse_padded(x, lengths), lengths), x)


def test_the_loss_scores_each_token_from_what_lies_before_it_and_from_what_lies_behind_it():
    """Token by token: a state that has read the token itself must not be asked for it."""
    elmo, ids, lengths = model(), torch.tensor([[1, 2, 3, 4], [5, 6, 7, 0]]), torch.tensor([4, 3])
    ahead, back = elmo(ids, lengths)[-1].chunk(2, dim=-1)
    terms = []
    for row, n in enumerate(lengths.tolist()):
        terms += [torch.nn.functional.cross_entropy(elmo.softmax(ahead[row, i]), ids[row, i + 1]) for i in range(n - 1)]
        terms += [torch.nn.functional.cross_entropy(elmo.softmax(back[row, i]), ids[row, i - 1]) for i in range(1, n)]
    torch.testing.assert_close(elmo.loss(ids, lengths), torch.stack(terms).mean())
