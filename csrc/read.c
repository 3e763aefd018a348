/*
 * read.c: scanlines -> cells -> codes, exactly or not at all.
 *
 * Each cell's pixels are looked up among the face's bitmaps; anything else, and any ink beside the cells, is an
 * error that names its place. What the cells say is believed only when the seal's check value agrees.
 */
#include "snapglyph.h"

#include "bits.h"
#include "kernels.h"

enum { MAX_BLOCKS = SG_MAX_PITCH / 4 };

typedef struct {
    const uint64_t *atlas;
    const uint32_t *code_of;
    uint32_t cell_count;
    uint32_t blocks;
    const uint32_t *index;
    size_t mask;
} finder;

/* Multiply and shift, folded over the blocks; the constant as in sg_check_value. */
static inline uint64_t hash_of(const uint64_t *key, uint32_t blocks, uint64_t h)
{
    for (uint32_t b = 0; b < blocks; b++)
        h = ((h ^ key[b]) * UINT64_C(0x9E3779B97F4A7C15)) ^ (h >> 29);
    return h;
}

static inline size_t slot_of(const uint64_t *key, uint32_t blocks, size_t mask)
{
    return (size_t)(hash_of(key, blocks, 0) >> 32) & mask;
}

static inline void key_of(const finder *f, uint32_t cell, uint64_t *key)
{
    for (uint32_t b = 0; b < f->blocks; b++)
        key[b] = f->atlas[(size_t)b * f->cell_count + cell];
}

static inline int same_bitmap(const finder *f, const uint64_t *key, uint32_t cell)
{
    for (uint32_t b = 0; b < f->blocks; b++)
        if (f->atlas[(size_t)b * f->cell_count + cell] != key[b])
            return 0;
    return 1;
}

/*
 * The cell with these pixels (never a right half), or SG_NO_GLYPH. Of two-cell glyphs that share a left half it
 * is any one: find_pair tells which, once the right half is seen.
 */
static inline uint32_t find_cell(const finder *f, const uint64_t *key)
{
    for (size_t slot = slot_of(key, f->blocks, f->mask); f->index[slot]; slot = (slot + 1) & f->mask)
        if (same_bitmap(f, key, f->index[slot] - 1))
            return f->index[slot] - 1;
    return SG_NO_GLYPH;
}

/*
 * The left cell of the two-cell glyph whose left half is like `left`'s and whose right half has these pixels,
 * or SG_NO_GLYPH. Pairs have slots of their own, found by the hash of the left half carried on over the right
 * one.
 */
static inline uint32_t find_pair(const finder *f, uint32_t left, const uint64_t *right)
{
    uint64_t key[MAX_BLOCKS];
    key_of(f, left, key);
    size_t slot = (size_t)(hash_of(right, f->blocks, hash_of(key, f->blocks, 1)) >> 32) & f->mask;
    for (; f->index[slot]; slot = (slot + 1) & f->mask) {
        uint32_t cell = f->index[slot] - 1;
        if (f->code_of[cell] & SG_WIDE && same_bitmap(f, key, cell) && same_bitmap(f, right, cell + 1))
            return cell;
    }
    return SG_NO_GLYPH;
}

static void keep(uint32_t *index, size_t mask, size_t slot, uint32_t cell)
{
    while (index[slot])
        slot = (slot + 1) & mask;
    index[slot] = cell + 1;
}

static uint32_t blocks_of(uint32_t advance, uint32_t pitch)
{
    return advance <= 8 ? (pitch + 7) / 8 : (pitch + 3) / 4;
}

/* Slots of the index: a power of two that leaves at least three of four empty. */
size_t sg_index_slots(const sg_face *face)
{
    size_t slots = 16;
    while (face && slots < (size_t)face->cell_count * 4)
        slots *= 2;
    return slots;
}

/*
 * Builds the look-up from pixels to cell. SG_ALIKE: two glyphs have the same bitmap, or one of one cell that of
 * the left half of another of two; pair[0..1] are their codes.
 */
int sg_index_build(const sg_face *face, const uint64_t *atlas, size_t words, uint32_t advance, uint32_t pitch,
                   uint32_t *index, size_t slots, uint32_t *pair)
{
    size_t needed = sg_atlas_words(face, advance, pitch);
    if (!needed || !atlas || !index || !pair)
        return SG_BAD_ARGUMENT;
    if (words < needed || slots != sg_index_slots(face))
        return SG_BUFFER_TOO_SMALL;

    finder f = {atlas, face->code_of, face->cell_count, blocks_of(advance, pitch), index, slots - 1};
    memset(index, 0, slots * sizeof *index);
    for (uint32_t cell = 0; cell < face->cell_count; cell++) {
        uint64_t key[MAX_BLOCKS], right[MAX_BLOCKS];
        const uint32_t code = face->code_of[cell];
        if (code & SG_RIGHT_HALF)
            continue;
        key_of(&f, cell, key);
        uint32_t twin = find_cell(&f, key);
        const int shared = twin != SG_NO_GLYPH && (code & face->code_of[twin] & SG_WIDE);
        if (code & SG_WIDE)
            key_of(&f, cell + 1, right);
        if (shared)
            twin = find_pair(&f, cell, right);
        if (twin != SG_NO_GLYPH) {
            pair[0] = face->code_of[twin] & ~(uint32_t)SG_WIDE;
            pair[1] = code & ~(uint32_t)SG_WIDE;
            return SG_ALIKE;
        }
        if (!shared)
            keep(index, f.mask, slot_of(key, f.blocks, f.mask), cell);
        if (code & SG_WIDE) {
            uint64_t h = hash_of(right, f.blocks, hash_of(key, f.blocks, 1));
            keep(index, f.mask, (size_t)(h >> 32) & f.mask, cell);
        }
    }
    return SG_OK;
}

/*
 * The inverse of blit_groups in blit.c: cells of one block back to atlas words. Scanlines that the block does
 * not have are taken as paper, as the atlas holds them.
 */
static void take_groups(const uint8_t *in, size_t stride, size_t room, unsigned advance, unsigned shift,
                        uint32_t scanlines, uint32_t first, uint32_t count, uint64_t *words)
{
    size_t at = (size_t)(first / 8) * advance;

    for (uint32_t c = first; c < count; c += 8, at += advance) {
        uint64_t w[8];
        for (uint32_t y = 0; y < 8; y++) {
            uint8_t bytes[9] = {255, 255, 255, 255, 255, 255, 255, 255, 255};
            if (y < scanlines)
                memcpy(bytes, in + y * stride + at, room - at < 9 ? room - at : 9);
            uint64_t v = load_be64(bytes) << shift | (uint64_t)bytes[8] >> (8 - shift);
            w[y] = spread_portable(v >> (64 - 8 * advance), advance);
        }
        transpose_portable(w);
        for (uint32_t k = 0; k < 8; k++)
            words[c + k] = w[7 - k];
    }
}

static sg_take_groups fast_groups(int path)
{
#if SG_HAS_AVX2
    if (path == SG_PATH_AVX2)
        return sg_take_groups_avx2;
#endif
    (void)path;
    return NULL;
}

static uint32_t pixel_bits(const uint8_t *row, size_t first, uint32_t count)
{
    uint32_t bits = 0;
    for (size_t x = first; x < first + count; x++)
        bits = bits << 1 | ((uint32_t)row[x / 8] >> (7 - x % 8) & 1u);
    return bits;
}

/* For advance > 8: one cell of one four-row block, pixel by pixel. */
static uint64_t take_plain(const uint8_t *rows, size_t stride, size_t first_pixel, uint32_t advance,
                           uint32_t scanlines)
{
    uint64_t word = 0;
    for (uint32_t j = 0; j < 4; j++) {
        uint64_t bits =
            j < scanlines ? pixel_bits(rows + j * stride, first_pixel, advance) : (UINT64_C(1) << advance) - 1;
        word |= bits << (16 * j);
    }
    return word;
}

static int is_paper(const uint8_t *row, size_t first, size_t end)
{
    for (; first < end && first % 8; first++)
        if (!(row[first / 8] >> (7 - first % 8) & 1))
            return 0;
    for (; first + 8 <= end; first += 8)
        if (row[first / 8] != 0xFF)
            return 0;
    for (; first < end; first++)
        if (!(row[first / 8] >> (7 - first % 8) & 1))
            return 0;
    return 1;
}

/* The first scanline with ink in a margin, or `height` when all four are paper. */
static uint32_t find_margin_ink(const uint8_t *scanlines, size_t stride, uint32_t width, uint32_t height,
                                uint32_t margin, uint32_t cells_width, uint32_t cells_height)
{
    for (uint32_t y = 0; y < height; y++) {
        const uint8_t *row = scanlines + y * stride + 1;
        int inside = y >= margin && y < margin + cells_height;
        if (scanlines[y * stride] != 0 || !is_paper(row, 0, inside ? margin : width) ||
            (inside && !is_paper(row, (size_t)margin + cells_width, width)))
            return y;
    }
    return height;
}

enum { CHUNK = 256 }; /* cells whose keys are on the stack at a time; a multiple of eight */

typedef struct {
    const finder *find;
    uint32_t left; /* a left half whose right one must come next, or SG_NO_GLYPH */
} row_reader;

/*
 * Looks up `count` cells whose keys are keys[block * CHUNK + k]; gives how many are good. A right half corrects
 * the cell before it, which lies in the same row, so `out[-1]` is the caller's even where k is 0.
 */
static inline uint32_t find_cells(row_reader *r, const uint64_t *keys, uint32_t blocks, uint32_t count,
                                  uint32_t *out)
{
    finder f = *r->find;
    f.blocks = blocks; /* a constant where this is inlined */
    for (uint32_t k = 0; k < count; k++) {
        uint64_t key[MAX_BLOCKS];
        for (uint32_t b = 0; b < blocks; b++)
            key[b] = keys[b * CHUNK + k];
        uint32_t cell;
        if (r->left != SG_NO_GLYPH) {
            cell = find_pair(&f, r->left, key);
            r->left = SG_NO_GLYPH;
            if (cell == SG_NO_GLYPH)
                return k;
            out[(ptrdiff_t)k - 1] = cell++;
        } else {
            cell = find_cell(&f, key);
            if (cell == SG_NO_GLYPH)
                return k;
            if (f.code_of[cell] & SG_WIDE)
                r->left = cell;
        }
        out[k] = cell;
    }
    return count;
}

static uint32_t find_chunk(row_reader *r, const uint64_t *keys, uint32_t count, uint32_t *out)
{
    switch (r->find->blocks) {
    case 1:
        return find_cells(r, keys, 1, count, out);
    case 2:
        return find_cells(r, keys, 2, count, out);
    default:
        return find_cells(r, keys, r->find->blocks, count, out);
    }
}

/*
 * Reads scanlines (as sg_blit writes them) into a grid. *bad: on SG_BAD_CELL the grid position, on
 * SG_BAD_MARGIN the scanline. The caller has checked that margin, cells and size fit each other.
 */
int sg_read_grid(int path, const sg_face *face, const uint64_t *atlas, size_t words, const uint32_t *index,
                 size_t slots, uint32_t advance, uint32_t pitch, const uint8_t *scanlines, size_t bytes,
                 uint32_t margin, uint32_t width, uint32_t height, uint32_t *grid, uint32_t row_cells,
                 uint32_t rows, size_t *bad)
{
    size_t needed = sg_atlas_words(face, advance, pitch);
    if (!needed || !atlas || !index || !scanlines || !grid || !bad || !row_cells || !rows || !width ||
        !height || width > SG_MAX_EDGE || height > SG_MAX_EDGE || margin > SG_MAX_EDGE ||
        row_cells > SG_MAX_EDGE || rows > SG_MAX_EDGE || 2 * margin + row_cells * advance > width ||
        2 * margin + rows * pitch > height)
        return SG_BAD_ARGUMENT;
    const size_t stride = 1 + ((size_t)width + 7) / 8;
    if (words < needed || slots != sg_index_slots(face) || bytes / stride < height)
        return SG_BUFFER_TOO_SMALL;
    const uint32_t line =
        find_margin_ink(scanlines, stride, width, height, margin, row_cells * advance, rows * pitch);
    if (line < height) {
        *bad = line;
        return SG_BAD_MARGIN;
    }

    const finder f = {atlas, face->code_of, face->cell_count, blocks_of(advance, pitch), index, slots - 1};
    const sg_take_groups fast = fast_groups(path);
    const uint32_t per_block = advance <= 8 ? 8 : 4;
    for (uint32_t r = 0; r < rows; r++) {
        const uint8_t *top = scanlines + ((size_t)margin + (size_t)r * pitch) * stride + 1;
        row_reader reader = {&f, SG_NO_GLYPH};
        for (uint32_t c = 0; c < row_cells; c += CHUNK) {
            uint64_t keys[MAX_BLOCKS * CHUNK];
            uint32_t count = row_cells - c < CHUNK ? row_cells - c : CHUNK;
            size_t byte = margin / 8 + (size_t)(c / 8) * advance;
            for (uint32_t b = 0; b < f.blocks; b++) {
                const uint8_t *in = top + (size_t)b * per_block * stride;
                uint32_t lines = pitch - b * per_block < per_block ? pitch - b * per_block : per_block;
                uint64_t *words = keys + b * CHUNK;
                uint32_t done = 0;
                if (advance > 8) {
                    for (uint32_t k = 0; k < count; k++)
                        words[k] = take_plain(in, stride, margin + (size_t)(c + k) * advance, advance, lines);
                    continue;
                }
                if (fast && lines == 8)
                    done = fast(in + byte, stride, stride - 1 - byte, advance, margin % 8, count, words);
                take_groups(in + byte, stride, stride - 1 - byte, advance, margin % 8, lines, done, count,
                            words);
            }
            uint32_t good = find_chunk(&reader, keys, count, grid + (size_t)r * row_cells + c);
            if (good < count) {
                *bad = (size_t)r * row_cells + c + good;
                return SG_BAD_CELL;
            }
        }
        if (reader.left != SG_NO_GLYPH) {
            *bad = (size_t)r * row_cells + row_cells - 1;
            return SG_BAD_CELL;
        }
    }
    return SG_OK;
}
