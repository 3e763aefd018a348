# Every target does everything that it needs by itself: a virtual environment, the install, the run.
# Needed: Python >= 3.11, a C compiler, make.

PYTHON ?= python3
VENV ?= .venv
RUN := $(VENV)/bin/python
SOURCES := $(wildcard csrc/*.c csrc/*.h fonts/*.yaff fonts/*.txt fonts/strokes/*.txt snapglyph/fontsource/*.py) build.py setup.py pyproject.toml
CFLAGS_STRICT := -std=c11 -Wall -Wextra -Wconversion -Werror
SANITIZE := -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all

.PHONY: demo test soak kill replay lint format sanitize fuzz bench bench-smoke golden wheel clean

demo: $(VENV)/installed
	$(VENV)/bin/snapglyph demo --out out/demo --force

test: $(VENV)/installed
	$(RUN) -m pytest -q --benchmark-skip

# Hundreds of megabytes, and thousands of examples a property: minutes.
soak: $(VENV)/installed
	HYPOTHESIS_PROFILE=long $(RUN) -m pytest -q --benchmark-skip -m 'slow or not slow' tests/engine

# Writers killed at random points of a thousand turn commits.
kill: $(VENV)/installed
	$(RUN) -m pytest -q --benchmark-skip -m 'slow or not slow' tests/store/test_kill.py

# Every prefix of every shared transcript, and hundreds of made-up histories: half an hour.
replay: $(VENV)/installed
	SNAPGLYPH_REPLAY_STEPS=100000 SNAPGLYPH_REPLAY_EXAMPLES=300 $(RUN) -m pytest -q --benchmark-skip tests/ladder/test_replay.py

format: $(VENV)/installed
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

lint: $(VENV)/installed
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy

$(VENV)/installed: $(SOURCES)
	test -x $(RUN) || $(PYTHON) -m venv $(VENV)
	$(RUN) -m pip install --quiet --editable '.[dev]'
	touch $@

# --- the C core without Python ------------------------------------------------------------------------------

build/tables/sg_faces.h: $(VENV)/installed
	$(RUN) build.py tables build/tables

build/sanitize/%: csrc/test/%.c csrc/test/driver.h $(wildcard csrc/*.c csrc/*.h) build/tables/sg_faces.h
	mkdir -p build/sanitize
	$(CC) $(CFLAGS_STRICT) $(SANITIZE) -Icsrc -Ibuild/tables -o $@ csrc/*.c $<

sanitize: build/sanitize/check
	build/sanitize/check

# Bounded by time; a longer run: make fuzz FUZZ_SECONDS=3600
FUZZ_SECONDS ?= 60
fuzz: build/sanitize/fuzz
	build/sanitize/fuzz $(FUZZ_SECONDS)

# --- benchmarks and products --------------------------------------------------------------------------------

bench: $(VENV)/installed
	$(RUN) -m pytest benchmarks --benchmark-only --benchmark-group-by=group --benchmark-columns=median,iqr,ops

bench-smoke: $(VENV)/installed
	$(VENV)/bin/snapglyph bench --quick

# What pages look like, as hashes. Only after a change that is meant to be seen: look at the pages first.
golden: $(VENV)/installed
	$(VENV)/bin/snapglyph fixtures out/golden --force
	cp out/golden/manifest.json tests/data/golden.json

wheel: $(VENV)/installed
	$(RUN) -m pip wheel --quiet --no-deps --wheel-dir dist .

clean:
	rm -rf build dist out $(VENV) *.egg-info snapglyph/_core*.so
