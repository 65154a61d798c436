"""The colours and sizes of figures, against WCAG 2.1 and a model of colour blindness."""

import itertools

import numpy as np
import pytest

from course_lib.figures.style import INKS, MAX_WIDTH, PALETTE, colour, diverging, figure, ink_on, sequential

PAGES = {"light": ("#ffffff",), "dark": ("#121212", "#14181e", "#111111")}  # the book's pages and JupyterLab's
SIDES = {"light": 0, "dark": 1}

# Machado, Oliveira and Fernandes 2009, severity 1.0: what each kind of colour blindness makes of linear red, green and blue.
BLINDNESS = {
    "none": np.eye(3),
    "protanopia": np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    "deuteranopia": np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]),
    "tritanopia": np.array([[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
}


def linear(text):
    channels = np.array([int(text[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def contrast(one, other):
    light, dark = sorted((linear(text) @ [0.2126, 0.7152, 0.0722] for text in (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def lab(rgb):
    """CIE L*a*b* of a linear RGB colour."""
    xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]) @ np.clip(rgb, 0, 1)
    t = xyz / [0.9505, 1.0, 1.089]
    f = np.where(t > 0.008856, np.cbrt(t), 7.787 * t + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize("theme", PAGES)
def test_text_colours_have_the_contrast_of_text(theme):
    for name in ("ink", "faint"):
        assert min(contrast(INKS[name][SIDES[theme]], page) for page in PAGES[theme]) >= 4.5, name


@pytest.mark.parametrize("theme", PAGES)
def test_palette_colours_have_the_contrast_of_text_too(theme):
    for name, pair in PALETTE.items():
        assert min(contrast(pair[SIDES[theme]], page) for page in PAGES[theme]) >= 4.5, name


@pytest.mark.parametrize("theme", PAGES)
@pytest.mark.parametrize("blindness", BLINDNESS)
def test_no_two_palette_colours_fall_together(theme, blindness):
    seen = {name: lab(BLINDNESS[blindness] @ linear(pair[SIDES[theme]])) for name, pair in PALETTE.items()}
    close = {(a, b): round(float(np.linalg.norm(seen[a] - seen[b])), 1) for a, b in itertools.combinations(seen, 2)}
    assert {pair: distance for pair, distance in close.items() if distance < 15} == {}


@pytest.mark.parametrize("make", [sequential, diverging])
def test_numbers_in_a_heat_map_can_be_read_at_every_value(make):
    for rgba in make()(np.linspace(0, 1, 101)):
        text = "#" + "".join(f"{round(channel * 255):02x}" for channel in rgba[:3])
        assert contrast(ink_on(rgba), text) >= 4.5


def test_more_is_darker_on_the_sequential_map():
    lightness = [lab(linear("#" + "".join(f"{round(c * 255):02x}" for c in rgba[:3])))[0] for rgba in sequential()(np.linspace(0, 1, 50))]
    assert np.all(np.diff(lightness) < 0)


def test_opposite_signs_are_equally_dark_on_the_diverging_map():
    ends = [lab(linear("#" + "".join(f"{round(c * 255):02x}" for c in diverging()(x)[:3])))[0] for x in (0.0, 1.0)]
    assert abs(ends[0] - ends[1]) < 6


def test_a_figure_too_wide_for_a_phone_is_refused():
    with pytest.raises(ValueError, match="make it at most 7 wide"):
        figure(width=MAX_WIDTH + 1)


def test_an_unknown_colour_is_refused_with_those_there_are():
    with pytest.raises(ValueError, match="blue, orange, green"):
        colour("red")
