"""Text of small chapters."""

HEADER = """---
jupytext:
  text_representation: {extension: .md, format_name: myst}
kernelspec: {name: python3, display_name: Python 3, language: python}
---

"""


def chapter(title: str, *cells: str) -> str:
    """A MyST notebook with these code cells."""
    return HEADER + f"# {title}\n" + "".join(f"\n```{{code-cell}} ipython3\n{cell}\n```\n" for cell in cells)
