"""Three facts that hold for every differentiable function of the library: its gradients, its inputs, its half types."""

import pytest
import torch
from torch import nn
from torch.func import functional_call

from course_lib.layers.attention import attention, fast_attention, merge_heads, softmax, split_heads
from course_lib.layers.chunked import chunked_attention, window_attention
from course_lib.layers.embeddings import lm_logits
from course_lib.layers.experts import MoELayer, load_balancing_loss, router_z_loss, top_k_routing
from course_lib.layers.feed_forward import FeedForward
from course_lib.layers.lora import LoRALinear
from course_lib.layers.masks import masked_softmax
from course_lib.layers.norms import layer_norm, rms_norm
from course_lib.layers.patches import join_streams, patchify, unpatchify
from course_lib.layers.positions import rotary
from course_lib.layers.scores import additive_scores, alignment_matrix, attend, dot_scores, general_scores, local_weights
from course_lib.layers.swiglu import SwiGLU
from course_lib.text.elmo import elmo_mix
from course_lib.text.word_vectors import cosine_similarity, sgns_loss
from course_lib.training.objectives import causal_lm_loss, mlm_loss, span_loss, tagging_loss

MASK = torch.tensor([[1, 1, 0, 1], [0, 0, 0, 0], [1, 0, 0, 0]], dtype=torch.bool)  # the second query may see nothing
IDS = torch.tensor([[1, 0, 3, 2]])
LABELS = torch.tensor([[1, -100, 3, -100]])
Q, K, V = (3, 2), (4, 2), (4, 3)


def through(layer):
    """A layer as a function of its input and its parameters."""
    names = [name for name, _ in layer.named_parameters()]

    def call(x, *parameters):
        out = functional_call(layer, dict(zip(names, parameters, strict=True)), (x,))
        return out[0] if isinstance(out, tuple) else out

    return call, [tuple(p.shape) for p in layer.parameters()]


def adapted():
    layer = LoRALinear(nn.Linear(3, 2), rank=2, alpha=4)
    layer.base.requires_grad_(True)
    return layer


FEED, FEED_SHAPES = through(FeedForward(3, 5))
GATED, GATED_SHAPES = through(SwiGLU(3, 5))
LORA, LORA_SHAPES = through(adapted())
MIXTURE, MIXTURE_SHAPES = through(MoELayer(3, 4, num_experts=3, k=3))  # every expert, so that no choice jumps

FUNCTIONS = {
    "softmax": (softmax, [(3, 4)]),
    "masked_softmax": (lambda s: masked_softmax(s, MASK.to(s.device)), [(3, 4)]),
    "attention": (lambda q, k, v: attention(q, k, v, MASK.to(q.device))[0], [Q, K, V]),
    "fast_attention": (lambda q, k, v: fast_attention(q, k, v, MASK.to(q.device)), [Q, K, V]),
    "fast_attention, causal": (lambda q, k, v: fast_attention(q, k, v, causal=True), [Q, K, V]),
    "chunked_attention": (lambda q, k, v: chunked_attention(q, k, v, MASK.to(q.device), piece=3), [Q, K, V]),
    "window_attention": (lambda q, k, v: window_attention(q, k, v, 1, causal=True), [(4, 2), K, V]),
    "split and merge heads": (lambda x: merge_heads(split_heads(x, 2).square()), [(3, 4)]),
    "layer_norm": (layer_norm, [(2, 4), (4,), (4,)]),
    "rms_norm": (rms_norm, [(2, 4), (4,)]),
    "rotary": (lambda x: rotary(x, torch.arange(7, 10, device=x.device)), [(3, 4)]),
    "additive_scores": (additive_scores, [(2, 3), (2, 4, 2), (5, 3), (5, 2), (5,)]),
    "dot_scores": (dot_scores, [(2, 3), (2, 4, 3)]),
    "general_scores": (general_scores, [(2, 3), (2, 4, 2), (3, 2)]),
    "attend": (lambda s, v: attend(s, v)[0], [(2, 4), (2, 4, 3)]),
    "local_weights": (lambda s: local_weights(s, torch.tensor([1.3], device=s.device, dtype=s.dtype), 2), [(1, 5)]),
    "alignment_matrix": (lambda a, b: alignment_matrix(a, b, dot_scores), [(1, 2, 3), (1, 4, 3)]),
    "lm_logits": (lm_logits, [(2, 3), (5, 3), (5,)]),
    "router weights": (lambda x: top_k_routing(x, 3, renormalize=False)[0].sum(-1).square(), [(4, 3)]),
    "balance loss": (lambda x: load_balancing_loss(x, torch.tensor([[0], [1], [0], [2]], device=x.device), 3), [(4, 3)]),
    "router_z_loss": (router_z_loss, [(4, 3)]),
    "patchify and back": (lambda x: unpatchify(patchify(x, 2).square(), 2, 2, 4, 4), [(1, 2, 4, 4)]),
    "join_streams": (lambda a, b, m: join_streams([a, b], m)[0], [(1, 2, 3), (1, 1, 3), (2, 3)]),
    "FeedForward": (FEED, [(2, 3), *FEED_SHAPES]),
    "SwiGLU": (GATED, [(2, 3), *GATED_SHAPES]),
    "LoRALinear": (LORA, [(2, 3), *LORA_SHAPES]),
    "MoELayer": (MIXTURE, [(1, 2, 3), *MIXTURE_SHAPES]),
    "cosine_similarity": (cosine_similarity, [(3, 4), (4,)]),
    "sgns_loss": (sgns_loss, [(2, 3), (2, 3), (2, 4, 3)]),
    "elmo_mix": (elmo_mix, [(3, 2, 4), (3,), ()]),
    "causal_lm_loss": (lambda x: causal_lm_loss(x, IDS.to(x.device)), [(1, 4, 5)]),
    "mlm_loss": (lambda x: mlm_loss(x, LABELS.to(x.device)), [(1, 4, 5)]),
    "tagging_loss": (lambda x: tagging_loss(x, IDS.to(x.device), MASK[:1].to(x.device)), [(1, 4, 5)]),
    "span_loss": (lambda a, b: span_loss(a, b, torch.tensor([1], device=a.device), torch.tensor([2], device=a.device)), [(1, 4), (1, 4)]),
}
each = pytest.mark.parametrize(("function", "shapes"), FUNCTIONS.values(), ids=FUNCTIONS)


def inputs(shapes, rng, device):
    return [torch.randn(shape, device=device, generator=rng, dtype=torch.float64) for shape in shapes]


@each
def test_gradients_are_those_of_finite_differences(device, rng, function, shapes):
    assert torch.autograd.gradcheck(function, [x.requires_grad_() for x in inputs(shapes, rng, device)])


@each
def test_inputs_stay_as_they_were(device, rng, function, shapes):
    """Forward and backward: the values, and that a view of something larger leaves its surroundings alone."""
    surroundings = [torch.stack([x, x + 1], -1) for x in inputs(shapes, rng, device)]
    given = [x[..., 0].requires_grad_() for x in surroundings]
    before = [x.clone() for x in surroundings]
    function(*given).sum().backward()
    assert all(torch.equal(x, copy) for x, copy in zip(surroundings, before, strict=True))


@each
@pytest.mark.parametrize(("dtype", "bound"), [(torch.float16, 4e-3), (torch.bfloat16, 3e-2)])
def test_half_types_stay_near_float64_and_stay_half(device, rng, function, shapes, dtype, bound):
    """Near what float64 gives for the same rounded inputs, and in the dtype that went in."""
    given = [x.to(dtype) for x in inputs(shapes, rng, device)]
    out, exact = function(*given), function(*(x.double() for x in given))
    assert out.dtype == dtype
    torch.testing.assert_close(out.double(), exact, atol=bound, rtol=bound)
