"""What a reader may rely on about the norms."""

import pytest
import torch
import torch.nn.functional as F

from course_lib.layers.norms import LayerNorm, RMSNorm, layer_norm, rms_norm

EVERY_DTYPE = [(torch.float64, 1e-12), (torch.float32, 1e-5), (torch.float16, 5e-3), (torch.bfloat16, 4e-2)]


def test_lecture_layer_norm_of_four_numbers(device):
    """DNN 16.3.1: mean 8.75, standard deviation 10.83 (the root of 117.19)."""
    x = torch.tensor([5.0, 10.0, -5.0, 25.0], device=device)
    expected = torch.tensor([-0.346, 0.115, -1.270, 1.501], device=device)
    out = layer_norm(x, torch.ones(4, device=device), torch.zeros(4, device=device))
    torch.testing.assert_close(out, expected, atol=5e-4, rtol=0)


@pytest.mark.parametrize(("dtype", "atol"), EVERY_DTYPE)
@pytest.mark.parametrize("eps", [1e-5, 1e-12, 0.1])
def test_layer_norm_is_pytorch_s_in_float64(device, rng, dtype, atol, eps):
    x, gamma, beta = (torch.randn(shape, device=device, generator=rng).to(dtype) for shape in [(2, 3, 8), (8,), (8,)])
    expected = F.layer_norm(x.double(), (8,), gamma.double(), beta.double(), eps)
    out = layer_norm(x, gamma, beta, eps)
    assert out.dtype == dtype
    torch.testing.assert_close(out.double(), expected, atol=atol, rtol=0)
    module = LayerNorm(8, eps).to(device, dtype)
    module.load_state_dict({"gamma": gamma, "beta": beta})
    torch.testing.assert_close(module(x).double(), expected, atol=atol, rtol=0)


@pytest.mark.parametrize(("dtype", "atol"), EVERY_DTYPE)
def test_rms_norm_is_pytorch_s_in_float64(device, rng, dtype, atol):
    x, weight = (torch.randn(shape, device=device, generator=rng).to(dtype) for shape in [(2, 3, 8), (8,)])
    expected = F.rms_norm(x.double(), (8,), weight.double(), 1e-6)
    module = RMSNorm(8).to(device, dtype)
    module.load_state_dict({"weight": weight})
    for out in (rms_norm(x, weight), module(x)):
        assert out.dtype == dtype  # transformers#30236
        torch.testing.assert_close(out.double(), expected, atol=atol, rtol=0)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_squares_beyond_float16_do_not_overflow(device, dtype):
    x = torch.tensor([1e4, -1e4, 1e4, -1e4], dtype=dtype, device=device)
    ones = torch.ones(4, dtype=dtype, device=device)
    assert layer_norm(x, ones, 0 * ones).tolist() == [1, -1, 1, -1]
    assert LayerNorm(4).to(device, dtype)(x).tolist() == [1, -1, 1, -1]
    assert rms_norm(x, ones).tolist() == [1, -1, 1, -1]


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_half_inputs_keep_their_dtype_under_float32_parameters(device, rng, dtype):
    """pytorch#155527: the parameters do not widen the result."""
    x = torch.randn(3, 8, device=device, generator=rng).to(dtype)
    for module in (LayerNorm(8).to(device), RMSNorm(8).to(device)):
        assert module(x).dtype == dtype


def test_a_constant_token_gives_the_shift_with_finite_gradients(device):
    x = torch.full((2, 4), 7.0, device=device, requires_grad=True)
    beta = torch.arange(4.0, device=device)
    out = layer_norm(x, torch.ones(4, device=device), beta)
    assert out[0].tolist() == [0.0, 1.0, 2.0, 3.0]
    assert torch.autograd.grad(out[0, 1], x)[0].isfinite().all()


def test_a_token_of_zeros_stays_zero_under_rms_norm(device):
    x = torch.zeros(2, 4, device=device, requires_grad=True)
    out = rms_norm(x, torch.ones(4, device=device))
    assert out.eq(0).all()
    assert torch.autograd.grad(out.sum(), x)[0].isfinite().all()


def test_a_token_s_norm_does_not_depend_on_other_tokens(device, rng):
    x = torch.randn(2, 5, 8, device=device, generator=rng)
    for norm in (LayerNorm(8).to(device), RMSNorm(8).to(device)):
        torch.testing.assert_close(norm(x)[1, 3], norm(x[1, 3]))


def test_gradients_are_those_of_finite_differences(device, rng):
    x, gamma, beta = (torch.randn(s, dtype=torch.float64, device=device, generator=rng).requires_grad_() for s in [(2, 4), (4,), (4,)])
    assert torch.autograd.gradcheck(layer_norm, (x, gamma, beta))
    assert torch.autograd.gradcheck(rms_norm, (x, gamma))


def test_norms_leave_their_input_as_it_was(device, rng):
    x = torch.randn(8, 3, device=device, generator=rng).T
    before = x.clone()
    layer_norm(x, torch.ones(8, device=device), torch.ones(8, device=device)), rms_norm(x, torch.ones(8, device=device))
    assert torch.equal(x, before)


def test_order_within_a_token_is_kept_only_before_gamma(device):
    """Erratum 12."""
    x, gamma = torch.tensor([1.0, 2.0, 3.0], device=device), torch.tensor([1.0, 1.0, -2.0], device=device)
    zero = torch.zeros(3, device=device)
    assert layer_norm(x, torch.ones(3, device=device), zero).argsort().tolist() == [0, 1, 2]
    assert layer_norm(x, gamma, zero).argsort().tolist() == [2, 0, 1]


def test_a_scale_of_another_width_is_refused():
    with pytest.raises(ValueError, match=r"gamma has shape \(3,\) and a token has 4 features"):
        layer_norm(torch.zeros(2, 4), torch.ones(3), torch.zeros(4))
    with pytest.raises(ValueError, match=r"expected \(4,\)"):
        rms_norm(torch.zeros(2, 4), torch.ones(1))
    with pytest.raises(ValueError, match=r"gamma has shape \(6,\)"):
        LayerNorm(6)(torch.zeros(2, 4))


def test_parameters_have_the_field_s_names():
    assert set(LayerNorm(4).state_dict()) == {"gamma", "beta"}
    assert set(RMSNorm(4).state_dict()) == {"weight"}
