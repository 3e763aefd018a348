"""Lower floors know nothing of higher ones, and importing the package costs next to nothing."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "snapglyph"
FLOORS = ["errors", "fontsource", "engine", "pricing", "history", "ladder", "store"]
"""Lowest first. Whatever is not named here is a front door, above all of them."""


def floor_of(module: str) -> int:
    name = module.split(".")[1] if "." in module else module
    return FLOORS.index(name) if name in FLOORS else len(FLOORS)


def imports_of(path: Path) -> set[str]:
    """Modules of the package that a file imports, absolute."""
    parts = ("snapglyph", *path.relative_to(PACKAGE).with_suffix("").parts)
    package = parts[:-1]
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            module = ".".join(filter(None, (base, node.module)))
            found |= {module} | {f"{module}.{alias.name}" for alias in node.names}
    return {name for name in found if name.startswith("snapglyph.")}


@pytest.mark.parametrize(
    "path",
    [p for p in sorted(PACKAGE.rglob("*.py")) if p.parent != PACKAGE],
    ids=lambda p: str(p.relative_to(PACKAGE)),
)
def test_a_floor_imports_nothing_from_above(path: Path) -> None:
    own = floor_of(f"snapglyph.{path.relative_to(PACKAGE).parts[0]}")
    above = {name for name in imports_of(path) if floor_of(name) > own and name != "snapglyph._core"}
    assert not above


def test_importing_the_package_loads_nothing() -> None:
    script = "import sys, snapglyph; print(any(m in sys.modules for m in ('numpy', 'PIL', 'cffi', 'typer')))"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "False"


def test_every_public_name_is_there() -> None:
    import snapglyph

    assert {name: getattr(snapglyph, name) for name in snapglyph.__all__}.keys() == set(snapglyph.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = snapglyph.nothing
