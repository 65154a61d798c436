"""What a caller gets wrong with a layer is said in words: shapes, dtypes, kinds of mask, heads, counts, ids, empty input."""

import re

import pytest
import torch
from torch import arange, nn, ones, tensor, zeros

from course_lib.layers.attention import attention, fast_attention, merge_heads, softmax, split_heads
from course_lib.layers.block import DecoderBlock, EncoderBlock, block_parameters
from course_lib.layers.cache import KVCache, cached_attention
from course_lib.layers.chunked import chunked_attention, window_attention
from course_lib.layers.embeddings import embed, lm_logits
from course_lib.layers.experts import MoELayer, capacity_mask, dispatch, load_balancing_loss, router_z_loss, top_k_routing
from course_lib.layers.feed_forward import FeedForward
from course_lib.layers.growing_cache import GrowingCache
from course_lib.layers.lora import LoRALinear, add_lora, delta_spectrum, load_adapter, lora_parameters, trainable_fraction
from course_lib.layers.masks import attention_mask, causal_mask, combine_masks, masked_softmax, padding_mask, to_additive
from course_lib.layers.multi_head import MultiHeadAttention
from course_lib.layers.norms import LayerNorm, RMSNorm, layer_norm, rms_norm
from course_lib.layers.patches import PatchEmbedding, join_streams, patchify, unpatchify
from course_lib.layers.positions import rotary, sinusoidal_positions
from course_lib.layers.scores import additive_scores, alignment_matrix, attend, dot_scores, general_scores, local_weights
from course_lib.layers.sparse import attended_pairs, dilated_window_mask, global_local_mask, random_sparse_mask, sliding_window_mask
from course_lib.layers.swiglu import SwiGLU


def whole(*shape):
    return torch.zeros(*shape, dtype=torch.long)


def true(*shape):
    return torch.ones(*shape, dtype=torch.bool)


mha, experts = MultiHeadAttention(8, 2), MoELayer(4, 8, 3, 2)
encoder_block, decoder_block = EncoderBlock(8, 2, 16, True), DecoderBlock(8, 2, 16, True)
lora = LoRALinear(nn.Linear(4, 3), 2, 2)

WRONG = [
    (lambda: softmax(tensor([1, 2])), TypeError, "expected floating-point numbers, got torch.int64"),
    (lambda: attention(zeros(2, 4), zeros(3, 5), zeros(3, 4)), ValueError, "a query has 4 features and a key 5"),
    (lambda: attention(zeros(2, 4), zeros(3, 4), zeros(4, 4)), ValueError, "3 keys but 4 values"),
    (lambda: attention(zeros(2, 4), zeros(3, 4), zeros(3, 4), zeros(2, 3)), TypeError, 'a mask is boolean and True means "may attend"'),
    (lambda: attention(zeros(2, 4), zeros(3, 4), zeros(3, 4), whole(2, 3)), TypeError, 'a mask is boolean and True means "may attend"'),
    (
        lambda: attention(zeros(2, 4), zeros(3, 4), zeros(3, 4), true(3, 2)),
        ValueError,
        "a mask of shape (3, 2) does not broadcast to scores of shape (2, 3)",
    ),
    (lambda: attention(whole(2, 4), zeros(3, 4), zeros(3, 4)), TypeError, "q holds torch.int64"),
    (lambda: attention(zeros(2, 4), whole(3, 4), zeros(3, 4)), TypeError, "k holds torch.int64"),
    (lambda: attention(zeros(2, 2, 4), zeros(3, 3, 4), zeros(3, 3, 4)), ValueError, "batch and heads do not broadcast together"),
    (lambda: attention(zeros(2, 0), zeros(3, 0), zeros(3, 4)), ValueError, "queries and keys have no features"),
    (lambda: fast_attention(zeros(2, 4), zeros(3, 5), zeros(3, 4)), ValueError, "a query has 4 features and a key 5"),
    (
        lambda: fast_attention(zeros(2, 4), zeros(3, 4), zeros(3, 4), zeros(2, 3)),
        TypeError,
        'a mask is boolean and True means "may attend"',
    ),
    (lambda: fast_attention(whole(2, 4), zeros(3, 4), zeros(3, 4)), TypeError, "q holds torch.int64"),
    (lambda: fast_attention(zeros(2, 4), whole(3, 4), whole(3, 4)), TypeError, "k holds torch.int64"),
    (lambda: fast_attention(zeros(2, 2, 4), zeros(3, 3, 4), zeros(3, 3, 4)), ValueError, "batch and heads do not broadcast together"),
    (lambda: fast_attention(zeros(5, 4), zeros(3, 4), zeros(3, 4), causal=True), ValueError, "5 queries but only 3 keys"),
    (
        lambda: fast_attention(zeros(2, 4), zeros(2, 4), zeros(2, 4), dropout=1.5),
        ValueError,
        "dropout is 1.5: a share lies between 0 and 1",
    ),
    (lambda: fast_attention(zeros(2, 4), zeros(2, 4), zeros(2, 4), dropout=-0.1), ValueError, "dropout is -0.1"),
    (lambda: fast_attention(zeros(4), zeros(2, 4), zeros(2, 4)), ValueError, "q has shape (4,)"),
    (lambda: split_heads(zeros(2, 6), 4), ValueError, "4 heads cannot share 6 features evenly"),
    (lambda: split_heads(zeros(6), 2), ValueError, "x has shape (6,)"),
    (lambda: merge_heads(zeros(6)), ValueError, "x has shape (6,)"),
    (lambda: merge_heads(zeros(2, 6)), ValueError, "x has shape (2, 6)"),
    (lambda: MultiHeadAttention(8, 3), ValueError, "3 heads cannot share 8 features evenly"),
    (lambda: MultiHeadAttention(8, 0), ValueError, "0 heads cannot share 8 features evenly"),
    (lambda: mha(zeros(1, 3, 7)), ValueError, "x has 7 features and this layer was built for d_model=8"),
    (lambda: mha(zeros(1, 3, 8), mask=zeros(3, 3)), TypeError, 'a mask is boolean and True means "may attend"'),
    (lambda: mha(whole(1, 3, 8)), TypeError, "x holds torch.int64 and this layer's weights torch.float32"),
    (lambda: mha(zeros(1, 3, 8), zeros(1, 4, 7)), ValueError, "context has 7 features and this layer was built for d_model=8"),
    (lambda: mha(zeros(1, 3, 8).double()), TypeError, "x holds torch.float64 and this layer's weights torch.float32"),
    (lambda: causal_mask(5, 3), ValueError, "5 queries but only 3 keys"),
    (lambda: causal_mask(-1), ValueError, "query_len is -1"),
    (lambda: padding_mask(zeros(2)), TypeError, "lengths count tokens, so they must be a tensor of whole numbers"),
    (lambda: padding_mask(whole(0)), ValueError, "there is no sequence in the batch, so none is the longest"),
    (lambda: padding_mask([1, 2]), TypeError, "lengths count tokens, so they must be a tensor of whole numbers"),
    (lambda: combine_masks(zeros(2, 2)), TypeError, 'a mask is boolean and True means "may attend"'),
    (lambda: combine_masks(true(2, 2), true(3, 3)), ValueError, "masks of shapes (2, 2) and (3, 3) do not broadcast together"),
    (lambda: to_additive(zeros(2, 2)), TypeError, 'a mask is boolean and True means "may attend"'),
    (lambda: to_additive(true(2, 2), torch.long), TypeError, "-inf exists in floating point only"),
    (lambda: masked_softmax(whole(2, 3), true(2, 3)), TypeError, "expected floating-point numbers, got torch.int64"),
    (lambda: masked_softmax(zeros(2, 3), zeros(2, 3)), TypeError, 'a mask is boolean and True means "may attend"'),
    (lambda: masked_softmax(zeros(2, 3), true(3, 2)), ValueError, "a mask of shape (3, 2) does not broadcast to scores of shape (2, 3)"),
    (
        lambda: masked_softmax(zeros(2, 3), true(4, 2, 3)),
        ValueError,
        "a mask of shape (4, 2, 3) does not broadcast to scores of shape (2, 3)",
    ),
    (lambda: attention_mask(zeros(2), 3, True), TypeError, "lengths count tokens, so they must be a tensor of whole numbers"),
    (lambda: attention_mask(whole(0), 3, True), ValueError, "there is no sequence in the batch, so none is the longest"),
    (lambda: KVCache().append(zeros(2, 3), zeros(1, 3)), ValueError, "2 keys but 1 values"),
    (lambda: KVCache().append(zeros(3), zeros(3)), ValueError, "k and v have shapes (3,) and (3,)"),
    (lambda: cached_attention(zeros(2, 3), zeros(1, 3), zeros(1, 3), KVCache()), ValueError, "2 queries but 1 keys"),
    (lambda: GrowingCache(0), ValueError, "room is 0: it must be 1 or more"),
    (lambda: GrowingCache(-1), ValueError, "room is -1: it must be 1 or more"),
    (lambda: chunked_attention(zeros(2, 4), zeros(3, 5), zeros(3, 4)), ValueError, "a query has 4 features and a key 5"),
    (
        lambda: chunked_attention(zeros(2, 4), zeros(3, 4), zeros(3, 4), zeros(2, 3)),
        TypeError,
        'a mask is boolean and True means "may attend"',
    ),
    (lambda: chunked_attention(zeros(2, 4), zeros(3, 4), zeros(3, 4), piece=0), ValueError, "a piece holds at least one key, not 0"),
    (lambda: window_attention(zeros(2, 4), zeros(3, 4), zeros(3, 4), 1), ValueError, "2 queries but 3 keys"),
    (lambda: window_attention(zeros(2, 4), zeros(2, 4), zeros(2, 4), -1), ValueError, "reach is -1: it must be 0 or more"),
    (
        lambda: window_attention(zeros(2, 4), zeros(2, 4), zeros(2, 4), 1.5),
        TypeError,
        "reach is 1.5: it counts something, so it must be a whole number",
    ),
    (lambda: sliding_window_mask(4, -1), ValueError, "k is -1: it must be 0 or more"),
    (lambda: sliding_window_mask(-4, 1), ValueError, "n is -4: it must be 0 or more"),
    (lambda: dilated_window_mask(4, 1, 0), ValueError, "the step between positions is at least 1, not 0"),
    (lambda: dilated_window_mask(4, -1, 2), ValueError, "k is -1: it must be 0 or more"),
    (lambda: global_local_mask(4, 1, [7]), IndexError, "global position 7 is outside a text of 4 positions"),
    (lambda: global_local_mask(4, -1, [1]), ValueError, "k is -1: it must be 0 or more"),
    (lambda: random_sparse_mask(4, -1), ValueError, "keys_per_query is -1"),
    (lambda: attended_pairs(zeros(2, 2)), TypeError, 'a mask is boolean and True means "may attend"'),
    (lambda: layer_norm(zeros(2, 4), ones(3), zeros(4)), ValueError, "gamma has shape (3,) and a token has 4 features"),
    (lambda: layer_norm(whole(2, 4), ones(4), zeros(4)), TypeError, "expected floating-point numbers, got torch.int64"),
    (
        lambda: layer_norm(zeros(2, 4), ones(4), zeros(4), eps=-1),
        ValueError,
        "eps is -1: it keeps a root away from 0, so it must be 0 or more",
    ),
    (lambda: rms_norm(zeros(2, 4), ones(3)), ValueError, "weight has shape (3,) and a token has 4 features"),
    (lambda: rms_norm(whole(2, 4), ones(4)), TypeError, "expected floating-point numbers, got torch.int64"),
    (lambda: LayerNorm(4)(zeros(2, 5)), ValueError, "gamma has shape (4,) and a token has 5 features"),
    (lambda: LayerNorm(0), ValueError, "d_model is 0: it must be 1 or more"),
    (lambda: LayerNorm(4)(whole(2, 4)), TypeError, "expected floating-point numbers, got torch.int64"),
    (lambda: RMSNorm(4)(zeros(2, 5)), ValueError, "weight has shape (4,) and a token has 5 features"),
    (lambda: RMSNorm(4)(whole(2, 4)), TypeError, "expected floating-point numbers, got torch.int64"),
    (lambda: LayerNorm(4, eps=-1), ValueError, "eps is -1: it keeps a root away from 0, so it must be 0 or more"),
    (lambda: sinusoidal_positions(-1, 4), ValueError, "length is -1: it must be 0 or more"),
    (lambda: sinusoidal_positions(3, 0), ValueError, "d_model is 0: it must be 1 or more"),
    (lambda: sinusoidal_positions(3, 4, base=0), ValueError, "base is 0: the longest wave is about that long, so it must be above 0"),
    (lambda: rotary(zeros(2, 5), arange(2)), ValueError, "rotary positions turn pairs of features"),
    (lambda: rotary(whole(2, 4), arange(2)), TypeError, "expected floating-point numbers, got torch.int64"),
    (lambda: rotary(zeros(2, 4), arange(3)), ValueError, "x has shape (2, 4) and positions (3,)"),
    (lambda: embed(tensor([9]), zeros(5, 4), zeros(8, 4)), IndexError, "ids run from 9 to 9"),
    (lambda: embed(tensor([-1]), zeros(5, 4), zeros(8, 4)), IndexError, "ids run from -1 to -1"),
    (lambda: embed(whole(9), zeros(5, 4), zeros(8, 4)), IndexError, "9 tokens, but only 8 positions are known"),
    (lambda: embed(zeros(3), zeros(5, 4), zeros(8, 4)), TypeError, "ids are whole numbers"),
    (lambda: embed(whole(3), zeros(5, 4), zeros(8, 3)), ValueError, "a token's vector has 4 features and a position's 3"),
    (lambda: embed(tensor(1), zeros(5, 4), zeros(8, 4)), ValueError, "a text is a row of ids"),
    (lambda: lm_logits(zeros(2, 4), zeros(5, 3)), ValueError, "a hidden vector has 4 features and an output vector 3"),
    (lambda: lm_logits(zeros(2, 4), zeros(5, 4), zeros(3)), ValueError, "5 words and a bias of shape (3,)"),
    (lambda: FeedForward(4, 16)(zeros(2, 5)), ValueError, "x has 5 features and this layer was built for 4"),
    (lambda: FeedForward(4, 16)(whole(2, 4)), TypeError, "x holds torch.int64 and this layer's weights torch.float32"),
    (lambda: SwiGLU(4, 16)(zeros(2, 5)), ValueError, "x has 5 features and this layer was built for 4"),
    (lambda: encoder_block(zeros(1, 3, 7)), ValueError, "gamma has shape (8,) and a token has 7 features"),
    (lambda: encoder_block(zeros(1, 3, 8), zeros(3, 3)), TypeError, 'a mask is boolean and True means "may attend"'),
    (lambda: decoder_block(zeros(1, 3, 8), zeros(1, 5, 7)), ValueError, "context has 7 features and this layer was built for d_model=8"),
    (
        lambda: decoder_block(zeros(1, 3, 8), zeros(1, 5, 8), memory_mask=true(3, 4)),
        ValueError,
        "a mask of shape (3, 4) does not broadcast to scores of shape (1, 2, 3,",
    ),
    (lambda: EncoderBlock(8, 3, 16, True), ValueError, "3 heads cannot share 8 features evenly"),
    (lambda: block_parameters(8, 16, "x"), ValueError, 'a block is of kind "encoder" or "decoder", not \'x\''),
    (lambda: top_k_routing(zeros(2, 4), 5), ValueError, "each token chooses between 1 and 4 of 4 experts, not 5"),
    (lambda: top_k_routing(zeros(2, 4), 0), ValueError, "each token chooses between 1 and 4 of 4 experts, not 0"),
    (lambda: top_k_routing(whole(2, 4), 1), TypeError, "expected floating-point numbers, got torch.int64"),
    (lambda: load_balancing_loss(zeros(3, 4), whole(3, 2), 5), ValueError, "logits have shape (3, 4)"),
    (lambda: load_balancing_loss(zeros(3, 4), tensor([[7], [1], [2]]), 4), IndexError, "expert 7 is out of range"),
    (lambda: load_balancing_loss(zeros(3, 4), zeros(3, 1), 4), TypeError, "a expert is a whole number"),
    (lambda: load_balancing_loss(zeros(3, 4), whole(2, 1), 4), ValueError, "logits have shape (3, 4)"),
    (lambda: router_z_loss(whole(2, 4)), TypeError, "expected floating-point numbers, got torch.int64"),
    (lambda: capacity_mask(tensor([[7], [1], [2]]), 4, 1), IndexError, "expert 7 is out of range"),
    (lambda: capacity_mask(zeros(3, 1), 4, 1), TypeError, "a expert is a whole number"),
    (lambda: capacity_mask(whole(3), 4, 1), ValueError, "the chosen experts have shape (tokens, choices)"),
    (lambda: capacity_mask(whole(3, 1), 4, -1), ValueError, "capacity is -1: it must be 0 or more"),
    (lambda: dispatch(whole(3, 1), zeros(3, 1), 4), TypeError, "keep is boolean and True means the assignment stays"),
    (lambda: dispatch(whole(3, 1), true(2, 1), 4), ValueError, "indices have shape (3, 1) and keep (2, 1)"),
    (lambda: dispatch(tensor([[9]]), true(1, 1), 4), IndexError, "expert 9 is out of range"),
    (lambda: MoELayer(4, 8, 3, 4), ValueError, "each token chooses between 1 and 3 of 3 experts, not 4"),
    (lambda: MoELayer(4, 8, 0, 0), ValueError, "num_experts is 0"),
    (lambda: MoELayer(4, 8, 3, 1, capacity_factor=-1.0), ValueError, "capacity_factor is -1.0"),
    (lambda: experts(zeros(1, 3, 5)), ValueError, "x has 5 features and this layer was built for 4"),
    (lambda: experts(whole(1, 3, 4)), TypeError, "x holds torch.int64 and this layer's weights torch.float32"),
    (lambda: LoRALinear(nn.Linear(3, 2), 0, 1), ValueError, "a rank is at least 1, not 0"),
    (lambda: LoRALinear(nn.Linear(3, 2), 1.5, 1), TypeError, "rank is 1.5: it counts something, so it must be a whole number"),
    (lambda: LoRALinear(nn.Conv2d(1, 1, 1), 1, 1), TypeError, "LoRA here adapts nn.Linear"),
    (lambda: lora(zeros(2, 5)), ValueError, "x has 5 features and this layer was built for 4"),
    (lambda: add_lora(nn.Linear(2, 2), ["x"], 1, 1), ValueError, "no nested linear layer is called 'x'"),
    (lambda: add_lora(nn.ModuleDict({"a": nn.Linear(2, 2)}), "a", 1, 1), TypeError, "names is the string 'a'"),
    (lambda: add_lora(nn.ModuleDict({"ab": nn.Linear(2, 2)}), "ab", 1, 1), TypeError, "names is the string 'ab'"),
    (lambda: lora_parameters(4, 4, 0), ValueError, "a rank is at least 1, not 0"),
    (lambda: trainable_fraction(nn.ReLU()), ValueError, "ReLU has no parameters, so there is no share of them"),
    (lambda: load_adapter(nn.Linear(2, 2), {"a": zeros(1)}), KeyError, '"this adapter is for another model'),
    (lambda: load_adapter(lora, {"A": zeros(1, 4), "B": zeros(3, 2)}), ValueError, "A has shape (1, 4) here and (2, 4) in the model"),
    (lambda: delta_spectrum(nn.Linear(2, 2)), TypeError, "only a LoRALinear has an update"),
    (lambda: patchify(zeros(1, 1, 4, 4), 3), ValueError, "patches of side 3 do not tile a picture of 4 by 4"),
    (lambda: patchify(zeros(1, 4, 4), 2), ValueError, "pictures have shape (batch, channels, height, width)"),
    (lambda: patchify(zeros(1, 1, 4, 4), 0), ValueError, "patches of side 0 do not tile a picture of 4 by 4"),
    (lambda: unpatchify(zeros(1, 4, 4), 2, 1, 4, 6), ValueError, "a picture of 4 by 6 with 1 channels is 6 patches of 4 numbers, not (4,"),
    (lambda: unpatchify(zeros(4, 4), 2, 1, 4, 4), ValueError, "a picture of 4 by 4 with 1 channels is 4 patches of 4 numbers, not (4,"),
    (lambda: PatchEmbedding(8, 3, 1, 4), ValueError, "patches of side 3 do not tile a picture of 8 by 8"),
    (lambda: PatchEmbedding(8, 4, 1, 4)(zeros(1, 1, 6, 6)), ValueError, "pictures are (6, 6) and this layer was built for 8 by 8"),
    (lambda: PatchEmbedding(8, 4, 1, 4)(zeros(1, 3, 8, 8)), ValueError, "pictures have 3 channels and this layer was built for 1"),
    (lambda: PatchEmbedding(8, 4, 1, 4)(zeros(1, 8, 8)), ValueError, "pictures have shape (batch, channels, height, width)"),
    (lambda: join_streams([], zeros(0, 4)), ValueError, "there is no stream to join"),
    (lambda: join_streams([zeros(1, 2, 4)], zeros(2, 4)), ValueError, "1 streams but 2 modality embeddings"),
    (
        lambda: join_streams([zeros(1, 2, 4), zeros(1, 2, 5)], zeros(2, 4)),
        ValueError,
        "streams are (B, L_m, D) and may differ in length alone",
    ),
    (
        lambda: join_streams([zeros(1, 2, 4), zeros(2, 2, 4)], zeros(2, 4)),
        ValueError,
        "streams are (B, L_m, D) and may differ in length alone",
    ),
    (
        lambda: additive_scores(zeros(1, 2), zeros(1, 3, 4), zeros(5, 3), zeros(5, 4), zeros(5)),
        ValueError,
        "the query has 2 features and W_q 3",
    ),
    (
        lambda: additive_scores(zeros(1, 2), zeros(1, 3, 4), zeros(5, 2), zeros(6, 4), zeros(5)),
        ValueError,
        "W_q q has 5 features and W_k k 6",
    ),
    (lambda: additive_scores(zeros(1, 2), zeros(1, 3, 4), zeros(5, 2), zeros(5, 4), zeros(6)), ValueError, "W_q q has 5 features and v 6"),
    (
        lambda: additive_scores(zeros(2, 2), zeros(3, 3, 4), zeros(5, 2), zeros(5, 4), zeros(5)),
        ValueError,
        "queries (2, 2) and keys (3, 3, 4) must match in their batch",
    ),
    (lambda: dot_scores(zeros(1, 2), zeros(1, 3, 4)), ValueError, "the query has 2 features and a key 4"),
    (lambda: dot_scores(zeros(2, 4), zeros(3, 3, 4)), ValueError, "queries (2, 4) and keys (3, 3, 4) must match in their batch"),
    (lambda: general_scores(zeros(1, 2), zeros(1, 3, 4), zeros(3, 4)), ValueError, "the query has 2 features and W, in rows, 3"),
    (lambda: general_scores(zeros(1, 2), zeros(1, 3, 4), zeros(2, 5)), ValueError, "the query has 5 features and a key 4"),
    (lambda: attend(zeros(1, 3), zeros(1, 4, 2)), ValueError, "scores has 3 features and values 4"),
    (lambda: attend(zeros(1, 3), zeros(1, 3, 2), zeros(1, 3)), TypeError, 'a mask is boolean and True means "may attend"'),
    (lambda: attend(whole(1, 3), zeros(1, 3, 2)), TypeError, "expected floating-point numbers, got torch.int64"),
    (lambda: local_weights(zeros(1, 5), zeros(1), 0), ValueError, "window is 0: it must reach at least one position to each side"),
    (lambda: local_weights(whole(1, 5), zeros(1), 1), TypeError, "expected floating-point numbers, got torch.int64"),
    (lambda: alignment_matrix(zeros(1, 2, 4), zeros(1, 3, 5), dot_scores), ValueError, "the query has 4 features and a key 5"),
]


@pytest.mark.parametrize(("call", "error", "words"), WRONG, ids=[words for _, _, words in WRONG])
def test_what_is_wrong_is_said_in_words(call, error, words):
    with pytest.raises(error, match=re.escape(words)):
        call()
