"""Pages in the system's Chromium, with no network: what a reader sees, and what axe says about it."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import TimeoutError

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
VIEWS = {"light": ("light", 1280), "dark": ("dark", 1280), "phone": ("light", 390), "dark phone": ("dark", 390)}


def executable() -> str:
    """Where Chromium is; without it these tests cannot say anything, which is a failure where everything should be installed."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    words = "no Chromium here: `apt-get install chromium`, and the pages of the book are tested too"
    if os.environ.get("CI"):
        pytest.fail(words)
    pytest.skip(words)


@dataclasses.dataclass(kw_only=True)
class Visit:
    """What happened when a page was opened."""

    errors: list[str] = dataclasses.field(default_factory=list)
    outside: list[str] = dataclasses.field(default_factory=list)
    failed: list[str] = dataclasses.field(default_factory=list)


def open_page(browser, path: Path, view: str = "light", *, javascript: bool = True):
    """A page as that view shows it, with its mathematics set, and what happened on the way."""
    theme, width = VIEWS[view]
    context = browser.new_context(viewport={"width": width, "height": 900}, offline=True, java_script_enabled=javascript)
    context.add_init_script(f"localStorage.setItem('mode', '{theme}'); localStorage.setItem('theme', '{theme}')")
    page, visit = context.new_page(), Visit()
    page.on("console", lambda message: visit.errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: visit.errors.append(str(error)))
    page.on("requestfailed", lambda request: visit.failed.append(request.url))
    page.on("request", lambda request: None if request.url.startswith(("file:", "data:", "blob:")) else visit.outside.append(request.url))
    page.goto(path.as_uri())
    if javascript:
        page.evaluate("async () => { await window.MathJax?.startup?.promise; await document.fonts.ready; }")
        for lab in page.query_selector_all(".course-lab"):
            page.wait_for_function("(lab) => lab.classList.contains('is-live')", arg=lab, timeout=10_000)
    return page, visit


# What a change of colour or of width can break; everything else on a page is the same in every view.
COLOURS = ("color-contrast", "link-in-text-block")
LAYOUT = ("target-size", "scrollable-region-focusable")
# axe measures each of the thousands of spans that colour code. One of a kind is enough: the others look the same on the same ground. A
# figure is one picture with a name, a formula has the colour of the text around it; both keep their size here and lose what is inside.
LIGHTEN = """() => {
  const kinds = new Set();
  for (const span of document.querySelectorAll('pre span')) {
    const kind = span.className + '|' + span.closest('pre').parentElement.parentElement.className;
    if (kinds.has(kind)) span.replaceWith(...span.childNodes); else kinds.add(kind);
  }
  document.querySelectorAll('pre').forEach(pre => pre.normalize());
  const formulas = [...document.querySelectorAll('mjx-math')].map(formula => [formula, formula.getBoundingClientRect()]);
  for (const [formula, box] of formulas) {
    formula.replaceChildren();
    Object.assign(formula.style, {display: 'inline-block', width: `${box.width}px`, height: `${box.height}px`});
  }
  document.querySelectorAll('.course-figure > svg, .lab-poster > svg').forEach(figure => figure.replaceChildren());
}"""


def show_as(page, view: str) -> None:
    """Turn an open page to another view, as its button and the edge of its window do."""
    theme, width = VIEWS[view]
    page.set_viewport_size({"width": width, "height": 900})
    page.evaluate(
        """theme => {
          Object.assign(document.documentElement.dataset, {theme, mode: theme});
          document.getAnimations().forEach(change => change.finish());
        }""",
        theme,
    )
    # The theme looks again which code can be scrolled a moment after the width changed; where it never does, axe says so.
    with contextlib.suppress(TimeoutError):
        page.wait_for_function(
            "[...document.querySelectorAll('pre')].every(pre => pre.scrollWidth <= pre.clientWidth || pre.tabIndex === 0)", timeout=5_000
        )


def violations(page, rules: tuple[str, ...] = ()) -> list[str]:
    """What axe finds serious or critical, one line each; by all its rules, or by these only."""
    from axe_playwright_python.sync_playwright import Axe

    # Without preload, axe does not fetch style sheets again, which a page from the file system may not. The thousands of glyphs inside
    # formulas are left out: they have the colour of the text around them, and what MathJax offers to a screen reader stands beside them.
    options = {"resultTypes": ["violations"], "preload": False}
    if rules:
        options["runOnly"] = {"type": "rule", "values": list(rules)}
    filled = page.locator("mjx-math > *").count()  # leaving out what LIGHTEN has emptied would only cost time
    found = Axe().run(page, context={"exclude": [["mjx-math"]]} if filled else None, options=options).response["violations"]
    return [
        f"{finding['id']} ({finding['impact']}): {node['html'][:160]} {node['failureSummary'][:240]}"
        for finding in found
        if finding["impact"] in ("serious", "critical")
        for node in finding["nodes"]
    ]
