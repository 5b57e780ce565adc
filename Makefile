# What one does with the site; `make` alone lists it.

PYTHON ?= python3
UV_VERSION := 0.13.8

VENV := .venv
BIN := $(VENV)/bin
UV := $(BIN)/uv
MANAGE := $(BIN)/python manage.py
INSTALL := $(UV) pip install --quiet --python $(BIN)/python --require-hashes
COMPILE := $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate $(UPGRADE) pyproject.toml

# Stamps: each is as new as what it installed.
UV_STAMP := $(VENV)/installed-uv-$(UV_VERSION)
RUN_STAMP := $(VENV)/installed-requirements
DEV_STAMP := $(VENV)/installed-requirements-dev
SEARCH_STAMP := $(VENV)/installed-requirements-search

.DEFAULT_GOAL := help
.PHONY: help setup search run test quick lint types format bench worlds engine coverage pins audit

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "make %-10s%s\n", $$1, $$2}' Makefile

setup: $(RUN_STAMP) ## make .venv and install what the site needs

search: $(SEARCH_STAMP) ## install what training the bot expert, and its look ahead, need beyond that: Numba

run: setup ## start the site, http://localhost:8000/ unless PORT says otherwise
	@$(MANAGE) migrate --verbosity 0
	@if [ -d staticfiles ]; then $(MANAGE) collectstatic --no-input --verbosity 0; fi
	@exec $(MANAGE) serve

test: $(DEV_STAMP) ## run all tests; ARGS go to pytest
	@$(BIN)/pytest -n 3 $(ARGS)

quick: $(DEV_STAMP) ## run the tests of the rules, which are over within a minute
	@HYPOTHESIS_PROFILE=quick $(BIN)/pytest -n 2 -m "not browser and not slow" tests/rules tests/log/test_deadlines.py $(ARGS)

lint: $(DEV_STAMP) ## look for faults, format and forbidden imports
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@find templates -name '*.html' -exec $(BIN)/djade --target-version 5.2 --check {} +
	@$(BIN)/lint-imports

types: $(DEV_STAMP) ## check the types
	@$(BIN)/mypy

format: $(DEV_STAMP) ## bring code and templates into shape
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .
	@find templates -name '*.html' -exec $(BIN)/djade --target-version 5.2 {} +

bench: setup ## measure the rules: moves a second for 2 to 5 players
	@$(MANAGE) bench

worlds: $(DEV_STAMP) ## compare 1,000 pairs of worlds over every page; PAIRS says how many
	@PAIRS=$(or $(PAIRS),1000) $(BIN)/pytest -n 2 tests/secrecy/test_surfaces.py $(ARGS)

engine: $(DEV_STAMP) ## hold the compiled rules against the others in 1,000 games for 2-5 players each
	@GAMES=$(or $(GAMES),1000) $(BIN)/pytest -n 2 tests/bots/test_fast.py -k thousands $(ARGS)

coverage: $(DEV_STAMP) ## run all tests and tell which lines none of them ran
	@$(BIN)/pytest -n 2 --cov --cov-report=term $(ARGS)

pins: $(UV_STAMP) ## pin the dependencies of pyproject.toml; UPGRADE=--upgrade renews them all
	@$(COMPILE) --output-file requirements.txt
	@$(COMPILE) --extra search --output-file requirements-search.txt
	@$(COMPILE) --group dev --output-file requirements-dev.txt

audit: $(DEV_STAMP) ## ask whether a hole is known in what is pinned
	@$(BIN)/python .ci/audit.py

$(UV_STAMP):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed: make PYTHON=/path/to/python3 ..." >&2; exit 1; }
	@echo "Making $(VENV): this takes a minute the first time." >&2
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)
	@touch $@

$(RUN_STAMP): requirements.txt $(UV_STAMP)
	@$(INSTALL) -r requirements.txt
	@touch $@

$(DEV_STAMP): requirements-dev.txt $(UV_STAMP)
	@$(INSTALL) -r requirements-dev.txt
	@touch $@

$(SEARCH_STAMP): requirements-search.txt $(UV_STAMP)
	@$(INSTALL) -r requirements-search.txt
	@touch $@
