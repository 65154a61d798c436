"""A matplotlib figure as SVG that can stand in a page: colours by name, identifiers of its own, text that stays text."""

from __future__ import annotations

import html
import io
import re
from collections import Counter
from typing import TYPE_CHECKING

from course_lib.figures.style import COLOURS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_BY_HEX = {light: f"var(--course-{name}, {light})" for name, (light, _) in COLOURS.items()}
_HEX = re.compile("|".join(_BY_HEX), re.IGNORECASE)
_POINT = 96 / 72  # CSS pixels in a point


def inline_svg(fig: Figure, *, name: str, alt: str) -> str:
    """The figure as one `<svg>` element for the middle of a page.

    Args:
        fig: a figure drawn in the book's style.
        name: a prefix for every identifier inside, so that several figures can share a page.
        alt: what the figure shows, in words.

    Returns:
        The element: it scales with its container, is at most as wide as the figure, and its palette colours are CSS variables.

    Example:
        >>> from course_lib.figures.style import figure
        >>> fig, ax = figure(width=3, height=2)
        >>> svg = inline_svg(fig, name="fig-empty", alt="An empty pair of axes.")
        >>> svg.startswith('<svg role="img" aria-label="An empty pair of axes."'), 'id="fig-empty-axes_1"' in svg
        (True, True)
    """
    import matplotlib as mpl

    buffer = io.StringIO()
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": name}):
        fig.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    svg = buffer.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<!--.*?-->", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<style[^>]*>.*?</style>", "", svg, flags=re.DOTALL)  # it says `*`, which in a page means everything on the page
    svg = _own_ids(svg, name)
    svg = _HEX.sub(lambda match: _BY_HEX[match.group().lower()], svg)
    head, rest = svg.split(">", 1)
    view = re.search(r'viewBox="([^"]+)"', head)
    assert view, "matplotlib wrote an SVG without a viewBox"
    width = float(view.group(1).split()[2]) * _POINT
    return (
        f'<svg role="img" aria-label="{html.escape(alt, quote=True)}" viewBox="{view.group(1)}" '
        f'style="display:block;width:100%;max-width:{width:.0f}px;height:auto;margin:0 auto" '
        f'stroke-linejoin="round" stroke-linecap="butt" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">{rest}'
    ).replace("\n\n", "\n")


def png(fig: Figure) -> bytes:
    """The figure as a PNG on the light theme's paper: for print, e-mail and viewers that do not take HTML.

    Example:
        >>> from course_lib.figures.style import figure
        >>> png(figure(width=2, height=1)[0])[1:4]
        b'PNG'
    """
    buffer = io.BytesIO()
    fig.savefig(buffer, format="png", facecolor="white", metadata={"Software": None})
    return buffer.getvalue()


def _own_ids(svg: str, name: str) -> str:
    used: Counter[str] = Counter()

    def own(match: re.Match[str]) -> str:
        used[match[1]] += 1  # artists may share a gid; a page may not share an identifier
        return f'id="{name}-{match[1]}"' if used[match[1]] == 1 else f'id="{name}-{match[1]}-{used[match[1]]}"'

    svg = re.sub(r'\bid="([^"]+)"', own, svg)
    svg = re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", svg)
    return re.sub(r'href="#([^"]+)"', rf'href="#{name}-\1"', svg)
