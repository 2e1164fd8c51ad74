# Everything here sets up what it needs by itself: a virtual environment in .venv, and a browser for the tests.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run test lint format bench load audit clean

run: $(VENV)/run.ok
	$(BIN)/referee

test: $(VENV)/dev.ok
	$(BIN)/python -m tests.browser.find
	$(BIN)/pytest --numprocesses=auto --dist=worksteal

lint: $(VENV)/dev.ok
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(VENV)/dev.ok
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/dev.ok
	$(BIN)/python -m tests.bench

load: $(VENV)/dev.ok
	$(BIN)/python -m tests.load

audit: $(VENV)/dev.ok
	$(BIN)/python -m tests.browser.find
	$(BIN)/python -m tests.audit

clean:
	rm -rf $(VENV) build dist

$(BIN)/python:
	$(PYTHON) -m venv --upgrade-deps $(VENV)

$(VENV)/run.ok: pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable .
	touch $@

$(VENV)/dev.ok: pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	touch $@ $(VENV)/run.ok
