# Everything here sets up what it needs by itself: a virtual environment in .venv, and a browser for the tests.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Some environments stop Python from keeping bytecode: every test process would then compile the app and its tests again.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: run test test-all test-thorough test-hosting test-site test-webkit test-orca
.PHONY: ready-hosting ready-site ready-webkit ready-orca
.PHONY: lint format bench load audit pictures styleguide dist site clean

run: $(VENV)/run.ok
	$(BIN)/referee

TEST := $(BIN)/pytest --numprocesses=auto --durations=10
BY_FILE := $(TEST) --dist=loadgroup
BY_TEST := $(TEST) --dist=worksteal
CASES := --many
MAIN := --dist=worksteal $(addprefix --ignore=tests/,hosting site webkit orca)
BROWSERS := $(addprefix tests/,browser site webkit)

# What a change is likely to break, in a few minutes.
test: $(VENV)/dev.ok
	$(BIN)/python -m tests.browser.find
	$(TEST) $(MAIN)

# Everything but Orca, which listens in real time: first tests without a browser, then all browsers. Waiting tests run beside
# computing ones; containers and browsers run apart, because a container changes the network, which stops loading pages.
test-all: ready-site ready-webkit ready-hosting
	$(BY_FILE) $(CASES) $(addprefix --ignore=,$(BROWSERS) tests/orca)
	$(BY_TEST) $(CASES) $(BROWSERS)

# The same with every case, before a release.
test-thorough: CASES := --thorough
test-thorough: test-all

# The commands of docs/hosting.md, with the real proxies and the real replication.
test-hosting: ready-hosting
	$(BY_FILE) --thorough tests/hosting

# The app in a browser, without a server and beside one.
test-site: ready-site
	$(BY_TEST) --thorough tests/site

# The pages in WebKit, the iPhone's engine.
test-webkit: ready-webkit
	$(BY_TEST) --thorough tests/webkit

# A hand and a deal, read aloud by Orca in Firefox.
test-orca: ready-orca
	$(BY_TEST) --thorough tests/orca

ready-hosting: $(VENV)/hosting.ok
	$(BIN)/python -m tests.browser.find
	$(BIN)/python -m tests.hosting.find

ready-site: $(VENV)/dev.ok site
	$(BIN)/referee engine --instance dist/kept --work build/pyodide
	$(BIN)/python -m tests.browser.find
	$(BIN)/python -m tests.site.firefox

ready-webkit: $(VENV)/webkit.ok
	$(BIN)/python -m tests.webkit.find

ready-orca: $(VENV)/webkit.ok
	$(BIN)/python -m tests.orca.find

lint: $(VENV)/webkit.ok
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m tests.texts --check
	$(BIN)/python -m tests.docstrings

format: $(VENV)/dev.ok
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/dev.ok
	$(BIN)/python -m tests.bench

load: $(VENV)/hosting.ok
	$(BIN)/python -m tests.load
	$(BIN)/python -m tests.hosting.find
	$(BIN)/python -m tests.load_instances

audit: $(VENV)/dev.ok
	$(BIN)/python -m tests.browser.find
	$(BIN)/python -m tests.audit

# The pictures of the README, taken from the app.
pictures: $(VENV)/dev.ok
	$(BIN)/python -m tests.browser.find
	$(BIN)/python -m tests.pictures

# All components on one page, on this machine.
styleguide: $(VENV)/dev.ok
	$(BIN)/python -m tests.styleguide

# The app as static files, which browsers run without a server, in dist/site/. Needs Node.js with npm.
site: $(VENV)/run.ok
	$(BIN)/python -m referee.browser.build dist/site

# The packages to install, in DIST. The wheel contains the app for phones, whose build needs Node.js with npm.
DIST := dist
dist: $(VENV)/hosting.ok
	rm -rf $(DIST)/*.whl $(DIST)/*.tar.gz
	$(BIN)/referee engine --instance build/dist --work build/pyodide
	$(BIN)/python -m build --sdist --wheel --outdir $(DIST) .
	$(BIN)/python -m twine check --strict $(DIST)/*.whl $(DIST)/*.tar.gz

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

$(VENV)/webkit.ok: $(VENV)/dev.ok
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev,webkit]'
	touch $@

$(VENV)/hosting.ok: $(VENV)/dev.ok
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev,hosting]'
	touch $@
