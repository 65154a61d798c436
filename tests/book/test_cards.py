"""The revision cards: each entry of the lecture's notes is one, complete, with its answer hidden on the screen and at the end on paper."""

import re

import pytest

from course_lib.figures.concepts import CONCEPTS, concept, neighbours
from tests.book.browser import open_page
from tests.book.source import ROOT

PAGE = "dnn16/15-revision-notes"
# The lecture's fifteen entries, and what each "connects to", by our names for them.
NOTES = {
    "Encoder vs Decoder": ("families", ["Self-Attention", "Cross-Attention", "Sequence-to-Sequence Models"]),
    "Self-Attention": ("self-attention", ["Multi-Head Attention", "Positional Encoding", "Scaled Dot-Product"]),
    "Positional Encoding": ("positions", ["Self-Attention", "Embedding Layer"]),
    "Multi-Head Attention": ("multi-head", ["Self-Attention", "Scaled Dot-Product"]),
    "Layer Normalization": ("layer-norm", ["Residual Connections", "Pre-LN vs Post-LN"]),
    "Residual Connections": ("residual", ["Layer Normalization", "Encoder Stacking"]),
    "Masked Self-Attention": ("causal-mask", ["Cross-Attention", "Autoregressive Generation"]),
    "Cross-Attention": ("cross-attention", ["Encoder-Decoder", "Masked Self-Attention"]),
    "Architecture Selection": ("selection", ["Encoder", "Decoder", "Encoder-Decoder"]),
    "Masked Language Modeling": ("mlm", ["CLS Token", "BERT", "Self-Supervised Learning"]),
    "Autoregressive Pre-training": ("autoregressive", ["GPT", "Decoder", "Masked Self-Attention"]),
    "LoRA": ("lora", ["Transfer Learning", "Fine-Tuning", "Parameter-Efficient Methods"]),
    "Vision Transformers": ("vit", ["Encoder", "Positional Encoding", "Image Classification"]),
    "Gradient Descent Variants": ("descent", ["Momentum", "Adaptive Learning Rate", "Learning Rate"]),
    "Momentum": ("momentum", ["Gradient Descent Variants", "Adaptive Learning Rate", "Optimization"]),
}
OTHERS = {
    "Sequence-to-Sequence Models": "seq2seq",
    "Scaled Dot-Product": "scaling",
    "Embedding Layer": "embedding",
    "Pre-LN vs Post-LN": "norm-order",
    "Encoder Stacking": "stacking",
    "Autoregressive Generation": "generation",
    "Encoder": "encoder",
    "Decoder": "decoder",
    "Encoder-Decoder": "encoder-decoder",
    "CLS Token": "class-token",
    "BERT": "bert",
    "Self-Supervised Learning": "self-supervised",
    "GPT": "gpt",
    "Transfer Learning": "transfer",
    "Fine-Tuning": "fine-tuning",
    "Parameter-Efficient Methods": "few-parameters",
    "Image Classification": "image-classes",
    "Adaptive Learning Rate": "adaptive",
    "Learning Rate": "learning-rate",
    "Optimization": "optimisation",
}
NAMES = {**OTHERS, **{entry: name for entry, (name, _) in NOTES.items()}}
TEXT = (ROOT / "book" / f"{PAGE}.md").read_text(encoding="utf-8")
SECTIONS = {
    name[1]: section
    for section in re.split(r"^## ", TEXT, flags=re.MULTILINE)
    if (name := re.search(r"^```\{revision-card\} (\S+)$", section, re.MULTILINE))
}


@pytest.mark.parametrize("entry", NOTES)
def test_an_entry_connects_to_what_the_lecture_says(entry):
    name, others = NOTES[entry]
    assert [other.name for other in neighbours(concept(name))] == [NAMES[other] for other in others]


def test_every_entry_and_every_section_without_one_has_its_card_in_order():
    assert list(SECTIONS) == [found.name for found in CONCEPTS if found.has_card]
    assert [name for name in SECTIONS if concept(name).from_lecture] == [name for name, _ in NOTES.values()]
    assert set(SECTIONS) >= {"denoising", "multimodal", "sparse", "adaptive"}


@pytest.mark.parametrize("name", SECTIONS)
def test_a_card_has_a_formula_a_pitfall_that_fails_in_a_cell_and_a_question(name):
    order = re.findall(r"^```\{(revision-card|pitfall|code-cell|self-check)\}", SECTIONS[name], re.MULTILINE)
    assert order == ["revision-card", "pitfall", "code-cell", "self-check"]
    assert "$$" in SECTIONS[name]
    assert "assert " in SECTIONS[name]
    assert SECTIONS[name].startswith(concept(name).title)


CARDS = """
## Momentum

```{revision-card} momentum
Keep going.
```

```{self-check} Why?
Because of *velocity*.
```

## Gradient descent variants

A card it connects to.

## Adaptive rates

Another.

## Answers

```{answers}
```
"""


def test_an_answer_is_hidden_until_it_is_asked_for_and_printed_at_the_end(browser, tiny):
    html = tiny.build({"index": "# A page\n" + CARDS})
    page, _ = open_page(browser, html / "index.html", javascript=False)
    shut, printed = page.locator("details p", has_text="velocity"), page.locator(".card-answer", has_text="velocity")
    assert not shut.is_visible()
    page.locator("summary").focus()
    page.keyboard.press("Enter")
    assert shut.is_visible()
    assert not printed.is_visible()
    page.emulate_media(media="print")
    assert printed.is_visible()
    assert not shut.is_visible()
    page.context.close()
    assert tiny.warnings == ""


def test_a_card_says_where_it_is_shown_and_what_it_connects_to(tiny):
    page = tiny.page(CARDS)
    assert re.search(r'<section class="[^"]*revision-card[^"]*" id="momentum">', page)
    assert re.search(r"Connects to</strong>: .*Gradient descent variants.*Adaptive rates.*optimisation", page)


def test_an_unknown_concept_is_refused_with_the_nearest(tiny):
    tiny.page("## A\n\n```{revision-card} momemtum\nText.\n```\n")
    assert "did you mean momentum" in tiny.warnings


# Half a sheet is 124 mm of 254 between the margins; what does not fit would be cut off.
CUT = """[...document.querySelectorAll('section.revision-card')].map(card => {
  const inside = card.getBoundingClientRect();
  const over = [...card.querySelectorAll('.card-must, .admonition, .cell, .card-check, .card-links, pre')]
    .map(part => part.getBoundingClientRect()).filter(box => box.bottom > inside.bottom + 1 || box.right > inside.right + 1);
  const [pitfall, cell] = [card.querySelector('.admonition'), card.querySelector('div.cell')].map(part => part.getBoundingClientRect());
  const [must, check] = [card.querySelector('.card-must'), card.querySelector('.card-check')].map(part => part.getBoundingClientRect());
  return [card.id, Math.round(inside.height / 96 * 25.4), over.length, pitfall.bottom <= cell.top + 1 && must.bottom <= check.top + 1];
})"""


def test_on_paper_a_card_fills_half_a_sheet_and_nothing_is_cut_off(browser, site):
    page, _ = open_page(browser, site / f"{PAGE}.html")
    page.set_viewport_size({"width": 665, "height": 960})  # 176 mm: A4 without the margins
    page.emulate_media(media="print")
    seen = page.evaluate(CUT)
    assert len(seen) == len(SECTIONS)
    assert [card for card in seen if card[1:] != [124, 0, True]] == []
    page.context.close()
