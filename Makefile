# make run     the server, on http://localhost:8501; PORT=9000 for another place
# make serve   REPLICAS=2 of it behind HAProxy, each started again when it ends
# make test    every check: style, types and all tests, those in a real browser too
# Each makes .venv first, once, with the Python that PYTHON names (3.11 or later).

PYTHON ?= python3
PORT ?= 8501
REPLICAS ?= 2
# Workers of the tests. In a browser each has a server of its own, and runs together what shares open tabs: on two
# processors three take as long as two, though two leave a third of the time unused.
WORKERS ?= 2

VENV := .venv
# Python compiles what it imports, which is a small part of what there is, and keeps it for the next process: of these
# there are dozens, and without what is kept each takes ten seconds longer.
export PYTHONDONTWRITEBYTECODE :=
QUICKLY := --quiet --disable-pip-version-check --no-compile
IN_VENV := $(VENV)/bin/python -m
NODE := $(VENV)/bin/node
NODE_TOOLS := tests/scripts/node_modules

# In a browser nothing is checked but what is seen: no module of core is read again with the checks of its arrays.
UNTYPED := "-q --strict-markers --strict-config"

# Links that between them call every kernel (tests/core/test_compiled.py).
KERNELS := "tokenizer?merges=300" "tokenizer?algorithm=unigram" "cramer-rao?family=cauchy&error=20" "quantization?part=formats" \
	"quantization?sweep=threshold&format=e4m3" "quantization?sweep=threshold&rounding=stochastic" \
	"gradient-descent" "t-test-power?correlation=0.5&replicates=100"

# The tools of the tests and the kernels do not need each other; nor do the kernels and the style of either language.
MAKEFLAGS += --jobs=2

.PHONY: run serve test style style-of-python style-of-scripts unit browser
.DELETE_ON_ERROR:

run: $(VENV)/.compiled
	@echo "Glassbox: http://localhost:$(PORT) (Ctrl+C stops it)"
	@exec $(IN_VENV) streamlit run app.py --server.port $(PORT)

serve: $(VENV)/.compiled
	@exec $(VENV)/bin/python deploy/serve.py --replicas $(REPLICAS) --port $(PORT)

test: browser

# One thread for each worker: several with several wait for one another, and take up to three times as long.
unit: style $(VENV)/.compiled
	OMP_NUM_THREADS=1 $(IN_VENV) pytest -n $(WORKERS) --dist worksteal --ignore tests/browser

browser: unit
	$(IN_VENV) pytest -n $(WORKERS) --dist loadgroup -o addopts=$(UNTYPED) tests/browser

style: style-of-python style-of-scripts

style-of-python: $(VENV)/.tools
	$(IN_VENV) ruff check
	$(IN_VENV) ruff format --check
	$(IN_VENV) mypy

style-of-scripts: $(NODE_TOOLS)/.package-lock.json
	$(NODE) $(NODE_TOOLS)/eslint/bin/eslint.js -c tests/scripts/eslint.config.js assets/js tests/scripts
	$(NODE) $(NODE_TOOLS)/typescript/bin/tsc -p tests/scripts/tsconfig.json

# Each stamp is younger than what it was made from, so a second run has nothing to do.
$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit("Glassbox needs Python 3.11 or later; PYTHON=... names one.") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.installed: requirements.txt $(VENV)/.python
	$(IN_VENV) pip install $(QUICKLY) -r requirements.txt
	@touch $@

$(VENV)/.tools: requirements-dev.txt requirements-cluster.txt $(VENV)/.installed
	$(IN_VENV) pip install $(QUICKLY) -r requirements-dev.txt
	@touch $@

# Node comes with the other tools, as a wheel; what checks the scripts comes from npm.
$(NODE_TOOLS)/.package-lock.json: tests/scripts/package-lock.json $(VENV)/.tools
	$(VENV)/bin/npm ci --silent --prefix tests/scripts
	@touch $@

# Compiles the kernels where the server will look for them: half a minute that no reader waits. What was compiled
# before goes first, because numba does not notice that a module has changed that another one imports.
$(VENV)/.compiled: $(shell grep -rl --include=*.py "core.compiled import" core) core/compiled.py $(VENV)/.installed
	@find core -name "*.nb[ic]" -delete
	$(VENV)/bin/python -c 'import sys; from core.__main__ import main; sys.exit(any(main([link]) for link in sys.argv[1:]))' \
		$(KERNELS) > /dev/null
	@touch $@
