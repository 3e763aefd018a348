"""Builds the C core: fonts/ -> tables -> csrc/ -> the extension module `snapglyph._core`.

pip runs this through setup.py. By hand:

    python build.py tables DIR     write sg_faces.h into DIR, for a build of csrc/ without Python

(This file shadows PyPA's `build` at the root of the repository; use `pip wheel .` there.)
"""

import re
import sys
from pathlib import Path

from cffi import FFI

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))

from snapglyph.fontsource import load_faces  # noqa: E402  (needs the path above)
from snapglyph.fontsource.tables import write_tables  # noqa: E402

FACES = ("5x8", "6x12", "7x14", "8x16")
GENERATED = ROOT / "build" / "generated"


def generate_tables(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    faces = load_faces(ROOT / "fonts", FACES)
    (folder / "sg_faces.h").write_text(write_tables(faces), encoding="ascii")


def declarations() -> str:
    """The interface header without its preprocessor lines, which is all that cffi must not see."""
    header = (ROOT / "csrc" / "snapglyph.h").read_text(encoding="ascii")
    return re.sub(r"^#.*$", "", header, flags=re.MULTILINE)


def make_builder() -> FFI:
    generate_tables(GENERATED)
    builder = FFI()
    builder.cdef(declarations())
    builder.set_source(
        "snapglyph._core",
        '#include "snapglyph.h"',
        sources=[f"csrc/{path.name}" for path in sorted((ROOT / "csrc").glob("*.c"))],
        include_dirs=["csrc", str(GENERATED.relative_to(ROOT))],
        depends=["csrc/snapglyph.h", "csrc/bits.h", "csrc/kernels.h", "csrc/units.h"],
        extra_compile_args=[] if sys.platform == "win32" else ["-std=c11", "-O3"],
    )
    return builder


if __name__ == "__main__":
    if sys.argv[1:2] == ["tables"] and len(sys.argv) == 3:
        generate_tables(Path(sys.argv[2]))
    else:
        sys.exit(__doc__)
else:
    ffibuilder = make_builder()
