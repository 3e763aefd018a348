"""cffi finds its modules through this one keyword; everything else stands in pyproject.toml."""

from setuptools import setup

setup(cffi_modules=["build.py:ffibuilder"])
