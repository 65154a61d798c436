"""What a reader may rely on about positions and embeddings."""

import math

import pytest
import torch
from transformers import LlamaConfig
from transformers.models.llama.modeling_llama import LlamaRotaryEmbedding, apply_rotary_pos_emb

from course_lib.layers.embeddings import embed, embedding_parameters, lm_logits
from course_lib.layers.positions import rotary, sinusoidal_positions


@pytest.mark.parametrize(("length", "width", "base"), [(50, 16, 10000.0), (7, 5, 100.0), (3, 1, 10.0)])
def test_sinusoids_are_their_formula(length, width, base):
    table = sinusoidal_positions(length, width, base)
    assert table.dtype == torch.float32
    assert table.shape == (length, width)
    for position in range(length):
        for feature in range(width):
            angle = position / base ** (feature // 2 * 2 / width)
            assert table[position, feature].item() == pytest.approx(math.cos(angle) if feature % 2 else math.sin(angle), abs=1e-6)


def test_a_shift_of_sinusoids_is_one_rotation_for_all_positions():
    table = sinusoidal_positions(40, 8).double()
    turn = torch.linalg.lstsq(table[:-3], table[3:]).solution
    torch.testing.assert_close(table[:-3] @ turn, table[3:], atol=1e-4, rtol=0)


def test_rotary_is_transformers_up_to_the_order_of_features(device, rng):
    """transformers#25199: they pair feature i with i + d/2; taking even features first, then odd ones, makes ours theirs."""
    x = torch.randn(2, 3, 9, 8, device=device, generator=rng)
    order = torch.cat([torch.arange(0, 8, 2), torch.arange(1, 8, 2)]).to(device)
    positions = torch.arange(9, device=device) + 100
    table = LlamaRotaryEmbedding(LlamaConfig(hidden_size=8, num_attention_heads=1, max_position_embeddings=200)).to(device)
    cos, sin = table(x, positions[None])
    theirs, _ = apply_rotary_pos_emb(x[..., order], x[..., order], cos, sin)
    torch.testing.assert_close(rotary(x, positions)[..., order], theirs, atol=2e-5, rtol=0)


def test_a_rotated_dot_product_depends_on_the_distance_alone(device, rng):
    q, k = torch.randn(2, 1, 16, device=device, generator=rng, dtype=torch.float64)
    where = torch.tensor([5.0], device=device, dtype=torch.float64)
    near = (rotary(q, where) * rotary(k, where - 3)).sum()
    for shift in (-5, 20, 1000):
        torch.testing.assert_close((rotary(q, where + shift) * rotary(k, where - 3 + shift)).sum(), near)


def test_rotation_keeps_lengths_and_position_zero_keeps_everything(device, rng):
    x = torch.randn(2, 4, 6, device=device, generator=rng)
    torch.testing.assert_close(rotary(x, torch.arange(4, device=device) * 17).norm(dim=-1), x.norm(dim=-1))
    assert torch.equal(rotary(x, torch.zeros(4, dtype=torch.long, device=device)), x)


@pytest.mark.parametrize(("dtype", "atol"), [(torch.bfloat16, 2e-2), (torch.float16, 3e-3)])
@pytest.mark.parametrize("position", [257, 1857, 4095])
def test_half_precision_does_not_blur_positions(device, rng, dtype, atol, position):
    """gpt-neox#1003, transformers#25681: bfloat16 angles cannot tell 256 from 257."""
    x = torch.randn(1, 8, device=device, generator=rng).to(dtype)
    out = rotary(x, torch.tensor([position], device=device))
    assert out.dtype == dtype
    expected = rotary(x.double(), torch.tensor([position], device=device))
    torch.testing.assert_close(out.double(), expected, atol=atol, rtol=0)


def test_each_row_of_a_batch_may_have_its_own_positions(device, rng):
    x = torch.randn(2, 3, 4, device=device, generator=rng)
    positions = torch.tensor([[0, 1, 2], [7, 8, 9]], device=device)
    torch.testing.assert_close(rotary(x, positions)[1], rotary(x[1], positions[1]))


def test_rotary_has_the_gradient_of_finite_differences(device, rng):
    x = torch.randn(3, 4, dtype=torch.float64, device=device, generator=rng).requires_grad_()
    assert torch.autograd.gradcheck(lambda x: rotary(x, torch.arange(3, device=device)), (x,))


def test_an_odd_width_cannot_be_turned():
    with pytest.raises(ValueError, match="5 features do not pair up"):
        rotary(torch.zeros(2, 5), torch.arange(2))


def test_embedding_is_the_sum_of_two_rows(device, rng):
    E, P = torch.randn(7, 4, device=device, generator=rng), torch.randn(5, 4, device=device, generator=rng)
    ids = torch.tensor([[6, 0, 6], [1, 2, 3]], device=device)
    out = embed(ids, E, P)
    for b in range(2):
        for i in range(3):
            torch.testing.assert_close(out[b, i], E[ids[b, i]] + P[i])


@pytest.mark.parametrize(("ids", "words"), [([[0] * 6], "6 tokens, but only 5 positions"), ([7], "from 7 to 7"), ([-1], "7 entries")])
def test_ids_and_lengths_out_of_range_are_refused(ids, words):
    with pytest.raises(IndexError, match=words):
        embed(torch.tensor(ids), torch.zeros(7, 4), torch.zeros(5, 4))


def test_logits_are_a_linear_layer_with_the_embeddings_as_weights(device, rng):
    h, E, bias = (torch.randn(s, device=device, generator=rng) for s in [(2, 3, 4), (7, 4), (7,)])
    torch.testing.assert_close(lm_logits(h, E, bias), torch.nn.functional.linear(h, E, bias))
    torch.testing.assert_close(lm_logits(h, E), torch.nn.functional.linear(h, E))
    with pytest.raises(ValueError, match="4 features and an output vector 5"):
        lm_logits(h, torch.zeros(7, 5, device=device))


def test_tying_halves_the_embedding_parameters():
    assert embedding_parameters(100, 8, tied=False) == 2 * embedding_parameters(100, 8, tied=True) == 1600
