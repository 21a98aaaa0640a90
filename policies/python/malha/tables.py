# SPDX-License-Identifier: MIT
"""Files of results as rows, as arrays of numpy, or as tables of pandas, where these are installed."""

import csv
import importlib

KINDS = ("rows", "numpy", "pandas")


def rows_of(file):
    """The rows of a CSV file of results as dictionaries, numbers as numbers."""
    with open(file, newline="", encoding="utf-8") as text:
        return [{name: _number(value) for name, value in row.items()} for row in csv.DictReader(text)]


def table_of(file, as_="rows"):
    """The same file as a list of dictionaries ("rows"), as an array with named columns ("numpy"), or as a DataFrame
    ("pandas"). What is not there is "" in rows, and not a number (NaN) in columns of numbers."""
    if as_ not in KINDS:
        raise ValueError(f"as_={as_!r}; valid: {', '.join(KINDS)}")
    if as_ == "pandas":
        return _module("pandas").read_csv(file, float_precision="round_trip")
    return rows_of(file) if as_ == "rows" else _array_of(file, _module("numpy"))


def _array_of(file, numpy):
    with open(file, newline="", encoding="utf-8") as text:
        names, *rows = csv.reader(text)
    columns = {name: _column([row[place] for row in rows], numpy) for place, name in enumerate(names)}
    made = numpy.empty(len(rows), dtype=[(name, column.dtype) for name, column in columns.items()])
    for name, column in columns.items():
        made[name] = column
    return made


def _column(texts, numpy):
    """Whole numbers, numbers, or texts."""
    values = [_number(text) for text in texts]
    if all(isinstance(value, int) for value in values):
        return numpy.array(values, dtype=numpy.int64)
    if all(value == "" or not isinstance(value, str) for value in values):
        return numpy.array([numpy.nan if value == "" else value for value in values], dtype=numpy.float64)
    return numpy.array(texts)


def _module(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        raise ImportError(
            f"as_={name!r} needs {name}, which is not installed here; valid: as_='rows', or install python3-{name}"
        ) from None


def _number(value):
    for kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            pass
    return value
