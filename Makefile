# What the README's commands do, for those who have make. `make check` is what CI runs.
python := .venv/bin/python

.PHONY: check demo figures
check: .venv
	$(python) -m tests

demo: .venv
	.venv/bin/companion demo score

figures: .venv
	$(python) -m benchmarks.reading $(tables)

.venv: pyproject.toml
	python3 -m venv .venv
	$(python) -m pip install --quiet --editable '.[test]'
	touch .venv
