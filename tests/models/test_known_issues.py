"""Public issues of other code, as facts about this one: what went wrong there, with its number, does not here."""

import copy

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from course_lib.decoding import generate_cached, top_k_filter
from course_lib.layers.attention import attention, fast_attention
from course_lib.layers.experts import capacity_mask, router_z_loss
from course_lib.layers.lora import LoRALinear
from course_lib.layers.norms import LayerNorm, RMSNorm
from course_lib.layers.positions import rotary
from course_lib.layers.sparse import sliding_window_mask
from course_lib.models.encoder_decoder import TokenInput
from course_lib.models.gpt import GPT, GPTConfig
from course_lib.models.llama import Llama, LlamaConfig
from course_lib.text.bpe import bpe_train
from course_lib.text.byte_bpe import ByteBPE
from course_lib.training.clipping import clip_grad_norm

SIZES = GPTConfig(vocab_size=11, context=12, num_layers=2, num_heads=2, d_model=8)


def test_tied_weights_are_one_storage_under_two_names_and_count_once():
    """safetensors#98, transformers#48972."""
    gpt = GPT(SIZES)
    state = gpt.state_dict()
    assert state["head.weight"].data_ptr() == state["tokens.weight"].data_ptr()
    assert sum(p is gpt.tokens.weight for p in gpt.parameters()) == 1
    gpt.double()
    assert gpt.head.weight is gpt.tokens.weight
    assert copy.deepcopy(gpt).head.weight is not gpt.head.weight
    untied = GPT(GPTConfig(vocab_size=11, context=12, num_layers=2, num_heads=2, d_model=8, tied=False))
    assert untied.head.weight.data_ptr() != untied.tokens.weight.data_ptr()


def test_the_embedding_is_scaled_by_the_root_of_the_width_before_positions_are_added():
    """jadore801120/attention-is-all-you-need-pytorch#138; Vaswani et al., section 3.4."""
    layer = TokenInput(9, 16, max_len=8)
    ids = torch.tensor([[3, 7]])
    angle = torch.arange(2.0)[:, None] / 10000 ** (torch.arange(0, 16, 2) / 16)
    waves = torch.stack([angle.sin(), angle.cos()], -1).flatten(1)
    torch.testing.assert_close(layer(ids)[0], layer.tokens.weight[ids[0]] * 4.0 + waves, atol=1e-6, rtol=1e-6)


def test_the_merges_of_aaabdaaabac_are_those_of_the_encyclopedia():
    """minbpe#111."""
    assert bpe_train({"aaabdaaabac": 1}, 3) == [("a", "a"), ("aa", "a"), ("aaa", "b")]
    byte = ByteBPE.train("aaabdaaabac", 259)
    assert byte.token_bytes(byte.encode("aaabdaaabac")) == [b"aaab", b"d", b"aaab", b"a", b"c"]


@given(st.permutations(["bbb", "aaa", "dddd", "cccc"]))
def test_merges_do_not_depend_on_the_order_of_the_words(words):
    """minbpe#90: 'bbbaaaddddcccc' and 'aaabbbccccdddd' learn the same."""
    assert bpe_train(dict.fromkeys(words, 1), 6) == bpe_train(dict.fromkeys(sorted(words), 1), 6)


def test_an_infinite_gradient_shows_in_the_norm_that_comes_back():
    """pytorch#46849: clipping hides it otherwise."""
    p = nn.Parameter(torch.zeros(2))
    p.grad = torch.tensor([float("inf"), 1.0])
    assert clip_grad_norm([p], 1.0).isinf()


def test_a_row_padded_on_the_left_is_the_row_alone_when_its_positions_say_so():
    """unsloth#3699, transformers#18478: positions count real tokens, and padding is masked as a key."""
    g = torch.Generator().manual_seed(0)
    q, k, v = (torch.randn(1, 1, 4, 8, generator=g, dtype=torch.float64) for _ in range(3))
    alone = fast_attention(rotary(q, torch.arange(4)), rotary(k, torch.arange(4)), v, causal=True)
    q2, k2, v2 = (torch.cat([torch.full((1, 1, 3, 8), 9.0, dtype=torch.float64), x], 2) for x in (q, k, v))
    real = torch.tensor([[False] * 3 + [True] * 4])
    positions = (real.cumsum(-1) - 1).clamp(min=0)[:, None]
    padded = fast_attention(rotary(q2, positions), rotary(k2, positions), v2, real[:, None, None], causal=True)
    torch.testing.assert_close(padded[:, :, 3:], alone)


def test_positions_go_on_where_the_cache_ends():
    """rasbt/LLMs-from-scratch, transformers#18478: starting again at 0 would give other scores."""
    torch.manual_seed(0)
    for model in (GPT(SIZES), Llama(LlamaConfig(vocab_size=11, context=12, num_layers=2, num_heads=2, d_model=8, d_hidden=16))):
        model = model.double().eval()
        ids, cache = torch.tensor([[3, 1, 4, 1, 5]]), model.new_cache()
        parts = [model(ids[:, i : i + 1], cache) for i in range(5)]
        torch.testing.assert_close(torch.cat(parts, 1), model(ids), atol=1e-9, rtol=1e-7)


def test_norms_keep_the_dtype_and_precision_that_half_types_need():
    """transformers#30236, pytorch#155527."""
    x = torch.full((1, 4), 300.0, dtype=torch.float16)
    assert RMSNorm(4).half()(x).tolist() == [[1.0] * 4]
    assert LayerNorm(4).half()(x + torch.tensor([0, 2, 0, 2], dtype=torch.float16)).tolist() == [[-1.0, 1.0, -1.0, 1.0]]


def test_a_window_counts_the_position_itself_once():
    """transformers#29623, #39408: a reach of 2 is five positions, not six."""
    assert sliding_window_mask(20, 2)[10].nonzero().flatten().tolist() == [8, 9, 10, 11, 12]


def test_capacity_counts_along_the_tokens():
    """transformers#48421: along the experts, the count never grows, and nothing is ever dropped."""
    assert capacity_mask(torch.zeros(5, 1, dtype=torch.long), 4, 2).sum() == 2


def test_the_z_loss_of_probabilities_would_not_see_the_size_of_the_logits():
    """transformers#48421."""
    logits = torch.tensor([[1.0, 2.0, 3.0]])
    assert router_z_loss(10 * logits) > 10 * router_z_loss(logits)


def test_merging_in_half_precision_and_back_drifts_by_less_than_one_rounding():
    """peft#1388."""
    torch.manual_seed(0)
    layer = LoRALinear(nn.Linear(16, 16).bfloat16(), rank=4, alpha=8)
    nn.init.normal_(layer.B, std=0.05)
    before = layer.base.weight.clone()
    layer.merge()
    layer.unmerge()
    drift = (layer.base.weight - before).abs().max()
    assert drift <= 2**-8 * (before.abs().max() + layer.delta().abs().max())


def test_a_key_that_is_nan_and_masked_stays_out_of_the_weights():
    """pytorch#101967: the value would still reach the output, 0 times NaN; the weights are clean."""
    q, k, v = torch.zeros(1, 4), torch.zeros(3, 4), torch.zeros(3, 4)
    k[1] = float("nan")
    output, weights = attention(q, k, v, torch.tensor([[True, False, True]]))
    assert weights.tolist() == [[0.5, 0.0, 0.5]]
    assert output.isfinite().all()


def test_ties_at_the_kth_place_keep_exactly_k():
    """pytorch#127196, vllm: [3, 2, 3, 2, 1, 3] with k = 2 keeps two of the three threes, the first ones."""
    assert top_k_filter(torch.tensor([3.0, 2, 3, 2, 1, 3]), 2).isfinite().tolist() == [True, False, True, False, False, False]


def test_a_row_of_a_decoded_batch_is_the_row_decoded_alone():
    """unsloth#3699: a neighbour changes nothing."""
    torch.manual_seed(0)
    gpt = GPT(SIZES).double().eval()
    ids = torch.tensor([[1, 2, 3], [9, 8, 7]])
    together = generate_cached(gpt, ids, 6, temperature=0)
    for row in range(2):
        assert torch.equal(together[row : row + 1], generate_cached(gpt, ids[row : row + 1], 6, temperature=0))
