"""What each lab must show at three settings: `page_PART_NN.py` has the list LABS of a page; `test_labs.py` drives them by keyboard."""

import importlib
import pkgutil

from tests.book.labs.lab import LabOnPage

LABS: list[LabOnPage] = [
    lab
    for module in pkgutil.iter_modules(__path__)
    if module.name.startswith("page_")
    for lab in importlib.import_module(f"{__name__}.{module.name}").LABS
]
