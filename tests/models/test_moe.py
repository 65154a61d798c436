"""A decoder with experts: causal, cacheable, counted, and equal to a dense one when there is one expert."""

import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from course_lib.decoding import generate, generate_cached
from course_lib.models.gpt import GPT, GPTConfig
from course_lib.models.moe import MoEConfig, MoEDecoder

BASE = GPTConfig(vocab_size=13, context=12, num_layers=2, num_heads=2, d_model=8)


def model(**changes):
    torch.manual_seed(0)
    return MoEDecoder(MoEConfig(**{"base": BASE, "d_hidden": 32, "num_experts": 4, "k": 2} | changes))


def test_one_expert_is_a_dense_decoder():
    """Same weights in a GPT whose feed-forward has no biases and the exact GELU."""
    moe, gpt = model(num_experts=1, k=1).double(), GPT(BASE).double()
    gpt.load_state_dict(moe.state_dict(), strict=False)
    for ours, theirs in zip(moe.blocks, gpt.blocks, strict=True):
        theirs.feed_forward[0].weight.data.copy_(ours.experts.experts[0][0].weight)
        theirs.feed_forward[2].weight.data.copy_(ours.experts.experts[0][2].weight)
        theirs.feed_forward[0].bias.data.zero_()
        theirs.feed_forward[2].bias.data.zero_()
        theirs.feed_forward[1] = torch.nn.GELU()
    ids = torch.randint(13, (2, 12))
    torch.testing.assert_close(moe(ids), gpt(ids), atol=1e-12, rtol=1e-10)


@settings(max_examples=15)
@given(st.integers(1, 11), st.integers(0, 1000))
def test_the_future_cannot_be_seen_without_a_capacity(cut, seed):
    moe, ids = model().double(), torch.randint(13, (2, 12), generator=torch.Generator().manual_seed(seed))
    changed = ids.clone()
    changed[:, cut:] = (changed[:, cut:] + 5) % 13
    torch.testing.assert_close(moe(ids)[:, :cut], moe(changed)[:, :cut], atol=1e-12, rtol=1e-10)


def test_cached_generation_equals_uncached():
    moe, ids = model().double(), torch.tensor([[1, 2, 3], [4, 5, 6]])
    assert torch.equal(generate(moe, ids, 8, temperature=0), generate_cached(moe, ids, 8, temperature=0))


def test_the_balance_loss_teaches_the_routers():
    moe = model()
    moe.with_balance(torch.randint(13, (2, 12)))[1].backward()
    assert all(block.experts.router.weight.grad.any() for block in moe.blocks)


def test_the_shown_routes_are_those_the_experts_get():
    moe, ids, seen = model(), torch.randint(13, (2, 12)), []
    hooks = [
        expert.register_forward_hook(lambda m, args, out, e=e, i=i: seen.append((i, e, len(args[0]))))
        for i, block in enumerate(moe.blocks)
        for e, expert in enumerate(block.experts.experts)
    ]
    moe(ids)
    for hook in hooks:
        hook.remove()
    routes = moe.routes(ids)
    for i, e, rows in seen:
        assert (routes[i] == e).sum() == rows
    assert sum(rows for *_, rows in seen) == routes.numel()


def test_parameters_at_work_are_the_total_without_the_idle_experts():
    moe = model()
    total, active = moe.parameters_at_work()
    idle = sum(p.numel() for block in moe.blocks for expert in block.experts.experts[2:] for p in expert.parameters())
    assert (total, active) == (sum(p.numel() for p in moe.parameters()), total - idle)
