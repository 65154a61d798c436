"""A forbidden call costs the question it is reached from, however it is reached."""

import pytest

from course_lib.grading.forbidden import Trace, matches
from course_lib.grading.judge import judge_in_process, judge_notebook

RULES = {
    "*": ["torch.nn.functional.scaled_dot_product_attention", "torch.nn.MultiheadAttention", "torch.nn.Transformer*"],
    "f": ["torch.softmax", "torch.nn.functional.softmax", "torch.Tensor.softmax", "torch.nn.Softmax", "torch.nn.utils.clip_grad_norm_"],
}
TESTS = {
    "test-f": "x = torch.ones(1, 2, 4)\ny = f(x)\nassert F.softmax(x, -1).shape == y.shape",
    "test-g": "x = torch.ones(1, 2, 4)\ng(x)\nF.scaled_dot_product_attention(x, x, x)",
}


@pytest.fixture
def source(make):
    return make.set({"f": "def f(x):\n    return x.exp()", "g": "def g(x):\n    return f(torch.softmax(x, -1))"}, TESTS, forbidden=RULES)


@pytest.fixture(params=[judge_notebook, judge_in_process])
def verdicts(request, make, source):
    def judge(answers, extra=(), given=None):
        return {v.cell: v for v in request.param(make.submission(given or source, answers, extra), given or source, limits=make.quick)}

    return judge


@pytest.mark.parametrize(
    ("call", "name"),
    [
        ("torch.softmax(x, -1)", "torch.softmax"),
        ("x.softmax(-1)", "torch.Tensor.softmax"),
        ("F.softmax(x, -1)", "torch.nn.functional.softmax"),
        ("nn.Softmax(-1)(x)", "torch.nn.Softmax"),
        ("getattr(torch, 'soft' + 'max')(x, -1)", "torch.softmax"),
        ("torch.ops.aten.softmax.int(x, -1)", "softmax"),
        ("helper(x)", "torch.softmax"),
        ("F.scaled_dot_product_attention(x, x, x)", "scaled_dot_product_attention"),
        ("nn.MultiheadAttention(4, 2, batch_first=True)(x, x, x)[0]", "torch.nn.MultiheadAttention"),
        ("nn.TransformerEncoderLayer(4, 2, batch_first=True)(x)", "torch.nn.TransformerEncoderLayer"),
        ("(torch.nn.utils.clip_grad_norm_([], 1), x)[1]", "torch.nn.utils.clip_grad_norm_"),
    ],
)
def test_a_forbidden_call_is_named_and_costs_its_question(verdicts, call, name):
    found = verdicts({"f": f"def f(x):\n    return {call}"}, extra=[(1, "def helper(x):\n    return torch.softmax(x, -1)")])
    assert found["test-f"].status == "forbidden call"
    assert name in found["test-f"].message
    assert found["test-g"].status == "passed"


def test_what_one_question_forbids_another_may_call(verdicts):
    assert {v.status for v in verdicts({}).values()} == {"passed"}


def test_scratch_cells_may_call_anything(verdicts):
    extra = [(1, "torch.softmax(torch.ones(3), 0); nn.MultiheadAttention(4, 2)")]
    assert {v.status for v in verdicts({}, extra).values()} == {"passed"}


def test_a_callback_of_the_check_may_call_anything(verdicts, make):
    given = make.set({"f": "def f(x, g):\n    return g(x)"}, {"test-f": "f(torch.ones(3), lambda x: torch.softmax(x, 0))"}, forbidden=RULES)
    assert {v.status for v in verdicts({}, given=given).values()} == {"passed"}


def test_an_exclamation_mark_allows_again():
    names = [name for name, _ in matches(["torch.optim.*", "!torch.optim.Optimizer"])]
    assert "torch.optim.Adam" in names
    assert "torch.optim.Optimizer" not in names


def test_a_subclass_of_a_forbidden_class_is_found():
    import torch

    trace = Trace(["torch.optim.*", "!torch.optim.Optimizer"])
    try:
        with trace.watch():
            type("Mine", (torch.optim.Adam,), {})([torch.nn.Parameter(torch.ones(1))])
    finally:
        trace.close()
    assert trace.hits == ["torch.optim.Adam"]


def test_a_pattern_that_names_nothing_is_the_authors_mistake():
    with pytest.raises(ValueError, match=r"torch\.sofmax"):
        matches(["torch.sofmax"])
