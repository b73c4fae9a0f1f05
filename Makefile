# Everything runs in .venv, which the first target that needs it makes; `make help` lists the targets.

PYTHON ?= python3
PY := .venv/bin/python
INSTALLED := .venv/.installed
TYPESCRIPT := node_modules/.installed
PIP := $(PY) -m pip --disable-pip-version-check --quiet
UPGRADE ?=
IN ?= procedure,rules,house
N ?= 200
SEED ?= 1
SEEDS ?= 1000
# Modules are compiled when they are first imported, and kept: many tests start programs.
export PYTHONDONTWRITEBYTECODE :=
# tests/patience.py ends a test that waits too long; what no signal reaches ends here, with its worker.
BOUNDED := -o faulthandler_timeout=900 -o faulthandler_exit_on_timeout=true
BROWSER := -n 2 --dist loadfile --reruns 1 --only-rerun TimeoutError --only-rerun "with timeout"

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install serve test fast browser lint style types imports pages fmt slow storms disaster mutants golden answers played covered docs figures benchmarks lock clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' Makefile

install: $(INSTALLED) ## Make .venv and install everything pinned into it

serve: $(INSTALLED) ## Open the house: live tables in the browser at http://127.0.0.1:8000
	.venv/bin/pitboss serve

# A worker has a quarter of the tests in their order, and takes from another's end when it is done: what a file prepares is
# prepared once, and what one compiles the others find on disk. Four on two cores: many tests wait for a server.
# The browser's driver keeps an event loop of its own, so its tests run in processes of their own, each file in one. A
# page that answered too late on a busy machine is tried once more, and the summary says so. So is any other test that
# failed: many start servers of their own. What fails twice fails.
# `make -j 2 test` checks types while the first tests run.
test: lint fast browser ## Lint, then run the fast tests, then those in a real browser

fast: $(INSTALLED)
	$(PY) -m pytest -n 4 --dist worksteal --reruns 1 $(BOUNDED) -m "not slow" --ignore=tests/browser

browser: fast
	$(PY) -m pytest $(BROWSER) $(BOUNDED) -m "not slow" tests/browser

lint: types style imports pages ## Check style, format, types (Python's and the browser's) and the direction of imports

types: $(INSTALLED)
	$(PY) -m mypy

style: $(INSTALLED)
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

imports: $(INSTALLED)
	.venv/bin/lint-imports --no-logo

pages: $(INSTALLED) $(if $(shell command -v npm),$(TYPESCRIPT))
	$(PY) -m tests.check_pages

fmt: $(INSTALLED) ## Format the code and fix what can be fixed
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

slow: $(INSTALLED) ## Run the slow tests, and storms of other moves than every time before
	$(PY) -m pytest -n 2 -m slow --ignore=tests/browser
	$(PY) -m pytest $(BROWSER) -m slow tests/browser
	PITBOSS_CHANCE=1 PITBOSS_STORM_EXAMPLES=200 PITBOSS_SECRECY_EXAMPLES=100 $(PY) -m pytest -n 2 tests/procedure/test_storm.py tests/procedure/test_secrecy.py

# One after the other, so that each has the machine to itself; -s prints how many and how long.
storms: $(INSTALLED) ## Run the storms: kills and pauses, also of one process of several, hostile messages, double spending, a class of 300, garbage in every column
	nice $(PY) -m pytest -n 0 -s -m slow tests/house/test_storms.py tests/house/test_kill.py tests/house/test_process_storms.py tests/house/test_fuzz.py tests/house/test_tampering.py

# A failure prints its seed and the fewest faults with which it still fails.
disaster: $(INSTALLED) ## Run SEEDS=1000 simulated histories in which network, disk, database and processes fail
	nice $(PY) -m tests.disaster --seeds $(SEEDS)

# The same seed draws the same changes; another seed draws others, N=0 makes them all.
mutants: $(INSTALLED) ## Change N=200 places of IN=procedure,rules,house by SEED=1; fails when no test notices one
	$(PY) -m tests.mutants --in $(IN) --most $(N) --seed $(SEED)

golden: $(INSTALLED) ## Rewrite the golden files; review the diff
	$(PY) -m pytest --rewrite-golden tests

answers: $(INSTALLED) ## Write anew the solutions that come with the package, after the solver or a game changed
	$(PY) -m pytest -n 0 --rewrite-answers tests/solve/test_answers.py

played: $(INSTALLED) ## Play and shuffle anew what comes with the package, after the kernel, the solver or a game changed
	$(PY) -m pytest -n 0 -m slow --rewrite-answers tests/simulate/test_played.py tests/shuffles/test_counted.py

covered: $(INSTALLED) ## Rewrite the list of covered clauses, to be run on purpose; review the diff
	$(PY) -m pytest --rewrite-covered tests/law/test_ratchet.py

docs: $(INSTALLED) ## Build the pages into build/site: by hand, by program, every link checked
	$(PY) -m pitboss.report.site build/site

figures: $(INSTALLED) ## Write anew what programs make in README.md and docs/: tables, printed output; review the diff
	$(PY) -m pitboss.report.site --rewrite build/site
	$(PY) -m tests.rewrite_pages

benchmarks: $(INSTALLED) ## Measure, keep the results, and write them into docs/performance.md
	$(PY) -m benchmarks --save
	$(MAKE) figures

# uv works in a folder that is thrown away. It keeps the pins there are; `make lock UPGRADE=1` takes the newest of everything.
lock: ## Pin the dependencies anew, with hashes, in requirements/dev.txt
	@scratch=$$(mktemp -d) && trap 'rm -rf "$$scratch"' EXIT && \
	$(PYTHON) -m venv "$$scratch" && \
	"$$scratch/bin/python" -m pip --disable-pip-version-check --quiet install uv && \
	{ [ ! -f requirements/dev.txt ] || cp requirements/dev.txt "$$scratch/dev.txt"; } && \
	"$$scratch/bin/uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	    --no-header --no-annotate --no-emit-index-url $(if $(UPGRADE),--upgrade) \
	    --extra cluster --extra dev --extra envs --extra house --extra report pyproject.toml requirements/build.in --output-file "$$scratch/dev.txt" && \
	sed '/^ *#/d' "$$scratch/dev.txt" > "$$scratch/clean.txt" && \
	if grep -nE '://|--(extra-)?index|--find-links|@ |/' "$$scratch/clean.txt"; then \
	    echo "make lock: these lines name a place; requirements/dev.txt is left as it was." >&2; exit 1; fi && \
	cp "$$scratch/clean.txt" requirements/dev.txt
	@echo "make lock: after make install, write what the image needs of it: $(PY) -m tests.house_lock"

clean: ## Remove .venv, caches and build output
	rm -rf .venv node_modules .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "pitboss needs Python 3.11 or newer; name one with make PYTHON=/path/to/python3." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	    { echo "$(PYTHON) cannot make a virtual environment; on Debian, install python3-venv." >&2; exit 1; }
	$(PYTHON) -m venv .venv

# The lock is whole, so nothing is resolved: an older pip would take the newest release of what a pin asks for with another
# extra, and stop when it is no longer the one pinned. What is installed is held against what it asks for afterwards.
$(INSTALLED): requirements/dev.txt pyproject.toml | $(PY)
	$(PIP) install --no-compile --no-deps --require-hashes --only-binary :all: -r requirements/dev.txt
	$(PIP) install --no-deps --no-build-isolation --editable .
	@$(PY) -m pip --disable-pip-version-check check
	@touch $@

# The browser's modules are served as they are written; TypeScript only reads them.
$(TYPESCRIPT): package.json package-lock.json
	npm ci --silent --no-audit --no-fund --ignore-scripts
	@touch $@
