# Everyday commands; run `make` for the list.

PYTHON ?= python3
UV_VERSION := 0.13.8

VENV := .venv
BIN := $(VENV)/bin
UV := $(BIN)/uv
MANAGE := $(BIN)/python manage.py
INSTALL := $(UV) pip install --quiet --python $(BIN)/python --require-hashes
COMPILE := $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate $(UPGRADE) pyproject.toml

QUICK := not browser and not postgres and not redis and not slow
# A minute's worth: the rules, and how a game is dealt, kept, played and sent out.
INSIDE := deals fairness live log play rules

# Each process of tests, and each that a test starts, would compile every module anew.
unexport PYTHONDONTWRITEBYTECODE

# Stamp files: each is touched when its requirements have been installed.
UV_STAMP := $(VENV)/installed-uv-$(UV_VERSION)
RUN_STAMP := $(VENV)/installed-requirements
DEV_STAMP := $(VENV)/installed-requirements-dev
SEARCH_STAMP := $(VENV)/installed-requirements-search
TRACES_STAMP := $(VENV)/installed-requirements-traces
LOAD_STAMP := $(VENV)/installed-requirements-load

.DEFAULT_GOAL := help
.PHONY: help setup search traces run test quick check whole alarms lint types format bench worlds plans engine coverage faults recovery standby machines bare load beside messages pins audit

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "make %-10s%s\n", $$1, $$2}' Makefile

setup: $(RUN_STAMP) ## create .venv and install what the site needs

search: $(SEARCH_STAMP) ## also install Numba, for training the bot expert and letting it look ahead

traces: $(TRACES_STAMP) ## also install OpenTelemetry, for sending traces to a collector

run: setup ## start the site at http://localhost:8000/, or on the port in PORT
	@$(MANAGE) migrate --verbosity 0
	@if [ -d staticfiles ]; then $(MANAGE) collectstatic --no-input --verbosity 0; fi
	@exec $(MANAGE) serve

test: $(DEV_STAMP) ## run all tests; ARGS are passed to pytest
	@$(BIN)/pytest -n 3 $(ARGS)

quick: $(DEV_STAMP) ## run the quick tests of the rules, the log and play
	@HYPOTHESIS_PROFILE=quick $(BIN)/pytest -n 2 -p no:schemathesis -m "$(QUICK)" $(INSIDE:%=tests/%) $(ARGS)

check: $(DEV_STAMP) ## run all tests of one place: make check PLACE=games/lobby
	@tests=$$($(BIN)/python tests/places.py $(PLACE)) && $(BIN)/pytest -n 2 $$tests $(ARGS)

alarms: ## check with promtool that each alarm of deploy/monitoring/ rings when it should
	@cd deploy/monitoring && promtool check rules alerts.yml && promtool test rules alerts_test.yml

lint: $(DEV_STAMP) ## check for faults, formatting and forbidden imports
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@find templates -name '*.html' -exec $(BIN)/djade --target-version 5.2 --check {} +
	@$(BIN)/lint-imports

types: $(DEV_STAMP) ## check types
	@$(BIN)/mypy

format: $(DEV_STAMP) ## format code and templates
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .
	@find templates -name '*.html' -exec $(BIN)/djade --target-version 5.2 {} +

bench: setup ## measure the rules: moves a second with 2 to 5 players
	@$(MANAGE) bench rules

whole: $(DEV_STAMP) ## test whole what `make test` tests a sample of
	@SAMPLE=whole $(BIN)/pytest -n 2 -m sampled $(ARGS)

worlds: $(DEV_STAMP) ## compare 1,000 pairs of worlds, or PAIRS of them, over every page
	@PAIRS=$(or $(PAIRS),1000) $(BIN)/pytest -n 2 tests/secrecy/test_surfaces.py -k tells_two_worlds_apart $(ARGS)

plans: $(DEV_STAMP) ## compare 10,000 pairs of worlds, or PLANS of them, with and without somebody's plan
	@PLANS=$(or $(PLANS),10000) $(BIN)/pytest -n 2 tests/secrecy/test_plans.py $(ARGS)

engine: $(DEV_STAMP) ## compare the compiled rules with the plain ones: 1,000 games each for 2 to 5 players
	@GAMES=$(or $(GAMES),1000) $(BIN)/pytest -n 2 tests/bots/test_fast.py -k thousands $(ARGS)

coverage: $(DEV_STAMP) ## run all tests and list the lines that none of them ran
	@$(BIN)/pytest -n 2 --cov --cov-report=term $(ARGS)

faults: $(DEV_STAMP) ## kill, fill, cut and misset parts of a site while programs play: is a move lost? ROUNDS, SEED, ONLY
	@$(BIN)/python -m tests.faults --rounds $(or $(ROUNDS),1) $(SEED:%=--seed %) $(if $(ONLY),--only $(ONLY))

recovery: $(DEV_STAMP) ## lose a database while programs play, and restore it from its backups; GAMES makes it bigger
	@$(BIN)/python -m tests.recovery.restoring $(GAMES:%=--games %)

standby: $(DEV_STAMP) ## kill a database while programs play, and let its standby take over; ROUNDS
	@$(BIN)/python -m tests.recovery.standing_by $(ROUNDS:%=--rounds %)

machines: $(DEV_STAMP) ## play on two of everything, each on a machine of its own, and switch some off: ONLY, SEED
	@$(BIN)/python -m tests.machines $(SEED:%=--seed %) $(if $(ONLY),--only $(ONLY))

bare: $(DEV_STAMP) ## follow docs/operations.md, command by command, on a bare Debian of its own
	@$(BIN)/python -m tests.bare $(ARGS)

load: $(LOAD_STAMP) ## let more and more users in until pages take longer than 300 ms, and say what each costs
	@$(BIN)/python -m tests.load $(ARGS)

beside: $(DEV_STAMP) ## play the same games on boardgame.io, and compare what a move costs; needs Node and PostgreSQL
	@$(BIN)/python -m tests.beside $(ARGS)

messages: $(DEV_STAMP) ## bring the languages' catalogues up to date, compile them, list what lacks; LANGUAGE
	@$(BIN)/python -m tests.languages $(LANGUAGE)

pins: $(UV_STAMP) ## pin the dependencies in pyproject.toml; UPGRADE=--upgrade updates them all
	@$(COMPILE) --output-file requirements.txt
	@$(COMPILE) --extra search --output-file requirements-search.txt
	@$(COMPILE) --extra traces --output-file requirements-traces.txt
	@$(COMPILE) --group dev --output-file requirements-dev.txt
	@$(COMPILE) --group load --output-file requirements-load.txt

audit: $(DEV_STAMP) ## check the pinned packages for known vulnerabilities
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

$(LOAD_STAMP): requirements-load.txt $(UV_STAMP)
	@$(INSTALL) -r requirements-load.txt
	@touch $@

$(SEARCH_STAMP): requirements-search.txt $(UV_STAMP)
	@$(INSTALL) -r requirements-search.txt
	@touch $@

$(TRACES_STAMP): requirements-traces.txt $(UV_STAMP)
	@$(INSTALL) -r requirements-traces.txt
	@touch $@
