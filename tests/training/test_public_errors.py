"""What a caller gets wrong with a loss, a corruption, a schedule, an optimizer or the loop is said in words."""

import re

import pytest
import torch
from torch import nn, ones, tensor, zeros

from course_lib.training.batches import batches
from course_lib.training.clipping import clip_grad_norm
from course_lib.training.denoising import span_corrupt, text_infilling, token_deletion, token_masking
from course_lib.training.device import best_device
from course_lib.training.loop import Trainer
from course_lib.training.objectives import causal_lm_loss, mlm_corrupt, mlm_loss, next_sentence_pairs, pack_pair, span_loss, tagging_loss
from course_lib.training.optimizers import SGD, Adam, AdamW, FusedAdamW, Momentum, RMSProp
from course_lib.training.schedules import warmup_cosine, warmup_linear


def whole(*shape):
    return torch.zeros(*shape, dtype=torch.long)


def true(*shape):
    return torch.ones(*shape, dtype=torch.bool)


P = [nn.Parameter(ones(2))]
ids = whole(1, 3)

WRONG = [
    (lambda: causal_lm_loss(zeros(1, 3, 8), whole(1, 4)), ValueError, "logits have shape (1, 3, 8) and ids (1, 4)"),
    (lambda: causal_lm_loss(zeros(1, 3, 8), tensor([[9, 9, 9]])), IndexError, "target 9 is out of range"),
    (lambda: causal_lm_loss(zeros(1, 3, 8), zeros(1, 3)), TypeError, "a target is a whole number"),
    (lambda: causal_lm_loss(whole(1, 3, 8), whole(1, 3)), TypeError, "logits are floating-point scores"),
    (lambda: mlm_loss(zeros(1, 3, 8), whole(1, 2)), ValueError, "logits have shape (1, 3, 8) and ids (1, 2)"),
    (lambda: mlm_loss(zeros(1, 3, 8), tensor([[9, 1, 1]])), IndexError, "target 9 is out of range"),
    (lambda: mlm_loss(zeros(1, 3, 8), tensor([[-1, 1, 1]])), IndexError, "target -1 is out of range"),
    (lambda: tagging_loss(zeros(1, 3, 8), whole(1, 3), zeros(1, 3)), TypeError, "a mask is boolean and True means a real token"),
    (lambda: tagging_loss(zeros(1, 3, 8), whole(1, 3), true(1, 2)), ValueError, "labels have shape (1, 3) and the mask (1, 2)"),
    (lambda: tagging_loss(zeros(1, 3, 8), tensor([[8, 0, 0]]), true(1, 3)), IndexError, "target 8 is out of range"),
    (
        lambda: span_loss(zeros(1, 3), zeros(1, 4), tensor([0]), tensor([1])),
        ValueError,
        "start logits have shape (1, 3) and end logits (1, 4)",
    ),
    (lambda: span_loss(zeros(1, 3), zeros(1, 3), tensor([0]), tensor([5])), IndexError, "target 5 is out of range"),
    (
        lambda: span_loss(zeros(1, 3), zeros(1, 3), tensor([0, 1]), tensor([0, 1])),
        ValueError,
        "logits of shape (1, 3), starts (2,) and ends (2,)",
    ),
    (lambda: mlm_corrupt(whole(3), zeros(3), 9, 1), TypeError, "special is a boolean mask, True where a token may not be selected"),
    (lambda: mlm_corrupt(whole(3), true(2), 9, 1), ValueError, "ids have shape (3,) and special (2,)"),
    (lambda: mlm_corrupt(whole(3), true(3), 9, 1, rate=2), ValueError, "rate is 2: a chance lies between 0 and 1"),
    (lambda: mlm_corrupt(zeros(3), true(3), 9, 1), TypeError, "ids are whole numbers"),
    (lambda: mlm_corrupt(whole(3), true(3), 0, 1), ValueError, "vocab_size is 0"),
    (lambda: pack_pair([1], [2], 0, 1, 2, 3), ValueError, "max_len is 2: [CLS], [SEP] and [SEP] alone need 3"),
    (lambda: next_sentence_pairs([[[1]]]), ValueError, "a sentence of another document is needed, so there must be at least tw"),
    (lambda: span_corrupt([1], [9]), ValueError, "the text has 1 tokens"),
    (lambda: span_corrupt([], [9]), ValueError, "the text has 0 tokens"),
    (lambda: span_corrupt([1, 2, 3], [9]), ValueError, "1 spans need 2 sentinels"),
    (lambda: span_corrupt([1, 2, 3], [9, 8], rate=0), ValueError, "rate is 0: a share lies between 0 and 1"),
    (lambda: span_corrupt([1, 2, 3], [9, 8], mean_length=0), ValueError, "mean_length is 0"),
    (lambda: token_masking([1], 0, rate=2), ValueError, "rate is 2: a chance lies between 0 and 1"),
    (lambda: token_deletion([1], rate=-1), ValueError, "rate is -1: a chance lies between 0 and 1"),
    (lambda: text_infilling([1, 2], 0, rate=1), ValueError, "rate is 1: a share lies between 0 and 1"),
    (lambda: text_infilling([1, 2, 3, 4], 0, rate=0.5, mean_length=-1), ValueError, "mean_length is -1"),
    (lambda: text_infilling([1, 2, 3, 4], 0, rate=0.5, mean_length=0), ValueError, "mean_length is 0"),
    (lambda: batches(3, 0), ValueError, "batch_size is 0"),
    (lambda: batches(-1, 2), ValueError, "there are -1 examples"),
    (lambda: clip_grad_norm(P, -1), ValueError, "max_norm is -1: the longest gradient allowed is a length, 0 or more"),
    (lambda: warmup_cosine(0, 5, 3, 1.0), ValueError, "a warm-up of 5 steps does not fit into 3 steps in all"),
    (lambda: warmup_cosine(-1, 2, 3, 1.0), ValueError, "step is -1: the first has step 0"),
    (lambda: warmup_linear(0, 5, 3, 1.0), ValueError, "a warm-up of 5 steps does not fit into 3 steps in all"),
    (lambda: SGD(P, -1), ValueError, "lr is -1: it must be 0 or more"),
    (lambda: Adam(P, betas=(1.0, 0.9)), ValueError, "betas[0] is 1.0"),
    (lambda: AdamW(P, weight_decay=-1), ValueError, "weight_decay is -1"),
    (lambda: Momentum(P, 0.1, nesterov=True, momentum=0), ValueError, "Nesterov looks ahead along the momentum"),
    (lambda: RMSProp(P, 0.1, alpha=-1), ValueError, "alpha is -1: an average that forgets needs 0 <= alpha < 1"),
    (lambda: RMSProp(P, 0.1, alpha=2), ValueError, "alpha is 2: an average that forgets needs 0 <= alpha < 1"),
    (lambda: FusedAdamW(P, lr=-1), ValueError, "lr is -1: it must be 0 or more"),
    (lambda: best_device("tpu"), ValueError, "no device 'tpu' here"),
    (lambda: best_device("cuda:9"), ValueError, "no device 'cuda:9' here"),
    (lambda: Trainer(nn.Linear(1, 1), SGD(P, 0.1), None, None, precision="x"), ValueError, "precision is 'x'"),
    (lambda: Trainer(nn.Linear(1, 1), SGD(P, 0.1), None, None, accumulate=0), ValueError, "accumulate is 0"),
]


@pytest.mark.parametrize(("call", "error", "words"), WRONG, ids=[words for _, _, words in WRONG])
def test_what_is_wrong_is_said_in_words(call, error, words):
    with pytest.raises(error, match=re.escape(words)):
        call()
