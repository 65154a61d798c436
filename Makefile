# `make` builds everything a newcomer needs; `make test` proves it. Both set up what they need and go on where they were interrupted.
#   make TORCH_INDEX=ADDRESS   takes torch from that package index (for the CPU-only build; see README)
#   make PYTHON=python3.12     uses that interpreter (3.11 to 3.13)

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
COURSE := $(BIN)/course
PYTEST := OMP_NUM_THREADS=1 MKL_NUM_THREADS=1 $(BIN)/python -m pytest -p no:cacheprovider

.DEFAULT_GOAL := all
.PHONY: all setup book release sample test test-all lint serve pdf notebooks lab bench bench-grading lock clean

all: book release sample
	@echo
	@echo "The book:            _build/html/index.html"
	@echo "The problem sets:    exercises/"
	@echo "The sample class:    _build/sample-class/ (report and feedback: printed above)"
	@echo "Next: make serve (the book in a browser), make lab (the notebooks), make test (the proofs)."

setup: $(READY)

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; v = sys.version_info[:2]; sys.exit(0 if (3, 11) <= v <= (3, 13) else f"This course needs Python 3.11 to 3.13 and $(PYTHON) is {v[0]}.{v[1]}: say which to use, as in  make PYTHON=python3.12")'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv || { echo "Could not make .venv: on Debian and Ubuntu, install python3-venv first."; exit 1; }
	$(if $(TORCH_INDEX),$(BIN)/python -m pip install --index-url $(TORCH_INDEX) "$$(grep '^torch==' requirements.lock)")
	$(BIN)/python -m pip install --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install --disable-pip-version-check --quiet --no-deps --no-build-isolation -e .
	@touch $@

book: $(READY)
	$(COURSE) book

release: $(READY)
	$(COURSE) release

sample: $(READY)
	$(COURSE) sample-class

lint: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

test: lint book
	$(PYTEST) -n 2 --dist loadgroup -m "not long"

test-all: lint book
	$(PYTEST) -n 2 --dist loadgroup

serve: book
	$(BIN)/python -m http.server --directory _build/html --bind 127.0.0.1 8000

pdf: book
	$(COURSE) pdf

notebooks: $(READY)
	$(COURSE) notebooks

lab: notebooks
	$(BIN)/jupyter lab

bench: book
	$(BIN)/python -m tests.benchmarks

bench-grading: $(READY)
	$(BIN)/python -m tests.benchmarks.grading

lock:
	rm -rf .venv-lock && $(PYTHON) -m venv .venv-lock
	.venv-lock/bin/pip install ".[book,grading,tests]" torch==2.13.0 setuptools
	{ echo "# Every package, pinned: made by 'make lock' on Python 3.11, resolvable on 3.11 to 3.13. Edit pyproject.toml, then run it."; \
	  .venv-lock/bin/pip freeze --all --exclude course_lib --exclude pip | sed -e 's/+cpu$$//' -e '/^pyseccomp/s/$$/; sys_platform == "linux"/'; } > requirements.lock
	rm -rf .venv-lock

clean:
	rm -rf _build .cache
