"""What ends in which verdict, and that a question's misfortune stays its own."""

import os
from pathlib import Path

import pytest

from course_lib.grading.judge import judge_in_process, judge_notebook
from course_lib.grading.limits import MB, Limits

WRONG = "def double(x):\n    return x * x"


@pytest.fixture
def verdicts(make, made_up):
    """Judge the made-up set with some answers replaced: status by cell, or the verdicts themselves."""

    def judge(answers, extra=(), limits=None, source=None):
        source = source or made_up
        found = judge_notebook(make.submission(source, answers, extra), source, limits=limits or make.quick)
        return {verdict.cell: verdict for verdict in found}

    return judge


def statuses(found):
    return {cell: verdict.status for cell, verdict in found.items()}


ALL_RIGHT = dict.fromkeys(["test-double", "test-double-2", "test-quadruple", "test-Scale"], "passed")


def test_right_answers_pass(verdicts):
    assert statuses(verdicts({})) == ALL_RIGHT


def test_a_wrong_answer_costs_its_own_question_only(verdicts):
    found = verdicts({"double": WRONG})
    assert statuses(found) == ALL_RIGHT | {"test-double": "failed"}
    verdict = found["test-double"]
    assert (verdict.label, verdict.mistake, verdict.hidden) == ("double doubles", "the-square", False)


def test_a_hidden_failure_says_so_and_shows_no_values(verdicts):
    verdict = verdicts({"double": "def double(x):\n    return 2 * x.abs()"})["test-double"]
    assert (verdict.status, verdict.label, verdict.hidden, verdict.example) == ("failed", "negative numbers too", True, None)


def test_one_process_says_the_same(make, made_up, verdicts):
    for answers in ({}, {"double": WRONG}, {"double": "def double(x):\n    raise ValueError"}, {"Scale": "Scale = 3"}, {"quadruple": ""}):
        alone = {v.cell: (v.status, v.label, v.mistake) for v in judge_in_process(make.submission(made_up, answers), made_up)}
        assert alone == {cell: (v.status, v.label, v.mistake) for cell, v in verdicts(answers).items()}


def test_without_a_source_the_visible_checks_of_the_notebook_run(make, made_up):
    found = {v.cell: v.status for v in judge_in_process(make.submission(made_up, {"double": WRONG}))}
    assert found["test-double"] == found["test-quadruple"] == "failed"


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("def double(x):\n    raise NotImplementedError()", "not attempted"),
        ("raise NotImplementedError()", "not attempted"),
        ("# later", "not attempted"),
        ("double = None", "failed"),
        ("def double(x)\n    return x", "failed"),
        ("y = 3", "failed"),
        ("def double(x):\n    import os\n    os._exit(0)", "crashed"),
        ("import os\nos._exit(0)", "crashed"),
        ("def double(x):\n    import sys\n    sys.exit(0)", "failed"),
        ("import sys\nsys.exit(0)", "failed"),
        ("def double(x):\n    while True: pass", "timed out"),
        ("while True: pass", "timed out"),
        ("def double(x):\n    return input()", "failed"),
        ("def double(x):\n    import os, signal\n    os.kill(os.getpid(), signal.SIGSEGV)", "crashed"),
        ("def double(x):\n    return bytearray(10 << 30)", "out of memory"),
        ("def double(x):\n    return torch.zeros(10 << 30)", "out of memory"),
        ("def double(x):\n    return torch.zeros(100).expand(10**9, 100)", "failed"),
        ("def double(x):\n    return ['a'] * 10**7", "failed"),
    ],
)
@pytest.mark.defect(15, 16, 18, 19, 20, 22, 45)
def test_each_misfortune_has_its_status_and_stays_in_its_question(verdicts, code, status):
    found = statuses(verdicts({"double": code}))
    assert found == ALL_RIGHT | {"test-double": status, "test-double-2": status}


def test_a_crash_in_one_check_leaves_the_next_one_its_chance(verdicts):
    found = verdicts({"double": "def double(x):\n    import os\n    return 2 * x if len(x) == 3 else os._exit(3)"})
    assert statuses(found) == ALL_RIGHT | {"test-double": "crashed"}


@pytest.mark.parametrize(
    "code",
    ["import os; os._exit(1)", "while True: pass", "1 / 0", "import sys; sys.exit()", "import time; time.sleep(100)", "%%bash\nrm -rf /"],
)
@pytest.mark.defect(21)
def test_a_cell_of_the_students_own_that_fails_costs_nothing(verdicts, code):
    assert statuses(verdicts({}, extra=[(1, code), (3, code)])) == ALL_RIGHT


def test_helpers_beside_an_answer_are_used(verdicts):
    answers = {"quadruple": "def twice(x):\n    return double(helper(x))\ndef quadruple(x):\n    return twice(double(x))"}
    assert statuses(verdicts(answers, extra=[(1, "def helper(x):\n    return x")])) == ALL_RIGHT


@pytest.mark.defect(39)
def test_a_later_cell_does_not_replace_an_answer(verdicts):
    assert statuses(verdicts({}, extra=[(20, "def double(x):\n    return None")])) == ALL_RIGHT


def test_names_a_student_reuses_do_not_reach_the_references(verdicts):
    assert statuses(verdicts({}, extra=[(1, "nn = F = math = 3\ndef helper(): pass")]))["test-quadruple"] == "passed"


def test_lines_of_ipython_are_skipped(verdicts):
    assert statuses(verdicts({}, extra=[(1, "%matplotlib inline\n!pip install torch\nx = 1\n?x")])) == ALL_RIGHT


@pytest.mark.defect(36)
def test_output_is_kept_for_the_teacher_up_to_its_limit(verdicts):
    found = verdicts(
        {"double": "def double(x):\n    print('a' * 10**7)\n    print('here')\n    raise ValueError(print)"}, limits=Limits(output=1000)
    )
    detail = found["test-double"].detail
    assert "more than 1000 characters" in detail
    assert len(detail) < 10_000


@pytest.mark.defect(11)
def test_a_warning_costs_nothing(verdicts):
    answers = {
        "double": "def double(x):\n    import warnings, sys\n    warnings.warn('so')\n    print('x', file=sys.stderr)\n    return 2 * x"
    }
    assert statuses(verdicts(answers)) == ALL_RIGHT


def test_the_student_is_told_type_and_line_and_the_teacher_the_rest(verdicts):
    verdict = verdicts({"double": "def double(x):\n\n    raise ValueError('secret ' + str(x.tolist()))"})["test-double"]
    assert "line 3" in verdict.message
    assert "ValueError" in verdict.message
    assert "secret" not in verdict.message
    assert "secret [1.0, 2.0]" in verdict.detail


@pytest.mark.parametrize("name", ["course_lib", "course_lib.layers.attention", "transformers", "sklearn"])
def test_the_library_is_not_there_for_an_answer(verdicts, name):
    verdict = verdicts({"double": f"import {name}\ndef double(x):\n    return 2 * x"})["test-double"]
    assert verdict.status == "failed"
    assert "is not there while a notebook is graded" in verdict.detail


GRANT = "import torch\nfrom torch import nn\nfrom course_lib.layers.masks import causal_mask\n"


def test_a_name_that_the_setup_cell_grants_is_there_and_its_neighbours_are_not(make, verdicts):
    source = make.set(
        {"f": "def f(n):\n    return causal_mask(n)"},
        {"test-f": "from course_lib.grading import checks\nwith checks.that('so'):\n    checks.same(f(3), torch.ones(3, 3).tril().bool())"},
        setup=GRANT,
    )
    assert statuses(verdicts({}, source=source)) == {"test-f": "passed"}
    stolen = "from course_lib.layers.masks import padding_mask\ndef f(n):\n    return causal_mask(n)"
    assert statuses(verdicts({"f": stolen}, source=source)) == {"test-f": "failed"}


@pytest.mark.parametrize(
    "attack",
    [
        "torch.equal = torch.allclose = torch.testing.assert_close = lambda *a, **k: True",
        "class Sly:\n    def __eq__(self, other): return True\n    def __getattr__(self, name): return lambda *a, **k: True",
        "import builtins\nbuiltins.abs = builtins.all = lambda *a: True\nbuiltins.AssertionError = ValueError",
        "import sys\nsys.settrace(lambda *a: None)",
        "import gc, inspect\nfor frame in inspect.stack(): frame.frame.f_globals['passed'] = True",
        "import atexit, os\natexit.register(os._exit, 0)",
        "torch.set_default_dtype(torch.float64); torch.manual_seed(0); torch.set_grad_enabled(False)",
        "class Sly(torch.Tensor):\n    @classmethod\n    def __torch_function__(cls, *a, **k): return True",
    ],
)
def test_tricks_in_the_students_process_do_not_make_a_wrong_answer_right(verdicts, attack):
    wrong = "def double(x):\n    return Sly() if 'Sly' in globals() and not issubclass(Sly, torch.Tensor) else x * x"
    found = statuses(verdicts({"double": wrong, "quadruple": "def quadruple(x):\n    return x"}, extra=[(1, attack)]))
    assert (found["test-double"], found["test-quadruple"]) == ("failed", "failed")


def test_no_reference_of_the_name_under_test_is_in_the_process(verdicts):
    search = """
        def double(x):
            import gc
            for thing in gc.get_objects():
                if callable(thing) and getattr(thing, "__name__", "") == "double" and thing is not double:
                    return thing(x)
            held = [text for found in gc.get_objects() if isinstance(found, dict) for text in found.values() if isinstance(text, str)]
            return [text for text in held if "2 *" + " x" in text and "def double" in text][0]
    """
    assert statuses(verdicts({"double": search}))["test-double"] == "failed"


def forged(text: str) -> str:
    """Code that writes a message of its own on the wire."""
    return f"import os, struct\nt = {text.encode()!r}\nos.write(3, struct.pack('!II', len(t), 0) + t)"


@pytest.mark.parametrize(
    "bad",
    [
        "import os\nos.write(3, b'\\0' * 8)",
        "import os\nos.write(3, b'\\xff' * 100)",
        "import os\nos.close(3)",
        forged('[["ret",{"v":true},[]],[]]'),
        forged('[["call",["lent",1],{},[]],[]]'),
        forged('[["call",["get",0,"__class__"],{"a":[],"k":[],"d":[],"y":[],"s":{}},[]],[]]'),
    ],
)
def test_forged_messages_end_their_own_process(verdicts, bad):
    answer = "def double(x):\n    " + bad.replace("\n", "\n    ") + "\n    return x"
    assert statuses(verdicts({"double": answer})) == ALL_RIGHT | {"test-double": "crashed", "test-double-2": "crashed"}


def test_a_forged_verdict_before_the_cells_are_through_is_refused(verdicts):
    early = forged('[["passed"],[]]') + "\n"
    assert statuses(verdicts({"double": early + WRONG}))["test-double"] == "crashed"


def test_a_check_that_is_itself_broken_is_the_courses_error(make, verdicts):
    source = make.set({"f": "def f(): return 1"}, {"test-f": "f()\nraise RuntimeError('ours')"})
    verdict = verdicts({}, source=source)["test-f"]
    assert verdict.status == "error"
    assert "ours" in verdict.detail


def test_a_check_that_does_not_end_is_stopped(make, verdicts):
    source = make.set({"f": "def f():\n    while True:\n        yield 1"}, {"test-f": "for _ in f(): pass"})
    assert statuses(verdicts({}, source=source, limits=Limits(question_seconds=0.2))) == {"test-f": "timed out"}


def test_the_judges_own_state_is_as_it_was(verdicts):
    import torch

    before = (torch.get_default_dtype(), torch.is_grad_enabled(), torch.get_num_threads(), torch.get_rng_state())
    state = "torch.set_grad_enabled(False); torch.set_default_dtype(torch.float64); torch.manual_seed(3)"
    verdicts({"double": f"def double(x):\n    {state}\n    return 2 * x"})
    after = (torch.get_default_dtype(), torch.is_grad_enabled(), torch.get_num_threads(), torch.get_rng_state())
    assert before[:3] == after[:3]
    assert torch.equal(before[3], after[3])


def test_nothing_of_a_student_outlives_the_run(verdicts):
    from course_lib.grading.judge import zygote

    verdicts({"double": "import threading, time\nthreading.Thread(target=lambda: time.sleep(1000)).start()\n" + WRONG})
    children = f"/proc/{zygote().process.pid}/task/{zygote().process.pid}/children"
    assert not os.path.exists(children) or Path(children).read_text().strip() == ""


def test_memory_is_limited_to_what_the_limits_say(verdicts):
    answer = {"double": "def double(x):\n    torch.zeros(400 << 18)\n    return 2 * x"}
    assert statuses(verdicts(answer, limits=Limits(memory=1024 * MB)))["test-double"] == "passed"
    assert statuses(verdicts(answer, limits=Limits(memory=512 * MB)))["test-double"] == "out of memory"
