"""The four input formats of the first GPT, against its figure, and what the causal mask makes true of them."""

import pytest
import torch

from course_lib.models.gpt import GPT, GPTConfig
from course_lib.text.corpora import english_prose
from course_lib.training.format_tasks import FOLLOWS, article_task, choice_task, entailment_task, similarity_task
from course_lib.training.input_formats import TaskModel, format_input, pad_examples

MARKS = (0, 1, 2)


def trunk():
    torch.manual_seed(0)
    return GPT(GPTConfig(vocab_size=20, context=16, num_layers=1, num_heads=2, d_model=8)).eval()


@pytest.mark.parametrize(
    ("kind", "parts", "expected"),
    [
        ("classification", [[5, 6]], [[0, 5, 6, 2]]),
        ("entailment", [[5], [6]], [[0, 5, 1, 6, 2]]),
        ("similarity", [[5], [6]], [[0, 5, 1, 6, 2], [0, 6, 1, 5, 2]]),
        ("choice", [[5], [6], [7], [8]], [[0, 5, 1, 6, 2], [0, 5, 1, 7, 2], [0, 5, 1, 8, 2]]),
    ],
)
def test_each_format_is_laid_out_as_in_the_paper(kind, parts, expected):
    assert format_input(kind, parts, MARKS) == expected


@pytest.mark.parametrize(("kind", "parts"), [("classification", [[5], [6]]), ("entailment", [[5]]), ("choice", [[5], [6]])])
def test_the_wrong_number_of_texts_is_refused(kind, parts):
    with pytest.raises(ValueError, match="takes"):
        format_input(kind, parts, MARKS)


def test_similarity_does_not_depend_on_which_text_comes_first():
    model = TaskModel(trunk(), "similarity")
    a, b = (model(*pad_examples([format_input("similarity", pair, MARKS)])) for pair in ([[5, 6], [7]], [[7], [5, 6]]))
    torch.testing.assert_close(a, b)


def test_padding_changes_no_score_though_no_mask_hides_it():
    model = TaskModel(trunk(), "entailment", classes=3)
    short, long = format_input("entailment", [[5], [6]], MARKS), format_input("entailment", [[5, 9, 9, 9], [6, 9, 9]], MARKS)
    torch.testing.assert_close(model(*pad_examples([short, long]))[:1], model(*pad_examples([short])))


def test_a_choice_scores_each_answer_by_itself():
    model = TaskModel(trunk(), "choice")
    three = model(*pad_examples([format_input("choice", [[5], [6], [7], [8]], MARKS)]))
    turned = model(*pad_examples([format_input("choice", [[5], [8], [6], [7]], MARKS)]))
    torch.testing.assert_close(turned, three[:, [2, 0, 1]])


def test_the_labels_of_the_tasks_are_right():
    g = torch.Generator().manual_seed(0)
    for (premise, hypothesis), label in zip(*entailment_task(50, g), strict=True):
        assert FOLLOWS[premise.split()[0], hypothesis.split()[0]] == label
    for (said, *answers), label in zip(*choice_task(50, g), strict=True):
        how = next(word for word in ("always", "never", "sometimes") if word in said)
        assert {"always": "every", "never": "no", "sometimes": "some"}[how] in answers[label].split()
    same = [label for (a, b), label in zip(*similarity_task(200, g), strict=True) if a == b]
    assert same
    assert all(same)


def test_an_exchanged_article_is_not_the_one_of_the_text():
    prose = english_prose().split("\n")
    whole = " ".join(prose)
    for (text,), label in zip(*article_task(prose, 40, torch.Generator().manual_seed(0)), strict=True):
        assert label or text in whole
