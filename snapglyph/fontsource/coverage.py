"""What every face draws, by block.

The ranges are written out, and not asked of Python's Unicode data, so that every Python builds the same font. They
hold what Unicode 14 assigns, less what NFC always replaces (U+212A KELVIN SIGN becomes K): that reaches no page.
"""

from dataclasses import dataclass

__all__ = ["BLOCKS", "Block", "promised"]


@dataclass(frozen=True, slots=True)
class Block:
    """A block's name, its code points as (first, last) pairs, and the least cell height of a face that draws it."""

    name: str
    ranges: tuple[tuple[int, int], ...]
    least_height: int = 0

    def codes(self) -> tuple[int, ...]:
        return tuple(code for first, last in self.ranges for code in range(first, last + 1))


BLOCKS = (
    Block("Basic Latin", ((0x20, 0x7E),)),
    Block("Latin-1 Supplement", ((0xA0, 0xFF),)),
    Block("Latin Extended-A", ((0x100, 0x17F),)),
    Block("Latin Extended-B", ((0x180, 0x24F),)),
    Block("IPA Extensions", ((0x250, 0x2AF),)),
    Block("Spacing Modifier Letters", ((0x2B0, 0x2FF),)),
    Block("Combining Diacritical Marks", ((0x300, 0x33F), (0x342, 0x342), (0x345, 0x36F))),
    Block(
        "Greek and Coptic",
        (
            (0x370, 0x373),
            (0x375, 0x377),
            (0x37A, 0x37D),
            (0x37F, 0x37F),
            (0x384, 0x386),
            (0x388, 0x38A),
            (0x38C, 0x38C),
            (0x38E, 0x3A1),
            (0x3A3, 0x3FF),
        ),
    ),
    Block("Cyrillic", ((0x400, 0x4FF),)),
    Block("Cyrillic Supplement", ((0x500, 0x52F),)),
    Block("Armenian", ((0x531, 0x556), (0x559, 0x58A), (0x58D, 0x58F)), 16),
    Block("Hebrew letters", ((0x5BE, 0x5BE), (0x5D0, 0x5EA), (0x5EF, 0x5F4))),
    Block("Georgian", ((0x10A0, 0x10C5), (0x10C7, 0x10C7), (0x10CD, 0x10CD), (0x10D0, 0x10FF)), 16),
    Block("Latin Extended Additional", ((0x1E00, 0x1EFF),)),
    Block("General Punctuation", ((0x2002, 0x2064), (0x2066, 0x206F))),
    Block("Superscripts and Subscripts", ((0x2070, 0x2071), (0x2074, 0x208E), (0x2090, 0x209C))),
    Block("Currency Symbols", ((0x20A0, 0x20C0),)),
    Block("Letterlike Symbols", ((0x2100, 0x2125), (0x2127, 0x2129), (0x212C, 0x214F))),
    Block("Number Forms", ((0x2150, 0x218B),)),
    Block("Arrows", ((0x2190, 0x21FF),)),
    Block("Mathematical Operators", ((0x2200, 0x22FF),)),
    Block("Miscellaneous Technical", ((0x2300, 0x2328), (0x232B, 0x23FF))),
    Block("Enclosed digits", ((0x2460, 0x2468), (0x2776, 0x277E), (0x2780, 0x2788), (0x278A, 0x2792))),
    Block("Box Drawing", ((0x2500, 0x257F),)),
    Block("Block Elements", ((0x2580, 0x259F),)),
    Block("Geometric Shapes", ((0x25A0, 0x25FF),)),
    Block(
        "Miscellaneous Symbols",
        ((0x2600, 0x2606), (0x260E, 0x2612), (0x261A, 0x261F), (0x2620, 0x2623), (0x2639, 0x263C), (0x2640, 0x2642)),
    ),
    Block("Miscellaneous Symbols, games and signs", ((0x2654, 0x266F), (0x2690, 0x2692), (0x2699, 0x2699))),
    Block("Dingbats", ((0x2701, 0x2704), (0x2706, 0x2709), (0x270E, 0x2721), (0x2722, 0x2727), (0x2729, 0x2742))),
    Block(
        "Dingbats, quotation and brackets", ((0x275B, 0x275E), (0x2761, 0x2775), (0x2794, 0x2794), (0x2798, 0x279F))
    ),
    Block("Mathematical angle brackets", ((0x27E6, 0x27EF),)),
    Block("Braille Patterns", ((0x2800, 0x28FF),)),
    Block("CJK Symbols and Punctuation", ((0x3000, 0x3003), (0x3005, 0x3011), (0x3012, 0x301C))),
    Block("Hiragana", ((0x3041, 0x3096), (0x3099, 0x309F))),
    Block("Katakana", ((0x30A0, 0x30FF),)),
    Block("Bopomofo", ((0x3105, 0x312F),)),
    Block("Hangul Compatibility Jamo", ((0x3131, 0x318E),)),
    Block("Hangul Syllables", ((0xAC00, 0xD7A3),), 16),
    Block("Variation Selectors", ((0xFE00, 0xFE0F),)),
    Block(
        "Halfwidth and Fullwidth Forms",
        (
            (0xFF01, 0xFFBE),
            (0xFFC2, 0xFFC7),
            (0xFFCA, 0xFFCF),
            (0xFFD2, 0xFFD7),
            (0xFFDA, 0xFFDC),
            (0xFFE0, 0xFFE6),
            (0xFFE8, 0xFFEE),
        ),
    ),
    Block("Specials", ((0xFEFF, 0xFEFF), (0xFFFC, 0xFFFD))),
)
"""Emoji are listed in fonts/emoji.txt alone."""


def promised(height: int) -> frozenset[int]:
    """All code points of the blocks that a face of this cell height draws."""
    return frozenset(code for block in BLOCKS if height >= block.least_height for code in block.codes())
