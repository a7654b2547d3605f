# Everything runs in .venv, made with the standard library alone; PYTHON may name another interpreter.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LOCK = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

.DEFAULT_GOAL := help
.PHONY: help demo test lint bench format lock clean

help: ## Show this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10

demo: $(VENV)/.demo ## Build a benchmark from embedded data, evaluate a small local model, write a report
	$(BIN)/multiglobeqa demo -o demo

test: $(VENV)/.dev ## Run the tests
	$(BIN)/python -m pytest

lint: $(VENV)/.dev ## Check style, types and the layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.dev ## Measure speed and memory
	$(BIN)/python -m benchmarks

format: $(VENV)/.dev ## Format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; name one with PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(VENV)

# The locks are complete, so pip resolves nothing.
$(VENV)/.demo $(VENV)/.dev: $(VENV)/.%: requirements/%.lock pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r $<
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

lock: ## Pin the environments anew (needs uv)
	for extra in demo dev; do \
		$(LOCK) --extra $$extra pyproject.toml requirements/build.in -o requirements/$$extra.lock && \
		$(LOCK) --no-deps requirements/data.in >> requirements/$$extra.lock || exit 1; \
	done

clean: ## Remove the environment and what the demo made
	rm -rf $(VENV) demo
