"""`show(fig, name=..., caption=..., alt=...)`: the last line of a figure cell, on the page, in JupyterLab and on paper."""

from __future__ import annotations

import base64
import html
import re
from typing import TYPE_CHECKING

from course_lib.figures.style import theme_css
from course_lib.figures.svg import inline_svg, png

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_LAYOUT = (
    ".course-figure{margin:1.5rem 0;color:var(--course-ink)}.course-figure figcaption{margin-top:.5rem;line-height:1.45;font-size:.95em}"
)


class Shown:
    """A figure ready for any viewer: HTML that follows the theme, and a PNG.

    Attributes:
        name, caption, alt: as given to `show`.
        figure: the matplotlib figure.
    """

    def __init__(self, figure: Figure, name: str, caption: str, alt: str) -> None:
        self.figure, self.name, self.caption, self.alt = figure, name, caption, alt

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        body = inline_svg(self.figure, name=self.name, alt=self.alt)
        style = f"<style>{theme_css()}\n{_LAYOUT}</style>"
        page = f'<figure class="course-figure" id="{self.name}">{style}{body}<figcaption>{caption_html(self.caption)}</figcaption></figure>'
        picture = base64.b64encode(png(self.figure)).decode()
        return {"text/html": page, "image/png": picture, "text/plain": f"{self.name}: {self.caption}"}


def show(fig: Figure, *, name: str, caption: str, alt: str) -> Shown:
    """A figure with its caption and the words for those who cannot see it.

    Args:
        fig: a matplotlib figure, from `course_lib.figures.style.figure`.
        name: its identifier on the page, for links: lower case, words joined by hyphens, as "fig-one-head".
        caption: what to see in it. `$...$` is mathematics, backquotes are code.
        alt: what it shows, for someone who cannot see it: the values and shapes, not the conclusion again.

    Returns:
        An object that displays itself: HTML with inline SVG, and PNG.

    Raises:
        ValueError: a name, caption or alt text is missing or unusable.

    Example:
        >>> from course_lib.figures.style import figure
        >>> fig, ax = figure(width=3, height=2)
        >>> shown = show(fig, name="fig-line", caption="A line.", alt="A line from 0 to 1.")
        >>> sorted(shown._repr_mimebundle_())
        ['image/png', 'text/html', 'text/plain']
    """
    check_words(name=name, caption=caption, alt=alt)
    return Shown(fig, name, " ".join(caption.split()), " ".join(alt.split()))


def check_words(*, name: str, caption: str, alt: str) -> None:
    """Refuse a figure without a usable name, caption and alternative text."""
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ValueError(f"a figure needs a name to be linked by, in lower case with hyphens such as 'fig-one-head'; got {name!r}")
    if not isinstance(caption, str) or not caption.strip():
        raise ValueError(f"figure {name!r} has no caption: say in a sentence what the reader should see in it")
    if not isinstance(alt, str) or len(alt.split()) < 3:
        raise ValueError(f"figure {name!r} has no alt text: say what it shows, with its values, for someone who cannot see it; got {alt!r}")


def caption_html(text: str) -> str:
    """A caption as HTML: `$...$` becomes mathematics, backquoted words code, `**...**` and `*...*` emphasis, and nothing else is markup.

    Example:
        >>> caption_html("Row $i$ of `weights` & its sum")
        'Row <span class="math notranslate nohighlight">\\\\(i\\\\)</span> of <code>weights</code> &amp; its sum'
    """
    parts = re.split(r"(\$[^$]+\$|`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*)", text)
    return "".join(_markup(part) for part in parts)


def _markup(part: str) -> str:
    if len(part) > 2 and part[0] == part[-1] == "$":
        return f'<span class="math notranslate nohighlight">\\({html.escape(part[1:-1])}\\)</span>'
    if len(part) > 2 and part[0] == part[-1] == "`":
        return f"<code>{html.escape(part[1:-1])}</code>"
    if len(part) > 4 and part[:2] == part[-2:] == "**":
        return f"<strong>{html.escape(part[2:-2])}</strong>"
    if len(part) > 2 and part[0] == part[-1] == "*":
        return f"<em>{html.escape(part[1:-1])}</em>"
    return html.escape(part)
