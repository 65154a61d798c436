"""One look for every figure: sizes, type, colours that can be told apart, and the same figure readable on white and on black.

Colours are drawn with the light theme's values. `course_lib.figures.svg` then turns each into a CSS variable, and `theme_css` gives the
variable its value for light pages, dark pages, JupyterLab's two themes and paper.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap
    from matplotlib.figure import Figure

# name: (value on white, value on near-black). Contrast with the page is at least 4.5 to 1, enough for text too
# (WCAG 2.1, 1.4.3), and no two palette colours fall together for any common colour blindness: tests/figures/test_style.py.
INKS = {
    "ink": ("#1c2128", "#e3e7ec"),
    "faint": ("#59636e", "#a3adb8"),
    "grid": ("#d5dae0", "#3a434d"),
    "paper": ("#fefefe", "#14181d"),
}
PALETTE = {
    "blue": ("#065eb5", "#6cb2fd"),
    "orange": ("#b75c16", "#f0934a"),
    "green": ("#11815e", "#30d6a1"),
    "pink": ("#a2177f", "#da66b4"),
    "gold": ("#634b05", "#f4d15b"),
    "slate": ("#4a4e54", "#b5bcc3"),
}
COLOURS = {**INKS, **PALETTE}

MAX_WIDTH = 7.0  # inches: wider than this, 11 point text is too small to read on a 390 px screen

_SELECTOR = ".course-figure, .course-lab"


def colour(name: str) -> str:
    """The colour with this name, as the value to hand to matplotlib; it follows the theme once `show` has drawn it.

    Args:
        name: one of ink, faint, grid, paper, blue, orange, green, pink, gold, slate.

    Returns:
        A hexadecimal colour.

    Raises:
        ValueError: no such colour.

    Example:
        >>> colour("blue")
        '#065eb5'
    """
    if name not in COLOURS:
        raise ValueError(f"no colour is called {name!r}: the figures use {', '.join(COLOURS)}")
    return COLOURS[name][0]


def sequential() -> Colormap:
    """The colour map for amounts (weights, probabilities): more is darker, and both ends show on white and on black.

    Example:
        >>> sequential().name
        'course_sequential'
    """
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("course_sequential", ["#e8f1fa", "#9cc7ea", "#3f8fce", "#0b62a8", "#08335e"])


def diverging() -> Colormap:
    """The colour map for amounts with a sign: blue below zero, orange above, a light grey at zero. Give it a range centred on zero.

    Example:
        >>> diverging().name
        'course_diverging'
    """
    from matplotlib.colors import LinearSegmentedColormap

    stops = ["#08335e", "#0b62a8", "#86b8e0", "#ececec", "#f2ab7a", "#c65102", "#6b2a00"]
    return LinearSegmentedColormap.from_list("course_diverging", stops)


def ink_on(rgb: tuple[float, ...]) -> str:
    """Black or white, whichever reads better on this colour: for numbers written into the cells of a heat map.

    Args:
        rgb: red, green, blue (and perhaps alpha, ignored) between 0 and 1, as a colour map returns them.

    Returns:
        "#000000" or "#ffffff": fixed, since the cell under it does not change with the theme either.

    Source: relative luminance of WCAG 2.1.

    Example:
        >>> ink_on((1.0, 1.0, 0.9)), ink_on((0.0, 0.1, 0.3))
        ('#000000', '#ffffff')
    """
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb[:3]]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#000000" if luminance > 0.179 else "#ffffff"


def rc() -> dict[str, Any]:
    """Matplotlib's settings for this book."""
    from cycler import cycler

    ink, faint, grid = (INKS[name][0] for name in ("ink", "faint", "grid"))
    return {
        "figure.facecolor": "none",
        "axes.facecolor": "none",
        "savefig.facecolor": "none",
        "legend.facecolor": INKS["paper"][0],
        "legend.edgecolor": grid,
        "legend.framealpha": 0.85,
        "font.family": "sans-serif",
        "font.sans-serif": ["DejaVu Sans", "Verdana", "sans-serif"],  # the two have the same widths, so text fits on any machine
        "font.size": 12.0,
        "axes.titlesize": 12.5,
        "axes.labelsize": 12.0,
        "xtick.labelsize": 11.0,
        "ytick.labelsize": 11.0,
        "legend.fontsize": 11.0,
        "text.color": ink,
        "axes.labelcolor": ink,
        "axes.titlecolor": ink,
        "xtick.color": faint,
        "ytick.color": faint,
        "xtick.labelcolor": ink,
        "ytick.labelcolor": ink,
        "axes.edgecolor": faint,
        "axes.prop_cycle": cycler(color=[light for light, _ in PALETTE.values()]),
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": False,
        "axes.axisbelow": True,
        "grid.color": grid,
        "lines.linewidth": 2.0,
        "patch.edgecolor": INKS["paper"][0],
        "image.cmap": "viridis",
        "svg.fonttype": "none",  # text stays text: selectable, searchable, and sharp at any size
        "figure.dpi": 100,
        "savefig.dpi": 160,
    }


def figure(width: float = 6.4, height: float = 3.0, *, nrows: int = 1, ncols: int = 1, **subplots: Any) -> tuple[Figure, Any]:
    """A figure and its axes in the book's style, outside pyplot: nothing to close, nothing shown twice.

    Args:
        width: inches, at most 7 (a phone shows 7 inches of figure on 9 cm of screen).
        height: inches.
        nrows, ncols: rows and columns of axes.
        subplots: what `Figure.subplots` takes (sharex, width_ratios, ...).

    Returns:
        The figure and one Axes, or an array of them when there is more than one. The style stays on through `show`.

    Raises:
        ValueError: the figure is too wide to be read on a phone.

    Example:
        >>> fig, ax = figure(width=5, height=2)
        >>> tuple(float(inch) for inch in fig.get_size_inches())
        (5.0, 2.0)
    """
    if not 0 < width <= MAX_WIDTH:
        raise ValueError(f"a figure {width} inches wide cannot be read on a phone: make it at most {MAX_WIDTH:g} wide, and higher instead")
    import matplotlib as mpl
    from matplotlib.figure import Figure

    # For good, not for a while: the artists read these when they are made, which is after this function returns.
    mpl.rcParams.update(rc())  # type: ignore[arg-type]
    fig = Figure(figsize=(width, height), layout="constrained")
    axes: Axes | Any = fig.subplots(nrows, ncols, **subplots)
    return fig, axes


def theme_css() -> str:
    """The values of the colour variables: light by default and on paper, dark where the page or JupyterLab is dark."""

    def block(side: int) -> str:
        return "".join(f"--course-{name}:{pair[side]};" for name, pair in COLOURS.items())

    light, dark = block(0), block(1)
    dark_hosts = ('html[data-theme="dark"]', 'body[data-jp-theme-light="false"]', "body.vscode-dark")
    dark_selector = ", ".join(f"{host} {part.strip()}" for host in dark_hosts for part in _SELECTOR.split(","))
    return f"{_SELECTOR} {{{light}}}\n@media screen {{ {dark_selector} {{{dark}}} }}"
