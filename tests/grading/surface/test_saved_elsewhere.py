"""A notebook is worth the same whichever program saved it last."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.grading.surface.tiny import RIGHT, SET, TOPIC, Classroom, solve

Content = dict[str, Any]


def lines(cell: Content) -> None:
    cell["source"] = cell["source"].splitlines(keepends=True)


def ran(cell: Content, number: int) -> None:
    if cell["cell_type"] == "code":
        cell["execution_count"] = number
        cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": ["hello\n"]}]


def by_colab(content: Content) -> Content:
    """Format 4.0: a cell's id moves into its metadata and is another; outputs get ids of their own; widgets keep their state."""
    content |= {"nbformat": 4, "nbformat_minor": 0}
    content["metadata"] |= {
        "colab": {"provenance": [], "toc_visible": True, "gpuType": "T4"},
        "accelerator": "GPU",
        "kernelspec": {"name": "python3", "display_name": "Python 3"},
        "language_info": {"name": "python"},
        "widgets": {"application/vnd.jupyter.widget-state+json": {"a1": {"model_name": "HTMLModel", "state": {"value": "<b>x</b>"}}}},
    }
    for number, cell in enumerate(content["cells"]):
        del cell["id"]
        cell["metadata"] |= {
            "id": f"gX{number}_Kq-",
            "outputId": "0d5e",
            "colab": {"base_uri": "https://localhost:8080/"},
            "cellView": "form",
        }
        lines(cell)
        ran(cell, number)
    content["cells"].insert(1, {"cell_type": "code", "source": ["%pip install -q torch\n"], "metadata": {"id": "new"}, "outputs": [],
                                "execution_count": None})  # fmt: skip
    return content


def by_colab_without_the_sets_name(content: Content) -> Content:
    """The same, from a copy whose own metadata were lost on the way."""
    content = by_colab(content)
    del content["metadata"]["course"]
    return content


def by_vs_code(content: Content) -> Content:
    """Its own kernel's name, its own note in each cell, new ids for cells it made, format 4.2 when it began the file itself."""
    content |= {"nbformat": 4, "nbformat_minor": 2}
    content["metadata"] |= {
        "kernelspec": {"display_name": ".venv", "language": "python", "name": "python3"},
        "language_info": {
            "name": "python",
            "version": "3.11.7",
            "codemirror_mode": {"name": "ipython", "version": 3},
            "file_extension": ".py",
        },
        "orig_nbformat": 4,
        "vscode": {"interpreter": {"hash": "31f2aee4e71d21fbe5cf8b01ff0e069b9275f58929596ceb00d14d90e3e16cd6"}},
    }
    for number, cell in enumerate(content["cells"]):
        del cell["id"]
        cell["metadata"]["vscode"] = {"languageId": "python"}
        lines(cell)
        ran(cell, number)
    content["cells"].append({"cell_type": "code", "source": "", "metadata": {}, "outputs": [], "execution_count": None})
    return content


def by_notebook_7(content: Content) -> Content:
    """Format 4.5 with ids kept, times and view settings in the cells, windows' line ends where it ran on Windows."""
    content["metadata"] |= {"toc-autonumbering": False, "widgets": {"application/vnd.jupyter.widget-state+json": {"state": {}}}}
    for number, cell in enumerate(content["cells"]):
        cell["metadata"] |= {"editable": False, "scrolled": True, "collapsed": True, "jupyter": {"source_hidden": True}, "trusted": True}
        cell["metadata"]["execution"] = {"iopub.execute_input": "2026-10-05T20:14:00Z", "shell.execute_reply": "2026-10-05T20:14:01Z"}
        cell["source"] = cell["source"].replace("\n", "\r\n")
        lines(cell)
        ran(cell, number)
    return content


SAVED: list[Callable[[Content], Content]] = [by_colab, by_colab_without_the_sets_name, by_vs_code, by_notebook_7]


@pytest.mark.parametrize("saved", SAVED, ids=[f"saved {way.__name__.replace('_', ' ')}" for way in SAVED])
def test_the_program_that_saved_a_notebook_costs_no_point_and_needs_no_repair(
    classroom: Classroom, saved: Callable[[Content], Content]
) -> None:
    mixed = solve(classroom.released(), double=RIGHT["double"], cube="def cube(x):\n    return abs(x) ** 3\n")
    for student, notebook in {"right": solve(classroom.released(), **RIGHT), "mixed": mixed}.items():
        content = saved(copy.deepcopy(json.loads(json.dumps(notebook))))
        classroom.hand_in(student, json.dumps(content).encode())
    rows = classroom.grade()
    assert {student: (row.status, row.score, row.notes) for student, row in rows.items()} == {
        "right": ("graded", 5.0, []),
        "mixed": ("graded", 3.0, []),
    }


@pytest.mark.parametrize("name", [f"Copy of {TOPIC}.ipynb", f"{TOPIC} (1).ipynb", f"{TOPIC}-Copy1.ipynb", f"{TOPIC}.ipynb.txt"])
def test_a_copy_under_the_name_a_program_gave_it_is_found(classroom: Classroom, name: str) -> None:
    classroom.hand_in("renamed", name=name)
    (row,) = classroom.grade().values()
    assert (row.score, row.file) == (5.0, name)
    assert any(SET in note for note in row.notes), row.notes
