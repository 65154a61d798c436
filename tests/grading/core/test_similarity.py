"""The list of similar submissions: it finds a renamed copy, and not two who solved a task the way it is solved."""

from __future__ import annotations

from course_lib.grading.similarity import similar

STUB = "def attention(q, k, v):\n    raise NotImplementedError\n"
USUAL = """
def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, weights
"""
ODD = """
def attention(q, k, v):
    # I go through the queries one by one, backwards
    rows, seen = [], []
    for i in range(q.shape[-2] - 1, -1, -1):
        line = torch.stack([(q[..., i, :] * k[..., j, :]).sum(-1) for j in range(k.shape[-2])], -1)
        line = line / torch.sqrt(torch.tensor(float(k.shape[-1])))
        line = (line - line.amax(-1, keepdim=True)).exp()
        rows.insert(0, line / line.sum(-1, keepdim=True))
        seen.append(i)
    table = torch.stack(rows, -2)
    return torch.einsum("...ij,...jd->...id", table, v), table
"""
OTHER = """
def attention(query, key, value):
    logits = torch.einsum("...id,...jd->...ij", query, key)
    logits = logits.mul(key.size(-1) ** -0.5)
    probabilities = logits.softmax(-1)
    mixed = probabilities.matmul(value)
    return mixed, probabilities
"""


def renamed(code: str) -> str:
    for old, new in (
        ("rows", "out"),
        ("line", "current"),
        ("seen", "done"),
        ("table", "w"),
        ("# I go through the queries one by one, backwards", ""),
    ):
        code = code.replace(old, new)
    return code.replace("    ", "  ")


def test_a_copy_with_other_names_is_found() -> None:
    codes = {"ada": ODD, "bob": renamed(ODD), "cyd": USUAL, "dan": OTHER}
    (pair,) = similar(codes, [STUB, USUAL])
    assert pair.students == ("ada", "bob")
    assert pair.share > 0.9
    assert not pair.verbatim


def test_the_way_the_task_is_solved_is_no_likeness() -> None:
    assert similar({"ada": USUAL, "bob": USUAL.replace("scores", "s"), "cyd": ODD}, [STUB, USUAL]) == []


def test_what_a_fifth_of_the_class_has_is_common() -> None:
    codes = {f"student {n}": ODD for n in range(10)}
    assert similar(codes, [STUB]) == []


def test_answers_that_share_nothing_unusual_are_not_listed() -> None:
    assert similar({"ada": ODD, "bob": OTHER}, [STUB, USUAL]) == []


def test_a_copy_to_the_letter_says_so() -> None:
    (pair,) = similar({"ada": ODD, "bob": ODD, "cyd": OTHER}, [STUB, USUAL])
    assert pair.verbatim


def test_code_that_does_not_parse_stops_nothing() -> None:
    assert similar({"ada": "def f(:\n  '''", "bob": "\x00", "cyd": ""}, []) == []
