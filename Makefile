# Every command sets up what it needs. Stamps in .venv keep a second run short: packages are installed again only when
# pyproject.toml changed, the kernel is built again only when a Rust file changed, catalogues when a card or the language did.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Cargo finds its own jobs; what `make -j` hands down would only confuse it.
CARGO := env -u MAKEFLAGS -u MFLAGS cargo
MATURIN := env -u MAKEFLAGS -u MFLAGS -u CONDA_PREFIX VIRTUAL_ENV=$(CURDIR)/$(VENV) $(BIN)/maturin

RUST := Cargo.toml Cargo.lock .cargo/config.toml $(shell find crates -name '*.rs' -o -name '*.toml')
# Folders too: a file that is gone leaves its trace only there.
CARDS := $(shell find games -name '*.toml' -o -type d) $(shell find python/cardwright/language -name '*.py')
# Modules that a macro declares, which rustfmt does not find by itself.
GAMES := $(wildcard crates/rules/src/*/mod.rs)
SLUGS := $(patsubst games/%/game.toml,%,$(wildcard games/*/game.toml))
STAGED := $(patsubst games/%/stages/stages.md,%,$(wildcard games/*/stages/stages.md))
MEASURED := $(subst _,-,$(filter-out __%,$(notdir $(basename $(wildcard python/cardwright/experiments/*.py)))))

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL: # one step after the other, each of them on all cores
.PHONY: help setup play test check format lint types fmt bench golden docs experiments pairs soak new-game clean

help: ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## /make \1|/p' Makefile | awk -F'|' '{ printf "%-18s%s\n", $$1, $$2 }'

setup: $(VENV)/catalogues.stamp ## virtual environment, packages, native kernel, catalogues

play: setup ## the start screen: game, deck, opponent
	@$(BIN)/cardwright play || [ $$? -eq 130 ] # leaving by Ctrl-C is no failure

test: setup ## the whole suite
	$(CARGO) test --profile fuzz --workspace --quiet
	$(BIN)/python -m pytest -n 2 --quiet

check: format lint types test ## what continuous integration runs: format, lint, types, tests, goldens

format: $(VENV)/packages.stamp
	$(CARGO) fmt --all --check -- $(GAMES)
	$(BIN)/ruff format --check

lint: $(VENV)/packages.stamp
	PYO3_PYTHON=$(CURDIR)/$(BIN)/python $(CARGO) clippy --workspace --all-targets --quiet -- -D warnings
	$(BIN)/ruff check

types: $(VENV)/native.stamp
	$(BIN)/python -m mypy
	$(BIN)/python -m mypy.stubtest cardwright._kernel

fmt: $(VENV)/packages.stamp ## put all code in its form
	$(CARGO) fmt --all -- $(GAMES)
	$(BIN)/ruff check --fix-only --quiet
	$(BIN)/ruff format

bench: setup ## measure speed and write docs/performance.md
	$(BIN)/cardwright bench --json > $(VENV)/bench.json
	$(BIN)/python docs/performance.py < $(VENV)/bench.json

golden: setup ## write the golden playthroughs, examples and counted trees again
	$(BIN)/python tests/golden/test_playthroughs.py
	$(BIN)/python tests/golden/test_examples.py
	$(BIN)/python tests/golden/test_trees.py

docs: setup ## write the generated reference pages again
	$(BIN)/python docs/generate.py

experiments: setup ## measure the games' figures beside their theses' and write the pages again
	for slug in $(MEASURED); do $(BIN)/cardwright experiment $$slug --page docs/experiments/$$slug.md || exit $$?; done

pairs: setup ## every trigger with every effect and selector and all other words, in every game
	for slug in $(STAGED); do $(BIN)/cardwright cards pairs $$slug --all || exit $$?; done

soak: setup ## long random play of every game
	for slug in $(SLUGS); do $(BIN)/cardwright fuzz $$slug --matches 10000 --seed 1 || exit $$?; done

new-game: ## a small playable game to begin with: make new-game SLUG=lanes
	@$(PYTHON) templates/new_game.py '$(SLUG)'

clean: ## remove everything that make made
	rm -rf $(VENV) target build dist python/cardwright/catalogues python/cardwright/_kernel*.so
	rm -rf .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(VENV)/made.stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Cardwright needs Python 3.11 or newer, and '$(PYTHON)' is not; name one that is: make PYTHON=python3.12"; exit 1; }
	@command -v cargo >/dev/null || { echo "Cardwright needs cargo (Rust 1.88 or newer), and there is none on the path"; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(VENV)/packages.stamp: $(VENV)/made.stamp pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'maturin>=1.9.4,<2'
	PIP_QUIET=1 $(MATURIN) develop --release --quiet --extras lab,dev
	@touch $@

$(VENV)/native.stamp: $(VENV)/packages.stamp $(RUST)
	$(MATURIN) develop --release --quiet --skip-install
	@touch $@

$(VENV)/catalogues.stamp: $(VENV)/native.stamp $(CARDS)
	@$(BIN)/cardwright cards build --all
	@touch $@
