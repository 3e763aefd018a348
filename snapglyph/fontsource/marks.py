"""Codes of our own marks.

They lie above U+10FFFF, the last code point of Unicode, so no text can hold one: whoever sees a mark on a page
knows that snapglyph put it there. The three control characters that a page shows as one cell (line end, tab,
carriage return) keep their own code points and only their glyphs are ours.
"""

__all__ = [
    "CODE_LIMIT",
    "ESCAPE_CLOSE",
    "ESCAPE_OPEN",
    "INVERSE",
    "INVERSE_CHARS",
    "NAMED_GLYPHS",
    "RULE",
    "SEAL",
    "TAG_CLOSE",
    "TAG_OPEN",
    "WRAP",
]

INVERSE = 0x110000
"""Inverse video of an ASCII character `c` has the code `INVERSE + ord(c)`."""

INVERSE_CHARS = " -0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""What inverse video exists for: counted blanks use the digits, tags and headers all of it."""

ESCAPE_OPEN = 0x110080
"""Opens the hexadecimal code point of a character that the face cannot draw."""

ESCAPE_CLOSE = 0x110081

WRAP = 0x110082
"""`lines`: the line goes on in the next row. `packed`: an unused cell before a two-cell glyph."""

RULE = 0x110083
"""The vertical line between newspaper columns; it joins with itself from row to row."""

SEAL = 0x110084
"""Ends the text of a page; eight inverse hexadecimal digits, the page's check value, follow."""

TAG_OPEN = 0x110085
"""Left end of a speaker tag such as USER 12; inverse letters follow."""

TAG_CLOSE = 0x110086

CODE_LIMIT = 0x110100
"""One past the last code that a face may hold."""

NAMED_GLYPHS = {
    "line-end": 0x0A,
    "tab": 0x09,
    "carriage-return": 0x0D,
    "escape-open": ESCAPE_OPEN,
    "escape-close": ESCAPE_CLOSE,
    "wrap": WRAP,
    "rule": RULE,
    "seal": SEAL,
    "tag-open": TAG_OPEN,
    "tag-close": TAG_CLOSE,
}
"""Tags that a YAFF file uses for the glyphs that are drawn by hand but have no character to name them by."""
