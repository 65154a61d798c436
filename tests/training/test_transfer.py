"""Tuning an encoder: what each choice trains, what stays, and that some of the recorded runs come out again."""

import pytest
import torch

from course_lib.models.bert import Bert, BertConfig
from course_lib.models.minilm import load_minilm
from course_lib.text.stories import TOOLS, story_tokenizer
from course_lib.training.transfer import METHODS, SentenceClassifier, measure, opinions, prepare, recorded_transfer, tune


def tiny(method, **more):
    torch.manual_seed(0)
    encoder = Bert(BertConfig(vocab_size=85, depth=3, d_model=16, num_heads=2, d_hidden=32, max_len=12))
    return prepare(SentenceClassifier(encoder, 2), method, **more)


def data(n=24):
    ids, real, _, likes = opinions(n, story_tokenizer(), torch.Generator().manual_seed(0))
    return ids, real, likes


@pytest.mark.parametrize("method", METHODS)
def test_only_what_was_chosen_moves(method):
    model = tiny(method)
    before = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    tune(model, *data(), steps=3, seed=0, rate=1e-2)
    moved = {name for name, tensor in model.state_dict().items() if not torch.equal(tensor, before[name])}
    assert moved <= {name for name, parameter in model.named_parameters() if parameter.requires_grad}
    assert {"head.weight", "head.bias"} <= moved


def test_blocks_that_stay_frozen_are_run_once_and_give_the_same_training():
    quick, slow = tiny("top", top=1), tiny("top", top=1)
    slow.frozen_blocks = lambda: 0
    torch.testing.assert_close(tune(quick, *data(), steps=4, seed=0, rate=1e-3), tune(slow, *data(), steps=4, seed=0, rate=1e-3))


def test_a_not_turns_the_answer_round_and_tools_of_the_test_are_new():
    tokenizer = story_tokenizer()
    ids, _, trade, _ = opinions(60, tokenizer, torch.Generator().manual_seed(0), unseen=True)
    tools = {tokenizer.tokens(row)[-2] for row in ids}
    assert tools <= {names[3] for names in TOOLS.values()}
    assert all(tokenizer.tokens(row)[-2] == list(TOOLS.values())[t][3] for row, t in zip(ids, trade.tolist(), strict=True))


def test_an_unknown_method_is_refused_with_those_there_are():
    with pytest.raises(ValueError, match="head, top, lora, all"):
        tiny("some")


def test_the_record_has_every_choice_for_three_seeds():
    cells = {(row["task"], row["labels"], row["method"], row["seed"]) for row in recorded_transfer()}
    wanted = {(task, n, method, s) for task in ("trade", "likes") for n in (16, 256) for method in ("scratch", *METHODS) for s in range(3)}
    assert wanted <= cells


@pytest.mark.long
@pytest.mark.parametrize("row", [r for r in recorded_transfer() if r["seed"] == 0 and r["method"] in ("head", "lora")], ids=str)
def test_a_recorded_run_comes_out_again(row):
    more = {"rank": row["rank"], "names": row["names"].split()} if row["method"] == "lora" else {}
    _, right = measure(*load_minilm(), row["task"], row["labels"], row["method"], seed=row["seed"], steps=row["steps"], **more)
    assert abs(right - row["right"]) <= 0.05
