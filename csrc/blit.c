/*
 * blit.c: a face compiled for drawing (the atlas), and rows of cells -> scanlines of 1-bit grey PNG.
 */
#include "snapglyph.h"

#include "bits.h"
#include "kernels.h"

/*
 * Atlas for advance <= 8: for each block of eight pixel rows, a word a cell, byte j = row j of the block.
 * Atlas for wider steps: for each four pixel rows, a word a cell, 16 bits a row; drawn by the plain loop below.
 * Both hold paper as 1, so the words are the pixels and blank needs no case of its own.
 */
static uint32_t rows_per_word(uint32_t advance)
{
    return advance <= 8 ? 8 : 4;
}

size_t sg_atlas_words(const sg_face *face, uint32_t advance, uint32_t pitch)
{
    if (!face || advance < face->width || advance > SG_MAX_ADVANCE || pitch < face->height ||
        pitch > SG_MAX_PITCH)
        return 0;
    uint32_t per_word = rows_per_word(advance);
    return (size_t)face->cell_count * ((pitch + per_word - 1) / per_word);
}

int sg_atlas_build(const sg_face *face, uint32_t advance, uint32_t pitch, uint64_t *atlas, size_t words)
{
    size_t needed = sg_atlas_words(face, advance, pitch);
    if (!needed || !atlas)
        return SG_BAD_ARGUMENT;
    if (words < needed)
        return SG_BUFFER_TOO_SMALL;

    const uint32_t per_word = rows_per_word(advance);
    const uint32_t lane = 64 / per_word;
    const uint64_t paper = (UINT64_C(1) << advance) - 1;
    for (uint32_t cell = 0; cell < face->cell_count; cell++) {
        for (uint32_t first = 0; first < pitch; first += per_word) {
            uint64_t word = 0;
            for (uint32_t j = 0; j < per_word; j++) {
                uint32_t y = first + j;
                uint64_t ink = y < face->height ? face->rows[(size_t)cell * face->height + y] : 0;
                word |= (paper & ~(ink << (advance - face->width))) << (j * lane);
            }
            atlas[(size_t)first / per_word * face->cell_count + cell] = word;
        }
    }
    return SG_OK;
}

/* `shift` paper pixels, in the highest bits. */
static uint64_t paper_bits(unsigned shift)
{
    return ~(~UINT64_C(0) >> shift);
}

/*
 * One block of a text row: up to eight scanlines, from cell `first` on, one group of eight cells after another.
 *
 * Eight atlas words hold eight cells; transposed, word y holds scanline y of all eight, the leftmost cell in
 * the highest byte. Squeezed, these are 8 * advance pixels, which is `advance` whole bytes: so every group
 * lands at the same bit of a byte, `shift`, and only `shift` pixels are carried from one group to the next.
 */
static inline void blit_groups(const uint64_t *block, const uint32_t *cells, uint32_t first, uint32_t count,
                               unsigned advance, unsigned shift, uint8_t *out, size_t stride, size_t room,
                               uint32_t scanlines, uint64_t carry[8])
{
    size_t at = (size_t)(first / 8) * advance;

    for (uint32_t c = first; c < count; c += 8, at += advance) {
        uint64_t w[8];
        const int whole = count - c > 8 && at + 8 <= room && scanlines == 8;
        for (uint32_t k = 0; k < 8; k++)
            w[7 - k] = block[whole || c + k < count ? cells[c + k] : 0];
        transpose_portable(w);
        for (unsigned y = 0; y < scanlines; y++) {
            uint64_t v = advance == 8 ? w[y] : squeeze_portable(w[y], advance) << (64 - 8 * advance);
            uint64_t pixels = v >> shift | carry[y];
            carry[y] = v << 1 << (8 * advance - 1 - shift);
            if (whole) { /* stores more than is good; the next group mends it */
                store_be64(out + y * stride + at, pixels);
            } else {
                uint8_t bytes[8];
                store_be64(bytes, pixels);
                memcpy(out + y * stride + at, bytes, room - at < advance ? room - at : advance);
            }
        }
    }
    if (shift && at < room)
        for (unsigned y = 0; y < scanlines; y++)
            out[y * stride + at] = (uint8_t)(carry[y] >> 56 | 0xFFu >> shift);
}

static void blit_block(sg_blit_groups fast, const uint64_t *block, const uint32_t *cells, uint32_t count,
                       unsigned advance, unsigned shift, uint8_t *out, size_t stride, size_t room,
                       uint32_t scanlines)
{
    uint64_t carry[8];
    uint32_t done = 0;

    for (int y = 0; y < 8; y++)
        carry[y] = paper_bits(shift);
    if (fast && scanlines == 8)
        done = fast(block, cells, count, advance, shift, out, stride, room, carry);
    switch (advance) { /* compiled for the widths in use */
    case 5:
        blit_groups(block, cells, done, count, 5, shift, out, stride, room, scanlines, carry);
        break;
    case 8:
        blit_groups(block, cells, done, count, 8, shift, out, stride, room, scanlines, carry);
        break;
    default:
        blit_groups(block, cells, done, count, advance, shift, out, stride, room, scanlines, carry);
    }
}

static sg_blit_groups fast_groups(int path)
{
#if SG_HAS_AVX2
    if (path == SG_PATH_AVX2)
        return sg_blit_groups_avx2;
#endif
    (void)path;
    return NULL;
}

/* Any advance up to 16: bit by bit into an accumulator, one scanline of one text row. */
static void blit_plain(const uint64_t *words, unsigned lane, const uint32_t *cells, uint32_t count,
                       unsigned advance, unsigned shift, uint8_t *out, size_t room)
{
    uint32_t bits = shift ? (1u << shift) - 1 : 0;
    unsigned held = shift;
    size_t at = 0;

    for (uint32_t c = 0; c < count; c++) {
        bits = bits << advance | (uint32_t)(words[cells[c]] >> lane & ((1u << advance) - 1));
        for (held += advance; held >= 8; held -= 8)
            out[at++] = (uint8_t)(bits >> (held - 8));
    }
    if (held && at < room)
        out[at] = (uint8_t)(bits << (8 - held) | 0xFFu >> held);
}

static int all_cells_known(const uint32_t *grid, size_t count, uint32_t cell_count)
{
    uint32_t largest = 0;
    for (size_t i = 0; i < count; i++)
        largest = grid[i] > largest ? grid[i] : largest;
    return largest < cell_count;
}

/* The bits of a scanline's last byte that are no pixels are 0. */
static void clear_unused_bits(uint8_t *scanlines, size_t stride, uint32_t width, uint32_t count)
{
    const uint8_t used = (uint8_t)(0xFF << (7 - (width - 1) % 8));
    for (uint32_t y = 0; y < count; y++)
        scanlines[y * stride + stride - 1] &= used;
}

/* `count` scanlines of paper, filter bytes and unused bits included. */
static void blank(uint8_t *scanlines, size_t stride, uint32_t width, uint32_t count)
{
    memset(scanlines, 0xFF, stride * count);
    for (uint32_t y = 0; y < count; y++)
        scanlines[y * stride] = 0;
    clear_unused_bits(scanlines, stride, width, count);
}

/*
 * Draws a grid of rows x row_cells into `height` scanlines of 1 + (width + 7) / 8 bytes: PNG's filter byte
 * (0, none), then the pixels. All that is no cell is paper; the unused bits of a last byte are 0. `path` must
 * be one that sg_path_runs allows: asking the CPU here would cost a trap a page on a virtual machine.
 */
int sg_blit(int path, const uint64_t *atlas, size_t words, uint32_t cell_count, uint32_t advance,
            uint32_t pitch, const uint32_t *grid, uint32_t row_cells, uint32_t rows, uint32_t margin,
            uint32_t width, uint32_t height, uint8_t *scanlines, size_t bytes)
{
    if (!atlas || !grid || !scanlines || !advance || advance > SG_MAX_ADVANCE || !pitch ||
        pitch > SG_MAX_PITCH || !row_cells || !rows || !width || !height || width > SG_MAX_EDGE ||
        height > SG_MAX_EDGE || margin > SG_MAX_EDGE || row_cells > SG_MAX_EDGE || rows > SG_MAX_EDGE)
        return SG_BAD_ARGUMENT;
    const uint32_t per_word = rows_per_word(advance);
    if (words / ((pitch + per_word - 1) / per_word) < cell_count)
        return SG_BUFFER_TOO_SMALL;
    if (2 * margin + row_cells * advance > width || 2 * margin + rows * pitch > height)
        return SG_BAD_ARGUMENT;
    const size_t stride = 1 + ((size_t)width + 7) / 8;
    if (bytes / stride < height)
        return SG_BUFFER_TOO_SMALL;
    if (!all_cells_known(grid, (size_t)row_cells * rows, cell_count))
        return SG_BAD_CELL;

    const sg_blit_groups fast = fast_groups(path);
    const size_t offset = 1 + margin / 8;
    const size_t below = (size_t)margin + (size_t)rows * pitch;
    blank(scanlines, stride, width, margin);
    for (uint32_t r = 0; r < rows; r++) {
        const uint32_t *cells = grid + (size_t)r * row_cells;
        uint8_t *band = scanlines + ((size_t)margin + (size_t)r * pitch) * stride;
        blank(band, stride, width, pitch);
        for (uint32_t y = 0; y < pitch; y += per_word) {
            const uint64_t *block = atlas + (size_t)(y / per_word) * cell_count;
            uint32_t count = pitch - y < per_word ? pitch - y : per_word;
            uint8_t *out = band + y * stride + offset;
            if (advance <= 8)
                blit_block(fast, block, cells, row_cells, advance, margin % 8, out, stride, stride - offset,
                           count);
            else
                for (uint32_t j = 0; j < count; j++)
                    blit_plain(block, j * 16, cells, row_cells, advance, margin % 8, out + j * stride,
                               stride - offset);
        }
        clear_unused_bits(band, stride, width, pitch);
    }
    blank(scanlines + below * stride, stride, width, height - (uint32_t)below);
    return SG_OK;
}
