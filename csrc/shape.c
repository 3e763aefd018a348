/*
 * shape.c: source units -> a stream of cells.
 *
 * A token is what must not be parted: one glyph, a counted run of blanks, an escaped code point, or a tag. The
 * stream ends only between tokens, so a page made of it is a function of its own slice of the source.
 */
#include "snapglyph.h"
#include "units.h"

typedef struct {
    const sg_face *face;
    uint32_t *cells;
    size_t capacity;
    size_t used;
    uint32_t continued; /* flag put on every cell of a token but its first; 0 when rows may part tokens */
    uint32_t row_cells; /* nonzero: keep both halves of a two-cell glyph in one row of this length */
} writer;

/* A tag is at most SG_MAX_TAG cells, an escape at most eight (brackets and six digits). */
static int put_token(writer *w, const uint32_t *token, size_t length)
{
    if (w->capacity - w->used < length)
        return 0;
    for (size_t i = 0; i < length; i++)
        w->cells[w->used + i] = token[i] | (i ? w->continued : 0);
    w->used += length;
    return 1;
}

static int put_wide(writer *w, uint32_t cell)
{
    uint32_t token[3] = {0, 0, 0};
    size_t length = 0;

    if (w->row_cells && w->used % w->row_cells == w->row_cells - 1)
        token[length++] = sg_entry(w->face, SG_WRAP);
    token[length++] = cell;
    token[length++] = cell + 1;
    return put_token(w, token, length);
}

static int put_escape(writer *w, uint32_t code)
{
    static const char digits[] = "0123456789ABCDEF";
    uint32_t token[8];
    size_t length = 0;
    int shift = 20;

    while (shift > 0 && (code >> shift) == 0)
        shift -= 4;
    token[length++] = sg_entry(w->face, SG_ESCAPE_OPEN);
    for (; shift >= 0; shift -= 4)
        token[length++] = sg_entry(w->face, (uint32_t)(unsigned char)digits[(code >> shift) & 15]);
    token[length++] = sg_entry(w->face, SG_ESCAPE_CLOSE);
    return put_token(w, token, length);
}

/* A run of `count` blanks, 1..SG_MAX_BLANKS: itself when it is one, else its number in inverse digits. */
static int put_blanks(writer *w, uint32_t count)
{
    uint32_t token[4];
    size_t length = 0;
    uint32_t unit = 1;

    if (count == 1) {
        token[0] = 0;
        return put_token(w, token, 1);
    }
    while (count / unit >= 10)
        unit *= 10;
    for (; unit; unit /= 10)
        token[length++] = sg_entry(w->face, SG_INVERSE + '0' + count / unit % 10);
    return put_token(w, token, length);
}

/* Length in units of the tag that opens at `i`, or 0 when it is not one of ours. */
static size_t tag_length(const void *source, size_t units, size_t i, uint32_t unit_bytes)
{
    for (size_t n = 1; n < SG_MAX_TAG && i + n < units; n++) {
        uint32_t code = unit_at(source, i + n, unit_bytes);
        if (code == SG_TAG_CLOSE)
            return n + 1;
        if (code < SG_INVERSE || code >= SG_ESCAPE_OPEN)
            return 0;
    }
    return 0;
}

static inline int shape_units(writer *w, const void *source, size_t units, uint32_t unit_bytes, int last,
                              int count_blanks, size_t *consumed)
{
    const sg_face *face = w->face;
    size_t i = 0;

    while (i < units) {
        /* The common case, one unit to one cell, without a capacity check a unit. */
        size_t room = w->capacity - w->used;
        size_t stop = units - i < room ? units : i + room;
        uint32_t *out = w->cells + w->used;
        size_t start = i;
        uint32_t code = 0;
        uint32_t entry = 0;

        for (; i < stop; i++) {
            code = unit_at(source, i, unit_bytes);
            entry =
                unit_bytes == 1 ? face->entries[(size_t)face->block_of[0] * 256 + code] : sg_entry(face, code);
            if (entry >= SG_WIDE || code >= SG_INVERSE)
                break;
            if (code == ' ' && count_blanks && (i + 1 >= units || unit_at(source, i + 1, unit_bytes) == ' '))
                break;
            out[i - start] = entry;
        }
        w->used += i - start;
        if (i == units || w->used == w->capacity)
            break;

        if (code == ' ') {
            size_t end = i;
            while (end < units && unit_at(source, end, unit_bytes) == ' ')
                end++;
            while (end - i >= SG_MAX_BLANKS) {
                if (!put_blanks(w, SG_MAX_BLANKS))
                    goto full;
                i += SG_MAX_BLANKS;
            }
            if (end == units && !last)
                break; /* the run may go on in the next window */
            if (end > i) {
                if (!put_blanks(w, (uint32_t)(end - i)))
                    break;
                i = end;
            }
        } else if (code >= SG_INVERSE) {
            uint32_t token[SG_MAX_TAG];
            size_t length = code == SG_TAG_OPEN ? tag_length(source, units, i, unit_bytes) : 0;
            if (!length)
                return SG_BAD_SOURCE;
            for (size_t n = 0; n < length; n++) {
                token[n] = sg_entry(face, unit_at(source, i + n, unit_bytes));
                if (token[n] >= face->cell_count)
                    return SG_BAD_SOURCE;
            }
            if (!put_token(w, token, length))
                break;
            i += length;
        } else {
            int done = entry == SG_NO_GLYPH ? put_escape(w, code) : put_wide(w, entry & ~(uint32_t)SG_WIDE);
            if (!done)
                break;
            i++;
        }
    }
full:
    *consumed = i;
    return SG_OK;
}

/*
 * Appends to cells[*used..capacity) the cells of as many whole tokens of source[0..units) as fit.
 *
 * unit_bytes is 1 (Latin-1) or 4 (codes). With last == 0 a run of blanks at the end of the window is left for
 * the next call, unless it fills a whole counted mark, so a window must be longer than SG_MAX_BLANKS.
 * count_blanks == 0 draws every blank and flags continued cells with SG_CONTINUED (for `lines`).
 */
int sg_shape(const sg_face *face, const void *source, size_t units, uint32_t unit_bytes, int last,
             int count_blanks, uint32_t row_cells, uint32_t *cells, size_t capacity, size_t *used,
             size_t *consumed)
{
    if (!face || (!source && units) || !cells || !used || !consumed || *used > capacity)
        return SG_BAD_ARGUMENT;

    writer w = {face, cells, capacity, *used, count_blanks ? 0 : SG_CONTINUED, row_cells};
    int status;
    if (unit_bytes == 1)
        status = shape_units(&w, source, units, 1, last, count_blanks, consumed);
    else if (unit_bytes == 4)
        status = shape_units(&w, source, units, 4, last, count_blanks, consumed);
    else
        return SG_BAD_ARGUMENT;
    if (status == SG_OK)
        *used = w.used;
    return status;
}

static inline uint64_t code_bits(const sg_face *face, uint32_t cell)
{
    return face->code_of[cell] + UINT64_C(1);
}

/*
 * Folds cells into a running check value. Start with *state = 0; the seal prints the upper half.
 *
 * Each step is a bijection of the state for a given pair of codes (xor, a product with an odd number, a shifted
 * xor), so a change of any single cell always changes the state; the chance that other damage goes unseen is
 * 2^-32, the width of what the seal prints. It runs over codes and not over cell numbers: a face that gains a
 * glyph renumbers its cells, and must still read the pages it drew before. The multiplier is 2^64 divided by
 * the golden ratio, rounded to odd: any odd number with well spread bits would do. Two cells a step since the
 * product's latency is what this costs.
 */
int sg_check_value(const sg_face *face, const uint32_t *cells, size_t count, uint64_t *state)
{
    const uint32_t mask = ~(uint32_t)SG_CONTINUED;
    uint64_t h = state ? *state : 0;

    if (!face || (!cells && count) || !state)
        return SG_BAD_ARGUMENT;
    for (size_t i = 0; i < count; i += 2) {
        uint32_t first = cells[i] & mask;
        uint32_t second = i + 1 < count ? cells[i + 1] & mask : 0;
        if (first >= face->cell_count || second >= face->cell_count)
            return SG_BAD_CELL;
        uint64_t pair = code_bits(face, first);
        if (i + 1 < count)
            pair |= code_bits(face, second) << 32;
        h = (h ^ pair) * UINT64_C(0x9E3779B97F4A7C15);
        h ^= h >> 32;
    }
    *state = h;
    return SG_OK;
}
