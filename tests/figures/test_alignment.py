"""What a reader may rely on in the lab and pictures of a translator's alignment."""

import pytest
import torch

from course_lib.figures.alignment import plot_alignments, plot_encoder_decoder
from course_lib.figures.labs.alignment import Alignment, walk
from course_lib.models.encoder_decoder import Translator, TranslatorConfig

SOURCE, WRITTEN = ["3", "mai", "1991"], ["1991", "05", "03"]
WEIGHTS = torch.tensor([[0.0, 0.25, 0.75], [0.25, 0.5, 0.25], [1.0, 0.0, 0.0]])
FRENCH = walk(SOURCE, WRITTEN, WEIGHTS, [2, 1, 0])
HUNGARIAN = walk(SOURCE[::-1], WRITTEN, WEIGHTS.flip(1), [0, 1, 2])


def lab(**state):
    return Alignment({"Hungarian": {"dot": HUNGARIAN}, "French": {"dot": FRENCH}}, **state)


@pytest.mark.parametrize(("step", "share"), [(1, 0.75), (2, 0.5), (3, 1.0)])
def test_it_shows_the_weight_on_the_word_that_is_translated(step, share):
    assert lab(language="French", step=step).on_aligned == share


def test_it_opens_at_the_first_step_of_the_first_language():
    assert (lab().language, lab().score, lab().step) == ("Hungarian", "dot", 1)


def test_the_page_gets_the_weights_as_they_were_computed():
    assert lab().state()["walks"]["French"]["dot"]["weights"] == WEIGHTS.tolist()


def test_languages_with_different_scores_are_refused():
    with pytest.raises(ValueError, match="same scores"):
        Alignment({"Hungarian": {"dot": HUNGARIAN}, "French": {"general": FRENCH}})


def test_weights_that_do_not_fit_the_words_are_refused():
    with pytest.raises(ValueError, match=r"3 words written and 2 read .* got \(3, 3\)"):
        walk(SOURCE[:2], WRITTEN, WEIGHTS, [0, 1, 0])


def test_a_ring_stands_on_the_true_word_of_each_row():
    ax = plot_alignments({"French": FRENCH}).axes[0]
    assert ax.collections[-1].get_offsets().tolist() == [[2.5, 0.5], [1.5, 1.5], [0.5, 2.5]]


def test_the_encoder_decoder_is_drawn_from_its_modules():
    model = Translator(TranslatorConfig(source_vocab=9, target_vocab=9, depth=1, d_model=8, num_heads=2, d_hidden=16))
    seen = {name: torch.ones(2, 2, dtype=torch.bool) for name in ("encoder self", "decoder self", "cross")}
    words = [text.get_text() for ax in plot_encoder_decoder(model, seen).axes for text in ax.texts]
    assert words.count("self\nattention") == 2
    assert words.count("cross\nattention") == 1
    assert words.count("feed\nforward") == 2
