"""What every test may ask for: a device, a seeded generator, the lecture's three words."""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before torch: two cores are shared, and sums do not depend on the thread count

import pytest
import torch
from hypothesis import settings

torch.set_num_threads(1)
settings.register_profile("course", deadline=None, derandomize=True, database=None, max_examples=25)
settings.load_profile("course")

# Apple's GPU has no float64, which many proofs need, so it is tried only when asked for: COURSE_MPS=1.
ON_MPS = ["mps"] if torch.backends.mps.is_available() and os.environ.get("COURSE_MPS") == "1" else []
DEVICES = ["cpu", *(["cuda"] if torch.cuda.is_available() else []), *ON_MPS]


def pytest_xdist_make_scheduler(config, log):
    """Keep together, on one of the processes that run tests, those that share something slow: a graded bank, a page looked up, a class.

    xdist's own groups are lost with pytest 9, which no longer takes a changed name of a test.
    """
    from xdist.scheduler import LoadScopeScheduling

    class Together(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            path, _, rest = nodeid.partition("::")
            given = rest.partition("[")[2].removesuffix("]")
            if path.endswith("test_bank.py") and given.startswith("ps") and ":" not in given:
                return f"bank of {given}"
            if path.endswith("test_pages.py") and ".html" in given:
                return f"page {given.partition('.html')[0]}"
            return path

    return Together(config, log)


@pytest.fixture(params=DEVICES)
def device(request):
    """Each device this machine has, one after another."""
    return torch.device(request.param)


@pytest.fixture
def rng(request):
    """A generator with a fixed seed: on the test's device when it asks for one, else on the CPU."""
    where = request.getfixturevalue("device") if "device" in request.fixturenames else "cpu"
    return torch.Generator(device=where).manual_seed(20260101)


@pytest.fixture
def three_words():
    """DNN 16.2.1: the query (and key) vectors of the, cat, sat."""
    return torch.tensor([[1.0, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]])


@pytest.fixture(scope="session")
def browser():
    """The system's Chromium, one for all tests of a process."""
    from playwright.sync_api import sync_playwright

    from tests.book.browser import ARGUMENTS, executable

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        yield chromium
        chromium.close()
