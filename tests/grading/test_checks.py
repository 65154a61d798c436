"""What the author of a test cell may rely on in `course_lib.grading.checks`."""

import linecache
import subprocess
import sys

import pytest
import torch

from course_lib.grading import checks

RIGHT = torch.tensor([[0.25, 0.75], [0.5, 0.5]])


def wrong(body, *arguments, **keywords):
    """The `Wrong` that a call raises."""
    with pytest.raises(checks.Wrong) as caught:
        body(*arguments, **keywords)
    return caught.value


def test_a_tensor_within_tolerance_passes():
    checks.close(RIGHT + 1e-6, RIGHT)


@pytest.mark.parametrize(
    ("kind", "within", "beyond"), [(torch.float64, 1e-9, 1e-6), (torch.float32, 1e-6, 1e-3), (torch.float16, 4e-3, 5e-2)]
)
def test_tolerance_follows_the_dtype(kind, within, beyond):
    x = torch.ones(3, dtype=kind)
    checks.close(x + within, x)
    assert "wrong values" in wrong(checks.close, x + beyond, x).message


def test_nothing_is_broadcast_before_it_is_compared():
    assert "shape (1, 2); expected (2, 2)" in wrong(checks.close, torch.ones(1, 2), torch.ones(2, 2)).message
    assert "shape" in wrong(checks.close, torch.tensor(1.0), torch.ones(2)).message


@pytest.mark.parametrize("other", [None, [[0.25, 0.75], [0.5, 0.5]], RIGHT.numpy(), (RIGHT, RIGHT)])
def test_what_is_no_tensor_does_not_pass(other):
    assert "must be a tensor" in wrong(checks.close, other, RIGHT).message


def test_a_subclass_that_calls_everything_equal_does_not_pass():
    class Yes(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            return torch.tensor(True)

    assert "must be a tensor" in wrong(checks.close, torch.ones(2, 2).as_subclass(Yes), RIGHT).message


def test_the_dtype_counts_unless_another_assertion_judges_it():
    assert "float64; expected float32" in wrong(checks.close, RIGHT.double(), RIGHT).message
    checks.close(RIGHT.double(), RIGHT, dtype=False)


def test_nan_and_infinity_are_said_in_words():
    assert "NaN" in wrong(checks.close, RIGHT / 0 * 0, RIGHT).message
    assert "infinite" in wrong(checks.close, RIGHT / 0, RIGHT).message


def test_minus_infinity_where_it_is_expected_passes():
    x = torch.tensor([0.0, -float("inf")])
    checks.close(x, x.clone())


def test_a_number_and_a_0d_tensor_are_alike_for_a_loss():
    checks.close(2.0, 2.0)
    checks.close(torch.tensor(2.0), 2.0)
    assert "shape" in wrong(checks.close, torch.tensor([2.0]), 2.0).message


def test_the_one_mistake_that_gives_the_value_is_named():
    found = wrong(checks.close, RIGHT.T, RIGHT, mistakes={"rows and columns mixed up": RIGHT.T, "all zero": RIGHT * 0})
    assert (found.mistake, found.sentence) == ("rows-and-columns-mixed-up", "rows and columns mixed up")


def test_two_mistakes_with_the_same_value_are_not_named():
    assert wrong(checks.close, RIGHT * 0, RIGHT, mistakes={"one": RIGHT * 0, "other": RIGHT * 0}).mistake is None


def test_a_value_near_the_right_one_is_not_named():
    near = RIGHT + 5e-5
    assert wrong(checks.close, near, RIGHT, mistakes={"rounded": near}, rtol=0, atol=1e-5).mistake is None


def test_a_mistake_whose_value_cannot_be_made_is_passed_over():
    assert wrong(checks.close, RIGHT * 0, RIGHT, mistakes={"broken": lambda: 1 / 0, "all zero": RIGHT * 0}).mistake == "all-zero"


def test_a_mistake_of_another_shape_is_named():
    assert wrong(checks.close, RIGHT[:1], RIGHT, mistakes={"one row": RIGHT[:1]}).mistake == "one-row"


def test_the_example_shows_the_first_difference_and_small_tensors_as_rows():
    found = wrong(checks.close, torch.tensor([[0.25, 0.75], [0.5, 9.0]]), RIGHT)
    assert found.example.splitlines() == [
        "at [1, 1]: yours is 9, expected 0.5",
        "yours     [0.25, 0.75]",
        "          [0.5, 9]",
        "expected  [0.25, 0.75]",
        "          [0.5, 0.5]",
    ]


def test_the_message_of_a_wrong_value_holds_no_value():
    found = wrong(checks.close, torch.full((2, 2), 0.123), RIGHT)
    assert not any(digits in found.message for digits in ("0.123", "0.25", "0.75"))


def test_an_assertion_gives_its_label_its_line_and_its_seed():
    def cell():
        with checks.that("weights sum to 1"):
            checks.close(torch.rand(2, 2, generator=checks.generator(7)), RIGHT)

    found = wrong(cell)
    assert (found.label, found.seeds, found.line) == ("weights sum to 1", (7,), cell.__code__.co_firstlineno + 2)
    assert "seed 7" in str(found)


def test_an_exception_of_the_student_becomes_a_wrong_that_names_its_type():
    def cell():
        with checks.that("it works"):
            raise KeyError("secret")

    found = wrong(cell)
    assert (found.raised, found.mistake, "secret" in found.message) == ("KeyError", None, False)


def test_what_is_not_written_yet_is_said_to_be_so():
    def cell():
        with checks.that("it works"), checks.blames("a mistake"), checks.raises(ValueError):
            raise NotImplementedError

    found = wrong(cell)
    assert found.raised == "NotImplementedError"
    assert "not written yet" in found.message
    assert found.mistake is None


def test_an_interrupt_is_no_wrong_answer():
    with pytest.raises(KeyboardInterrupt), checks.that("it works"):
        raise KeyboardInterrupt


def test_jupyter_shows_the_words_and_no_traceback():
    found = wrong(checks.close, RIGHT * 0, RIGHT)
    assert found._render_traceback_() == str(found).splitlines()


def test_jupyter_shows_the_line_at_which_the_students_own_code_stopped():
    answer, check = "def f(x):\n    return x.missing\n", "with checks.that('f works'):\n    f(1)\n"
    names = {"checks": checks}
    for name, text in (("/tmp/ipykernel_1/2.py", answer), ("/tmp/ipykernel_1/3.py", check)):
        linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    exec(compile(answer, "/tmp/ipykernel_1/2.py", "exec"), names)
    with pytest.raises(checks.Wrong) as caught:
        exec(compile(check, "/tmp/ipykernel_1/3.py", "exec"), names)
    assert caught.value._render_traceback_()[-1] == "  in f, line 2 of its cell:  return x.missing"


def test_a_wrong_number_is_shown_beside_the_right_one_and_once():
    found = wrong(checks.close, torch.tensor(15.65), 13.0, what="the norm")
    assert str(found).splitlines() == ["  the norm: the wrong number.", "  yours is 15.65, expected 13"]


def test_collecting_goes_on_after_a_failure():
    with checks.collecting() as record:
        for label, value in (("a", 0), ("b", 1), ("c", 0)):
            with checks.that(label):
                assert value
    assert (record.labels, [w.label for w in record.failures]) == (["a", "b", "c"], ["a", "c"])


def test_raises_judges_by_type():
    with checks.raises(ValueError):
        raise UnicodeError("a subclass")

    def other():
        with checks.raises(ValueError):
            raise AssertionError

    def nothing():
        with checks.raises(ValueError):
            pass

    assert wrong(other).mistake == "raises-assertionerror"
    assert wrong(nothing).mistake == "no-valueerror"


def test_unchanged_sees_a_write_and_a_new_shape():
    x = torch.ones(2, 3)

    def write(step):
        with checks.unchanged(x):
            step()

    write(lambda: x + 1)
    assert wrong(write, lambda: x.mul_(2)).mistake == "changes-its-inputs"
    assert wrong(write, lambda: x.resize_(3, 2)).mistake == "changes-its-inputs"


def test_gradients_are_measured_on_the_function_itself():
    x = torch.tensor([0.5, -1.0, 2.0], dtype=torch.float64)
    checks.gradients(lambda x: x.exp() * 3, x=x)
    checks.gradients(lambda x: x.float().exp(), x=x)
    assert wrong(checks.gradients, lambda x: x.detach().exp(), x=x).mistake == "the-result-cut-off-from-the-inputs"
    assert wrong(checks.gradients, lambda x, y: x.detach() * y, x=x, y=x).mistake == "no-gradient-to-x"
    half = wrong(checks.gradients, lambda x: x * x.detach(), x=x)
    assert (half.mistake, "not the slope" in half.message) == (None, True)


@pytest.mark.parametrize(
    ("step", "slug"),
    [
        (lambda: torch.manual_seed(0), "changes-torch-s-random-generator"),
        (lambda: torch.rand(1), "changes-torch-s-random-generator"),
        (lambda: torch.set_default_dtype(torch.float64), "changes-the-default-dtype"),
        (lambda: torch.set_grad_enabled(False), "changes-gradient-mode"),
    ],
)
def test_a_call_that_changes_global_state_is_seen_and_named(step, slug):
    def cell():
        with checks.state_kept():
            step()

    kind, grad, state = torch.get_default_dtype(), torch.is_grad_enabled(), torch.get_rng_state()
    try:
        assert wrong(cell).mistake == slug
    finally:
        torch.set_default_dtype(kind)
        torch.set_grad_enabled(grad)
    assert torch.equal(torch.get_rng_state(), state)


def test_fresh_keeps_a_writing_function_off_the_inputs_and_in_the_graph():
    x = torch.ones(2, 3, requires_grad=True)
    out = checks.fresh(lambda x: x.mul_(2))(x)
    out.sum().backward()
    assert torch.equal(x.detach(), torch.ones(2, 3))
    assert torch.equal(x.grad, torch.full((2, 3), 2.0))


def test_checks_import_on_machines_without_unix_modules():
    code = "import sys\nfor m in ('resource', 'fcntl', 'pwd', 'course_lib.layers'): sys.modules[m] = None\nimport course_lib.grading.checks"
    subprocess.run([sys.executable, "-c", code], check=True)
