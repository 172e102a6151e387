# The two commands of the README: `make serve` and `make test`. Each sets up what it needs: a machine with
# python3 (with venv) and make is enough.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check install --quiet
ARGS   ?=

.PHONY: catalogues serve test lint unit siege cases sim matches bench reliability lock sbom clean tools

serve: $(VENV)/.run
	@exec $(BIN)/unotty serve $(ARGS)

test: lint unit siege

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

unit: $(VENV)/.dev tools
	$(BIN)/python -m pytest -n 3 --ignore=tests/attack $(ARGS)

# The attacks measure how soon honest people are served meanwhile: no other test runs beside them. All of them are made on a
# server of one process, a few on one with workers, too; `python -m tests.attack --workers 2` makes all on one of those.
siege: $(VENV)/.dev
	$(BIN)/python -m pytest tests/attack

cases: $(VENV)/.run
	$(BIN)/python -m engine case tests/cases/*.uno

# For the night: new examples for every property test, 50 000 random games of every rule set, checked after every event
# (ARGS="--games N --seed S"), 20 000 games of the whole house in virtual time, with crashes and failing disks
# (HOUSE="--games N --seed S"), and a server killed 1 000 times in the middle of games over SSH (KILLS="--kills N --tables N --seed S").
sim: $(VENV)/.dev tools
	$(BIN)/python -m pytest -n 2 -m hypothesis --hypothesis-profile search
	$(BIN)/python -m tests.sim $(ARGS)
	$(BIN)/python -m tests.house $(HOUSE)
	$(BIN)/python -m tests.kills $(KILLS)

# Whole matches of every rule set at 2, 4 and 10 seats over real ssh, with bots at their own pace: half an hour or more.
# ARGS="--rules NAME --seats N --target N".
matches: $(VENV)/.dev tools
	$(BIN)/python -m tests.matches $(ARGS)

# Brings client/locale/*.po up to the sentences of the source: new ones are added, those that nobody says any more go.
catalogues: $(VENV)/.dev
	@$(BIN)/python -m tests.catalogues

bench: $(VENV)/.dev
	$(BIN)/python -m tests.bench $(ARGS)

# Every long test, and RELIABILITY.md written from what they measured: two hours or so. ARGS="--short" takes a few minutes,
# ARGS="--part NAME --size N --seed S" runs one part; the others stay as they were last measured.
reliability: $(VENV)/.dev tools
	$(BIN)/python -m tests.reliability $(ARGS)

# The end-to-end tests drive real OpenSSH clients.
tools:
	@sh tests/tools.sh

# Asked before anything is made: a half-made venv would be taken for a whole one by the next `make`.
$(BIN)/python:
	@$(PYTHON) -c 'import ensurepip, sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null || \
		{ echo "unotty needs Python 3.11, 3.12 or 3.13 with venv; '$(PYTHON)' is not that. Name one: make PYTHON=python3.11 …" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: pyproject.toml requirements.txt | $(BIN)/python
	$(PIP) --require-hashes -r requirements.txt
	$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: pyproject.toml requirements-dev.txt | $(BIN)/python
	$(PIP) --require-hashes -r requirements-dev.txt
	$(PIP) --no-deps --no-build-isolation -e .
	@touch $(VENV)/.run $@

# Rewrites both locks from pyproject.toml; needs `uv` on the PATH. The locks name no registry.
LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	--no-emit-index-url --extra build pyproject.toml
lock:
	$(LOCK) -o requirements.txt
	$(LOCK) --extra dev -o requirements-dev.txt

# The bill of materials of requirements.txt (CycloneDX), to build/unotty.cdx.json; ARGS="FILE" writes it elsewhere.
sbom: $(VENV)/.dev
	@$(BIN)/python -m tests.sbom $(ARGS)

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
