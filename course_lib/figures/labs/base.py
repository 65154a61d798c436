"""`Lab`: one object that is a live widget in JupyterLab, works on the built page with no kernel and no network, and prints as a picture.

A lab is a subclass in `course_lib/figures/labs/<name>.py`, with its script in `<name>.js` beside it:

    class OneHead(Lab):
        alt = "Three columns: width is weight, height is value."
        caption = "Pull on the scores and watch the widths."
        scores = traitlets.List(traitlets.Float()).tag(sync=True)

        def poster(self) -> Figure: ...

The script exports `default { render({ model, el }) }`; its state is in `model` (`get`, `set`, `save_changes`, `on("change:scores", f)`).
`node(tag, attributes, ...children)` of `node.js` is there to make elements with.
`el` stands inside an element of class `course-lab`: use native inputs with labels, the colours `var(--course-blue)` and so on of
`course_lib.figures.style`, the classes of `lab.css`, and put each number a reader can check into an element with `data-value="name"`.
"""

from __future__ import annotations

import base64
import html
import json
import re
import sys
from collections import Counter
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import anywidget

from course_lib.figures.show import caption_html
from course_lib.figures.style import theme_css
from course_lib.figures.svg import inline_svg, png

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_HERE = resources.files("course_lib.figures.labs")
_SHARED_CSS = (_HERE / "lab.css").read_text(encoding="utf-8")
_NODE_JS = (_HERE / "node.js").read_text(encoding="utf-8")
_PAGE_JS = (_HERE / "page.js").read_text(encoding="utf-8")
_made: Counter[str] = Counter()  # labs of each name in this process, so that two of a kind on a page have identifiers of their own


class Lab(anywidget.AnyWidget):
    """An interactive figure.

    Class attributes a lab gives:
        alt: what the lab shows and what can be changed, for someone who cannot see it. Required.
        caption: what to try. `$...$` is mathematics, backquotes are code. Required.
        name: identifier on the page; by default the class name in lower case with hyphens.
    A lab's state is its synced traitlets, which must be JSON values. Its script is the `.js` beside its module.

    Raises:
        ValueError: alt text, caption or script is missing, or the state is not JSON.
    """

    alt: ClassVar[str] = ""
    caption: ClassVar[str] = ""
    name: ClassVar[str] = ""
    _css = f"{theme_css()}\n{_SHARED_CSS}"

    def __init_subclass__(cls, **kwargs: Any) -> None:
        if not hasattr(cls, "_esm"):
            module = sys.modules.get(cls.__module__)
            script = Path(getattr(module, "__file__", None) or ".").with_suffix(".js")
            if not script.is_file():
                raise ValueError(
                    f"the lab {cls.__name__} has no script: write {script} with `export default {{ render({{ model, el }}) }}`"
                )
            cls._esm = f"{_NODE_JS}\n{script.read_text(encoding='utf-8')}"
        super().__init_subclass__(**kwargs)
        # traitlets makes a subclass of the same name for each object that it adds traits to: that one keeps its parent's name
        if "name" not in cls.__dict__ and cls.__name__ != cls.__bases__[0].__name__:
            cls.name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", cls.__name__).lower()

    def __init__(self, **state: Any) -> None:
        for words, purpose in (("alt", "what it shows and what can be changed"), ("caption", "what to try and what to see")):
            if len(str(getattr(self, words, "")).split()) < 3:
                raise ValueError(f"the lab {type(self).__name__} has no {words}: say {purpose}")
        super().__init__(**state)
        self.add_class("course-lab")
        _made[self.name] += 1
        number = _made[self.name]
        self._identifier = f"lab-{self.name}" if number == 1 else f"lab-{self.name}-{number}"
        self.state()

    def poster(self) -> Figure:
        """The lab at its first setting, as a matplotlib figure: what is printed, and what stands on the page without JavaScript."""
        raise NotImplementedError(f"the lab {type(self).__name__} has no poster(): return a matplotlib figure of its first setting")

    def state(self) -> dict[str, Any]:
        """The synced traitlets of this lab by name: what its script reads from `model`.

        Raises:
            ValueError: a value is not JSON (a tensor, an array, a NaN).
        """
        everybodys = anywidget.AnyWidget.class_traits(sync=True)
        values = {name: getattr(self, name) for name in self.traits(sync=True) if not name.startswith("_") and name not in everybodys}
        for name, value in values.items():
            try:
                json.dumps(value, allow_nan=False)
            except (TypeError, ValueError) as error:
                raise ValueError(
                    f"the lab {type(self).__name__} cannot send {name}={value!r} to the page: use numbers, text, lists and dicts ({error})"
                ) from error
        return values

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        poster = self.poster()
        data = {
            **data,
            "text/plain": f"{type(self).__name__}: {self.alt}",
            "text/html": self._page(poster),
            "image/png": base64.b64encode(png(poster)).decode(),
        }
        return data, metadata

    def _page(self, poster: Figure) -> str:
        identifier = self._identifier
        picture = inline_svg(poster, name=f"{identifier}-poster", alt=self.alt)
        state = json.dumps(self.state(), allow_nan=False).replace("<", "\\u003c")
        source = str(self._esm).replace("</script", "<\\/script")
        return (
            f'<figure class="course-lab" id="{identifier}" data-lab="{self.name}"><style>{self._css}</style>'
            f'<div class="lab-live" role="group" aria-label="{html.escape(self.alt, quote=True)}" hidden></div>'
            f'<div class="lab-poster">{picture}</div>'
            f"<figcaption>{caption_html(self.caption)}</figcaption>"
            f'<script type="application/json" class="lab-state">{state}</script>'
            f'<script type="text/plain" class="lab-source">{source}</script>'
            f'<script type="module">{_PAGE_JS.replace("__ID__", identifier)}</script></figure>'
        )
