"""The contact sheet: all pages small, and a piece of the first one at full size."""

from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFont

from snapglyph.engine import Page

__all__ = ["contact_sheet"]

THUMBNAIL = 300
"""Pixels of a thumbnail's longer side."""
PER_ROW = 4
GAP = 24
CAPTION = 40
MOST_PAGES = 48
"""A sheet of more would be too tall for most viewers; the caption says how many are not shown."""
CROP_HEIGHT = 240

PAPER, GROUND, INK, FAINT = 255, 236, 32, 150


def contact_sheet(pages: Sequence[Page], captions: Sequence[str] = ()) -> Image.Image:
    """A grey picture of up to 48 pages, each with its number, size and caption, above a piece of the first page at
    its own size. The same pages give the same picture with the same version of Pillow. Raises ValueError without
    pages."""
    if not pages:
        raise ValueError("a contact sheet needs at least one page")
    shown = pages[:MOST_PAGES]
    font, small = ImageFont.load_default(14), ImageFont.load_default(12)
    per_row = min(PER_ROW, len(shown))
    rows = -(-len(shown) // per_row)
    width = max(per_row * (THUMBNAIL + GAP) + GAP, 2 * (THUMBNAIL + GAP) + GAP)
    thumbnails = [_thumbnail(page) for page in shown]
    heights = [max(t.height for t in thumbnails[r * per_row : (r + 1) * per_row]) for r in range(rows)]
    crop_top = GAP + 30 + sum(h + CAPTION + GAP for h in heights)
    sheet = Image.new("L", (width, crop_top + 30 + CROP_HEIGHT + GAP), GROUND)
    draw = ImageDraw.Draw(sheet)

    more = f", the first {len(shown)} shown" if len(pages) > len(shown) else ""
    characters = sum(page.span[1] - page.span[0] for page in pages)
    fmt = pages[0].format
    plural = "s" if len(pages) > 1 else ""
    title = f"{len(pages)} page{plural}{more}: {characters:,} characters in face {fmt.font.name}, {fmt.layout}"
    draw.text((GAP, GAP - 6), title, fill=INK, font=font)
    top = GAP + 30
    for r in range(rows):
        for c, thumbnail in enumerate(thumbnails[r * per_row : (r + 1) * per_row]):
            n = r * per_row + c
            left = GAP + c * (THUMBNAIL + GAP)
            sheet.paste(thumbnail, (left, top))
            box = (left - 1, top - 1, left + thumbnail.width, top + thumbnail.height)
            draw.rectangle(box, outline=FAINT)
            page = shown[n]
            below = top + thumbnail.height + 4
            draw.text((left, below), f"page {page.number}   {page.width} x {page.height} px", fill=INK, font=small)
            if n < len(captions):
                draw.text((left, below + 16), captions[n], fill=INK, font=small)
        top += heights[r] + CAPTION + GAP

    draw.text((GAP, crop_top), "page 1 at its own size", fill=INK, font=font)
    crop = pages[0].image().convert("L").crop((0, 0, width - 2 * GAP, CROP_HEIGHT))
    piece = Image.new("L", crop.size, PAPER)
    piece.paste(crop.crop((0, 0, min(crop.width, pages[0].width), min(crop.height, pages[0].height))))
    sheet.paste(piece, (GAP, crop_top + 26))
    draw.rectangle((GAP - 1, crop_top + 25, GAP + piece.width, crop_top + 26 + piece.height), outline=FAINT)
    return sheet


def _thumbnail(page: Page) -> Image.Image:
    scale = min(THUMBNAIL / max(page.width, page.height), 1.0)
    size = max(1, round(page.width * scale)), max(1, round(page.height * scale))
    return page.image().convert("L").resize(size, Image.Resampling.BOX)
