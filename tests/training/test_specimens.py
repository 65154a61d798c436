"""The seven questions: what inspection finds is what the papers say of each model."""

import pytest
import torch
from torch import nn

from course_lib.models.anatomy import active_parameters, name_pattern, visible
from course_lib.models.gpt import GPT, GPTConfig
from course_lib.training.specimens import Specimen, ask, specimens


@pytest.fixture(scope="module")
def answers():
    return {name: ask(specimen) for name, specimen in specimens().items()}


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("itself alone", ["word vectors"]),
        ("everything", ["ELMo", "tagger", "BERT", "ViT", "one stream", "CNN"]),
        ("itself and the past", ["GPT", "mixture of experts", "LLaMA"]),
        ("the source, itself and the past", ["GRU translator", "GRU with attention", "Transformer", "BART", "T5", "captioner"]),
    ],
)
def test_who_sees_whom(answers, pattern, names):
    assert [name for name, found in answers.items() if found.sees == pattern] == names


def test_post_norm_and_pre_norm_are_told_apart(answers):
    assert answers["BERT"].block == "attention, LayerNorm, feed-forward, LayerNorm"  # Devlin et al. 2019
    assert answers["GPT"].block == "LayerNorm, attention, LayerNorm, feed-forward"  # Radford et al. 2019
    assert answers["LLaMA"].block == "RMSNorm, attention, RMSNorm, gated feed-forward"  # Touvron et al. 2023
    assert answers["mixture of experts"].block == "LayerNorm, attention, LayerNorm, experts"
    assert answers["Transformer"].block.count("attention") == 2  # self and cross, Vaswani et al. 2017
    assert answers["CNN"].block == "convolution, linear"


def test_cross_attention_asks_the_source(answers):
    assert "2 times cross, 2 heads, 5 x 6" in answers["Transformer"].attention
    assert "cross" not in answers["GPT"].attention
    assert answers["GRU translator"].attention == answers["CNN"].attention == "none"


def test_the_experts_at_work_are_those_that_were_routed_to(answers):
    """The last row needs its own two experts in the last block, and below that those of every token it sees."""
    moe = specimens()["mixture of experts"]
    below, last = moe.model.routes(moe.inputs[0])[:, 0]
    resting = (8 - len(below.unique())) + (8 - len(last[-1].unique()))
    unused_positions = 16 - 6  # every token counts: the tied table is the output matrix too
    every, at_work = answers["mixture of experts"].parameters
    assert every - at_work == resting * (2 * 16 * 32) + unused_positions * 16


def test_targets_tell_bert_from_gpt(answers):
    assert answers["BERT"].target == "the hidden token, at 1 of 6 positions"
    assert answers["GPT"].target == "the next token, at each of 6 positions"
    assert answers["BART"].target.endswith("the source is damaged")
    assert answers["ViT"].target == "one label for the whole"


def test_tied_outputs_are_found(answers):
    assert "turned round" in answers["GPT"].output
    assert "turned round" in answers["T5"].output
    assert "turned round" not in answers["LLaMA"].output
    assert "no scores yet" in answers["BERT"].output


def test_a_leak_is_found_whatever_the_model_is_called():
    """A GPT whose attention has lost its mask is not a GPT any more, and inspection says so."""
    torch.manual_seed(0)
    gpt = GPT(GPTConfig(vocab_size=40, context=8, num_layers=1, num_heads=1, d_model=8))
    ids = torch.randint(4, 40, (1, 5))

    def leaks(model, ids):
        return model(ids) + model(ids).mean(1, keepdim=True)

    assert ask(Specimen(model=gpt, inputs=(ids,), run=leaks, given=ids, asked=ids)).sees == "everything"


def test_asking_changes_no_weight_and_leaves_no_gradient():
    specimen = specimens()["GPT"]
    before = {name: value.clone() for name, value in specimen.model.state_dict().items()}
    ask(specimen)
    assert all(torch.equal(before[name], value) for name, value in specimen.model.state_dict().items())
    assert all(p.grad is None for p in specimen.model.parameters())


def test_a_window_is_neither_everything_nor_the_past():
    window = torch.ones(5, 5).tril().triu(-1).bool()
    assert name_pattern(window) == "a part"


def test_a_parameter_that_took_no_part_is_not_counted():
    two = nn.ModuleList([nn.Linear(3, 3, bias=False) for _ in range(2)])
    assert active_parameters(two, lambda x: two[1](x), [torch.ones(1, 2, 3)]) == (18, 9)


def test_a_row_that_adds_up_both_neighbours_is_seen_to():
    def other(inputs, j):
        return [inputs[0].index_add(1, torch.tensor([j]), torch.ones(1, 1))]

    def run(x):
        return (x + x.roll(1, 1))[..., None]

    assert visible(run, [torch.zeros(1, 3)], other, 3).int().tolist() == [[1, 0, 1], [1, 1, 0], [0, 1, 1]]
