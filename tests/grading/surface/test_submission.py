"""Reading what a student handed in: nothing breaks it, and what it did is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from course_lib.grading import submission

CODE = {"cell_type": "code", "metadata": {}, "source": "x = 1", "outputs": [], "execution_count": None}
PLAIN = {"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": {"name": "python3"}}, "cells": [{**CODE, "id": "one"}]}


def encode(content: object) -> bytes:
    return json.dumps(content).encode()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b"  \n", "empty"),
        (b'{"cells": [', "not whole JSON"),
        (encode(PLAIN)[:-20], "not whole JSON"),
        (b"\xff\xfe", "empty"),
        (b"\x80\x81\x82", "no text"),
        (b"[1, 2]", "not a notebook"),
        (b'{"cells": 3}', "not a notebook"),
        (b"null", "not a notebook"),
        (b'{"nbformat": 9, "worksheets": [], "metadata": {}}', "format 9"),
        (b"[" * 100_000, "not whole JSON"),
        (b"%PDF-1.7 \x00\x9c\x9d", "no text"),
    ],
)
@pytest.mark.defect(35)
def test_bytes_that_are_no_notebook_are_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(submission.Unreadable, match=reason):
        submission.parse(data)


@pytest.mark.parametrize(
    ("content", "note"),
    [
        ({**PLAIN, "metadata": {"kernelspec": None}}, "kernel"),
        ({**PLAIN, "cells": [{**CODE, "id": "one"}, {**CODE, "id": "one"}]}, "cell ids"),
        ({**PLAIN, "cells": [{**CODE, "id": None}]}, "cell ids"),
        ({**PLAIN, "cells": [{**CODE, "id": "one"}, "not a cell", None]}, "were no cells"),
    ],
)
@pytest.mark.defect(33)
def test_a_damaged_notebook_is_repaired_and_the_repair_is_said(content: object, note: str) -> None:
    notebook, notes = submission.parse(encode(content))
    assert notebook.cells[0].source == "x = 1"
    assert len({cell.id for cell in notebook.cells}) == len(notebook.cells)
    assert any(note in text for text in notes)


def test_a_sound_notebook_needs_no_repair() -> None:
    assert submission.parse(encode(PLAIN))[1] == []


def test_a_notebook_of_format_4_4_without_cell_ids_is_no_repair_worth_a_word() -> None:
    notebook, notes = submission.parse(encode({**PLAIN, "nbformat_minor": 4, "cells": [CODE]}))
    assert notebook.nbformat_minor == 5
    assert notes == []


def test_a_notebook_of_format_3_is_brought_to_4() -> None:
    old = {"nbformat": 3, "nbformat_minor": 0, "metadata": {"name": ""}, "worksheets": [{"cells": [
        {"cell_type": "code", "language": "python", "metadata": {}, "input": "x = 1", "outputs": [], "collapsed": False}]}]}  # fmt: skip
    notebook, notes = submission.parse(encode(old))
    assert notebook.cells[0].source == "x = 1"
    assert any("format 3" in note for note in notes)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_a_notebook_saved_in_another_encoding_keeps_its_letters(encoding: str) -> None:
    text = json.dumps({**PLAIN, "cells": [{**CODE, "id": "one", "source": "# é"}]}, ensure_ascii=False)
    notebook, notes = submission.parse(text.encode(encoding))
    assert notebook.cells[0].source == "# é"
    assert notes


def test_outputs_and_foreign_metadata_never_come_through() -> None:
    cell = {**CODE, "id": "one", "outputs": [{"output_type": "display_data", "data": {"text/html": "<script>"}}], "metadata": {"evil": 1}}
    notebook, _ = submission.parse(encode({**PLAIN, "cells": [cell]}))
    assert notebook.cells[0].outputs == []
    assert "evil" not in notebook.cells[0].metadata


def named(folder: Path, name: str, set_name: str | None) -> Path:
    metadata = {"kernelspec": {"name": "python3"}} | ({"course": {"set": set_name}} if set_name else {})
    path = folder / name
    path.write_bytes(encode({**PLAIN, "metadata": metadata}))
    return path


def test_the_expected_name_is_taken(tmp_path: Path) -> None:
    wanted = named(tmp_path, "topic.ipynb", "ps90")
    named(tmp_path, "other.ipynb", "ps90")
    assert submission.choose(tmp_path, "topic", "ps90") == (wanted, [])


@pytest.mark.defect(31)
def test_a_renamed_notebook_is_found_by_the_set_in_its_metadata(tmp_path: Path) -> None:
    named(tmp_path, "scratch.ipynb", None)
    wanted = named(tmp_path, "WMS q3.ipynb", "ps90")
    file, notes = submission.choose(tmp_path, "topic", "ps90")
    assert file == wanted
    assert "WMS q3.ipynb" in notes[0]


def test_the_only_notebook_is_taken_whatever_its_name(tmp_path: Path) -> None:
    wanted = named(tmp_path, "Untitled.ipynb.txt", None)
    assert submission.choose(tmp_path, "topic", "ps90")[0] == wanted


def test_another_sets_notebook_under_the_expected_name_gives_way_to_the_right_one(tmp_path: Path) -> None:
    named(tmp_path, "topic.ipynb", "ps91")
    wanted = named(tmp_path, "right.ipynb", "ps90")
    assert submission.choose(tmp_path, "topic", "ps90")[0] == wanted


def test_a_folder_without_a_notebook_says_what_it_holds(tmp_path: Path) -> None:
    (tmp_path / "essay.docx").write_text("")
    file, notes = submission.choose(tmp_path, "topic", "ps90")
    assert file is None
    assert "topic.ipynb" in notes[0]
    assert "essay.docx" in notes[0]


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    secret = named(tmp_path, "secret.txt", "ps90")
    folder = tmp_path / "handed-in"
    folder.mkdir()
    (folder / "topic.ipynb").symlink_to(secret)
    file, notes = submission.choose(folder, "topic", "ps90")
    assert file is None
    assert "link" in notes[0]
