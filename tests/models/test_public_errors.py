"""What a caller gets wrong with a model or with decoding is said in words; an overfull cache and wrong ids among them."""

import re

import pytest
import torch
from torch import nn, tensor, zeros

from course_lib.decoding import apply_temperature, beam_search, generate, generate_cached, sample_next, top_k_filter, top_p_filter
from course_lib.layers.cache import KVCache
from course_lib.models.bart import Bart, BartConfig
from course_lib.models.bert import Bert, BertConfig
from course_lib.models.bert_heads import BertHeads, best_span, pool_layers
from course_lib.models.captioner import Captioner, CaptionerConfig
from course_lib.models.cnn import CNN
from course_lib.models.encoder_decoder import Translator, TranslatorConfig
from course_lib.models.gpt import GPT, GPTConfig
from course_lib.models.llama import Llama, LlamaConfig
from course_lib.models.moe import MoEConfig, MoEDecoder
from course_lib.models.seq2seq import Seq2Seq, Seq2SeqConfig
from course_lib.models.streams import LateFusion, StreamModel, StreamsConfig
from course_lib.models.t5 import T5, T5Config
from course_lib.models.tagger import Tagger
from course_lib.models.transformer import Encoder, EncoderConfig
from course_lib.models.vit import ViT, ViTConfig


def whole(*shape):
    return torch.zeros(*shape, dtype=torch.long)


def true(*shape):
    return torch.ones(*shape, dtype=torch.bool)


SIZES = {"d_model": 8, "num_heads": 2, "d_hidden": 16}
config = GPTConfig(vocab_size=11, context=8, num_layers=1, num_heads=2, d_model=8)
gpt, llama = GPT(config).eval(), Llama(LlamaConfig(vocab_size=11, context=8, num_layers=1, **SIZES))
moe = MoEDecoder(MoEConfig(base=config, d_hidden=16, num_experts=2, k=1))
bert = Bert(BertConfig(vocab_size=11, depth=1, max_len=8, **SIZES))
t5, bart = T5(T5Config(vocab_size=11, depth=1, d_head=4, **SIZES)), Bart(BartConfig(vocab_size=11, depth=1, max_len=8, **SIZES))
vision = ViTConfig(image_size=8, patch_size=4, channels=1, num_classes=3, depth=1, **SIZES)
vit, captioner = ViT(vision), Captioner(CaptionerConfig(vision=vision, vocab_size=9, depth=1, max_len=8))
streams = StreamModel(StreamsConfig(vocab_size=9, num_classes=2))
translator = Translator(TranslatorConfig(source_vocab=9, target_vocab=7, depth=1, max_len=8, **SIZES))
seq2seq = Seq2Seq(Seq2SeqConfig(source_vocab=9, target_vocab=7, d_model=8))
encoder = Encoder(EncoderConfig(depth=1, **SIZES))
ids = whole(1, 3)


def filled(model, tokens=8):
    """A cache with so many tokens of one sequence."""
    cache = model.new_cache()
    model(whole(1, tokens), cache)
    return cache


WRONG = [
    (lambda: apply_temperature(zeros(4), -1), ValueError, "temperature is -1"),
    (lambda: apply_temperature(whole(4), 0.5), TypeError, "logits are floating-point scores"),
    (lambda: apply_temperature(whole(4), 0), TypeError, "logits are floating-point scores"),
    (lambda: top_k_filter(zeros(4), 0), ValueError, "k is 0: at least one token has to stay"),
    (lambda: top_k_filter(whole(4), 2), TypeError, "logits are floating-point scores"),
    (lambda: top_k_filter(zeros(4), 2.5), TypeError, "k is 2.5: it counts something, so it must be a whole number"),
    (lambda: top_p_filter(zeros(4), -1), ValueError, "p is -1: a probability to reach is 0 or more"),
    (lambda: top_p_filter(whole(4), 0.5), TypeError, "logits are floating-point scores"),
    (lambda: top_p_filter(zeros(0), 0.5), ValueError, "logits have shape (0,)"),
    (lambda: sample_next(zeros(1, 4), -1), ValueError, "temperature is -1"),
    (lambda: sample_next(whole(1, 4)), TypeError, "logits are floating-point scores"),
    (lambda: sample_next(zeros(1, 0)), ValueError, "logits have shape (1, 0)"),
    (lambda: sample_next(zeros(1, 4) * float("nan")), ValueError, "a row of logits holds NaN, +inf or nothing but -inf"),
    (lambda: sample_next(zeros(1, 4), top_k=0), ValueError, "k is 0: at least one token has to stay"),
    (lambda: generate(gpt, whole(1, 0), 3), ValueError, "prompts are ids of shape (B, L) with L >= 1"),
    (lambda: generate(gpt, whole(3), 3), ValueError, "prompts are ids of shape (B, L) with L >= 1"),
    (lambda: generate(gpt, whole(1, 3), -1), ValueError, "max_new_tokens is -1"),
    (lambda: generate(gpt, zeros(1, 3), 2), TypeError, "prompts are ids, whole numbers"),
    (lambda: generate(gpt, whole(1, 3), 9), ValueError, "the sequence has 9 tokens"),
    (lambda: generate_cached(gpt, whole(1, 3), 9), ValueError, "8 tokens in the cache and 1 new ones make 9"),
    (lambda: generate_cached(gpt, whole(1, 0), 2), ValueError, "prompts are ids of shape (B, L) with L >= 1"),
    (lambda: generate_cached(nn.Linear(2, 2), whole(1, 3), 2), TypeError, "Linear has no new_cache()"),
    (lambda: beam_search(gpt, whole(1, 3), 2, 0), ValueError, "num_beams is 0: at least one sequence has to be kept"),
    (lambda: beam_search(gpt, whole(1, 0), 2, 2), ValueError, "prompts are ids of shape (B, L) with L >= 1"),
    (lambda: beam_search(gpt, whole(1, 3), -2, 2), ValueError, "max_new_tokens is -2"),
    (lambda: GPTConfig(d_model=10, num_heads=4), ValueError, "4 heads cannot share 10 features evenly"),
    (lambda: GPTConfig(vocab_size=0), ValueError, "vocab_size is 0"),
    (lambda: GPTConfig(num_layers=0), ValueError, "num_layers is 0"),
    (lambda: GPTConfig(num_layers=-1), ValueError, "num_layers is -1"),
    (lambda: GPTConfig(context=0), ValueError, "context is 0: it must be 1 or more"),
    (lambda: GPTConfig(dropout=2.0), ValueError, "dropout is 2.0: a share lies between 0 and 1"),
    (lambda: GPTConfig(dropout=-0.5), ValueError, "dropout is -0.5"),
    (lambda: gpt(zeros(1, 3)), TypeError, "ids are whole numbers"),
    (lambda: gpt(whole(3)), ValueError, "ids have shape (B, L) with at least one token"),
    (lambda: gpt(whole(1, 9)), ValueError, "the sequence has 9 tokens"),
    (lambda: gpt(tensor([[11]])), IndexError, "id 11 is outside the vocabulary"),
    (lambda: gpt(whole(1, 1), filled(gpt)), ValueError, "8 tokens in the cache and 1 new ones make 9"),
    (lambda: gpt(whole(2, 1), filled(gpt, 3)), ValueError, "the cache holds keys of shape (1, 2, 3, 4)"),
    (lambda: gpt(whole(1, 1), []), ValueError, "the cache has 0 parts and the model 1 blocks"),
    (lambda: gpt(whole(1, 1), KVCache()), TypeError, "a model's cache is a list with a part for each block"),
    (lambda: gpt.attention_weights(whole(1, 9)), ValueError, "the sequence has 9 tokens"),
    (lambda: gpt.load_gpt2({}), KeyError, "\"the state has no 'wte.weight'"),
    (lambda: llama(whole(1, 9)), ValueError, "the sequence has 9 tokens"),
    (lambda: llama(zeros(1, 2)), TypeError, "ids are whole numbers"),
    (lambda: llama(whole(1, 1), filled(llama)), ValueError, "8 tokens in the cache and 1 new ones make 9"),
    (lambda: LlamaConfig(num_heads=8, num_kv_heads=3, d_model=64), ValueError, "8 query heads cannot share 3 key heads evenly"),
    (lambda: LlamaConfig(num_heads=8, num_kv_heads=0, d_model=64), ValueError, "num_kv_heads is 0"),
    (lambda: LlamaConfig(num_heads=8, d_model=24), ValueError, "a head has 3 features"),
    (lambda: moe(whole(1, 9)), ValueError, "the sequence has 9 tokens"),
    (lambda: moe(whole(1, 1), filled(moe)), ValueError, "8 tokens in the cache and 1 new ones make 9"),
    (lambda: moe(tensor([[11]])), IndexError, "id 11 is outside the vocabulary"),
    (lambda: moe.routes(tensor([[11]])), IndexError, "id 11 is outside the vocabulary"),
    (lambda: moe.routes(whole(1, 9)), ValueError, "the sequence has 9 tokens"),
    (lambda: MoEConfig(num_experts=2, k=3), ValueError, "each token chooses between 1 and 2 of 2 experts, not 3"),
    (lambda: MoEConfig(num_experts=0), ValueError, "num_experts is 0"),
    (lambda: BertConfig(d_model=10, num_heads=3), ValueError, "3 heads cannot share 10 features evenly"),
    (
        lambda: Bert(BertConfig(vocab_size=11, depth=1, d_model=10, num_heads=3, d_hidden=16, max_len=8)),
        ValueError,
        "3 heads cannot share 10 features evenly",
    ),
    (lambda: bert(whole(1, 9)), ValueError, "the sequence has 9 tokens"),
    (lambda: bert(tensor([[11]])), IndexError, "id 11 is outside the vocabulary"),
    (lambda: bert(whole(1, 3), zeros(1, 3)), TypeError, 'a mask is boolean and True means "may attend"'),
    (lambda: bert(whole(1, 3), true(1, 4)), ValueError, "the mask says which tokens are real"),
    (lambda: bert(whole(1, 3), None, whole(1, 4)), ValueError, "ids have shape (1, 3) and segments (1, 4)"),
    (lambda: bert(whole(1, 3), None, tensor([[0, 1, 2]])), IndexError, "segment 2 is out of range"),
    (lambda: bert(whole(1, 3), None, zeros(1, 3)), TypeError, "a segment is a whole number"),
    (lambda: bert(whole(1, 3), true(1, 3), tensor([[0, 1, 2]])), IndexError, "segment 2 is out of range"),
    (lambda: bert.pooled(zeros(3, 8)), ValueError, "the last layer has shape (B, L, D)"),
    (lambda: best_span(zeros(1, 3), zeros(1, 4), 2), ValueError, "start logits have shape (1, 3) and end logits (1, 4)"),
    (lambda: best_span(zeros(1, 3), zeros(1, 3), 0), ValueError, "max_len is 0: an answer has at least one token"),
    (lambda: best_span(zeros(1, 0), zeros(1, 0), 1), ValueError, "start logits have shape (1, 0) and end logits (1, 0)"),
    (lambda: best_span(zeros(1, 3), zeros(1, 3), 2, zeros(1, 3)), TypeError, "a mask is boolean and True means an answer may stand here"),
    (lambda: best_span(zeros(1, 3), zeros(1, 3), 2, true(1, 4)), ValueError, "the mask has shape (1, 4) and the logits (1, 3)"),
    (lambda: pool_layers(zeros(3, 1, 1, 4), "x"), ValueError, "how is 'x': it is one of last, second_to_last, sum_last_4, concat_last"),
    (lambda: pool_layers(zeros(3, 1, 1, 4), "sum_last_4"), ValueError, "'sum_last_4' needs 4 layers"),
    (lambda: BertHeads(8, 2, 2).pair(zeros(1, 7)), ValueError, "cls has 7 features and this layer was built for 8"),
    (lambda: BertHeads(8, 0, 2), ValueError, "num_classes is 0"),
    (lambda: t5(tensor([[11]]), tensor([1]), ids), IndexError, "id 11 is outside the vocabulary"),
    (lambda: t5(ids, tensor([1, 2]), ids), ValueError, "lengths have shape (2,) and ids (1, 3)"),
    (lambda: t5(ids, tensor([3]), zeros(1, 3)), TypeError, "ids are whole numbers"),
    (lambda: T5Config(num_heads=0), ValueError, "num_heads is 0: it must be 1 or more"),
    (lambda: T5Config(buckets=1), ValueError, "1 buckets up to a distance of 128"),
    (lambda: bart(whole(1, 9), tensor([9]), ids), ValueError, "the sequence has 9 tokens"),
    (lambda: bart(ids, tensor([3]), whole(1, 9)), ValueError, "the sequence has 9 tokens"),
    (lambda: bart(ids, tensor([1, 2]), ids), ValueError, "lengths have shape (2,) and ids (1, 3)"),
    (lambda: bart(ids, zeros(1), ids), TypeError, "lengths count tokens, so they must be whole numbers"),
    (lambda: BartConfig(d_model=10, num_heads=3), ValueError, "3 heads cannot share 10 features evenly"),
    (lambda: vit(zeros(1, 1, 6, 6)), ValueError, "pictures are (6, 6) and this layer was built for 8 by 8"),
    (lambda: vit(zeros(1, 3, 8, 8)), ValueError, "pictures have 3 channels and this layer was built for 1"),
    (lambda: vit(whole(1, 1, 8, 8)), TypeError, "a patch holds torch.int64 and this layer's weights torch.float32"),
    (lambda: vit(zeros(1, 8, 8)), ValueError, "pictures have shape (batch, channels, height, width)"),
    (lambda: ViT(ViTConfig(image_size=9, patch_size=4)), ValueError, "patches of side 4 do not tile a picture of 9 by 9"),
    (lambda: ViTConfig(pool="x"), ValueError, "pool is 'x': it is 'class' or 'mean'"),
    (lambda: CNN(1, 10)(zeros(1, 1, 3, 3)), ValueError, "pictures are 3 by 3"),
    (lambda: CNN(1, 10)(zeros(1, 3, 8, 8)), ValueError, "pictures have 3 channels and this layer was built for 1"),
    (lambda: CNN(1, 10)(zeros(1, 8, 8)), ValueError, "pictures have shape (batch, channels, height, width)"),
    (lambda: captioner(zeros(1, 1, 8, 8), whole(1, 9)), ValueError, "the sequence has 9 tokens"),
    (lambda: captioner(zeros(1, 1, 8, 8), tensor([[9]])), IndexError, "id 9 is outside the vocabulary"),
    (lambda: captioner(zeros(1, 1, 7, 7), whole(1, 3)), ValueError, "pictures are (7, 7) and this layer was built for 8 by 8"),
    (lambda: streams(), ValueError, "nothing is given"),
    (lambda: streams(text=tensor([[9]])), IndexError, "id 9 is outside the vocabulary"),
    (lambda: streams(text=whole(1, 2), image=zeros(2, 1, 8, 8)), ValueError, "streams are (B, L_m, D) and may differ in length alone"),
    (lambda: streams(image=zeros(1, 3, 8, 8)), ValueError, "pictures have 3 channels and this layer was built for 1"),
    (lambda: streams(image=zeros(1, 1, 9, 8)), ValueError, "patches of side 4 do not tile a picture of 9 by 8"),
    (lambda: LateFusion(StreamsConfig(vocab_size=9, num_classes=2))(), ValueError, "nothing is given"),
    (lambda: translator(whole(1, 9), tensor([9]), ids), ValueError, "the sequence has 9 tokens"),
    (lambda: translator(tensor([[9]]), tensor([1]), ids), IndexError, "id 9 is outside the vocabulary"),
    (lambda: translator(ids, tensor([3]), tensor([[7]])), IndexError, "id 7 is outside the vocabulary"),
    (lambda: translator(ids, tensor([3, 3]), ids), ValueError, "lengths have shape (2,) and ids (1, 3)"),
    (lambda: translator(ids, zeros(1), ids), TypeError, "lengths count tokens, so they must be whole numbers"),
    (lambda: translator(ids, tensor([0]), ids), ValueError, "a row has length 0 and the batch is 3 long"),
    (lambda: translator.translate(ids, tensor([3]), -1), ValueError, "max_len is -1: it must be 0 or more"),
    (lambda: seq2seq(tensor([[9]]), tensor([1]), ids), IndexError, "id 9 is outside the vocabulary"),
    (lambda: seq2seq(ids, tensor([0]), ids), ValueError, "a row has length 0 and the batch is 3 long"),
    (lambda: seq2seq(ids, tensor([9]), ids), ValueError, "a row has length 9 and the batch is 3 long"),
    (lambda: seq2seq(ids, tensor([3]), whole(2, 3)), ValueError, "1 sources and 2 targets"),
    (lambda: seq2seq(ids, tensor([3, 3]), ids), ValueError, "lengths have shape (2,) and ids (1, 3)"),
    (lambda: seq2seq(ids, zeros(1), ids), TypeError, "lengths count tokens, so they must be whole numbers"),
    (lambda: Seq2SeqConfig(source_vocab=9, target_vocab=9, attention="x"), ValueError, "attention is 'x'"),
    (
        lambda: Seq2SeqConfig(source_vocab=9, target_vocab=9, d_model=7),
        ValueError,
        "d_model is 7: two directions share it, so it must be even",
    ),
    (lambda: Seq2SeqConfig(source_vocab=9, target_vocab=9, window=0), ValueError, "window is 0: it must be 1 or more"),
    (lambda: encoder(zeros(1, 3, 7)), ValueError, "gamma has shape (8,) and a token has 7 features"),
    (lambda: encoder(zeros(1, 3, 8), zeros(3, 3)), TypeError, 'a mask is boolean and True means "may attend"'),
    (lambda: EncoderConfig(depth=0, d_model=8, num_heads=2, d_hidden=8), ValueError, "an encoder needs at least one block, not 0"),
    (lambda: EncoderConfig(depth=1, d_model=8, num_heads=3, d_hidden=8), ValueError, "3 heads cannot share 8 features evenly"),
    (
        lambda: Tagger(EncoderConfig(depth=1, d_model=8, num_heads=2, d_hidden=8), 5, 4)(whole(1, 5)),
        ValueError,
        "5 symbols, but this model knows 4 positions",
    ),
    (
        lambda: Tagger(EncoderConfig(depth=1, d_model=8, num_heads=2, d_hidden=8), 5, 4)(tensor([[7]])),
        IndexError,
        "symbol 7 is out of range",
    ),
]


@pytest.mark.parametrize(("call", "error", "words"), WRONG, ids=[words for _, _, words in WRONG])
def test_what_is_wrong_is_said_in_words(call, error, words):
    with pytest.raises(error, match=re.escape(words)):
        call()
