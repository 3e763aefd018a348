# The extension that cffi builds from csrc/; cffi writes no types of its own.
from typing import Any

ffi: Any
lib: Any
