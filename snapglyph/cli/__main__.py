"""`python -m snapglyph.cli`."""

from . import main

main()
