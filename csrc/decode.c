/*
 * decode.c: a stream of cells -> codes; the inverse of shape.c.
 */
#include "snapglyph.h"

typedef struct {
    const sg_face *face;
    const uint32_t *cells;
    size_t count;
    size_t at;
    uint32_t *codes;
    size_t capacity;
    size_t used; /* codes said so far; beyond capacity they are counted and not stored */
    uint32_t largest;
} reader;

static uint32_t code_at(const reader *r, size_t i)
{
    return i < r->count ? r->face->code_of[r->cells[i]] : SG_NO_GLYPH;
}

static void say(reader *r, uint32_t code)
{
    if (r->used < r->capacity)
        r->codes[r->used] = code;
    r->used++;
    if (code > r->largest)
        r->largest = code;
}

static int inverse_digit(uint32_t code)
{
    return code >= SG_INVERSE + '0' && code <= SG_INVERSE + '9' ? (int)(code - SG_INVERSE - '0') : -1;
}

static int hex_digit(uint32_t code)
{
    if (code >= '0' && code <= '9')
        return (int)(code - '0');
    return code >= 'A' && code <= 'F' ? (int)(code - 'A' + 10) : -1;
}

/*
 * A counted run. Three digits at a time from the left (SG_MAX_BLANKS is 999): shape.c writes every mark but a
 * run's last as 999, so there is one way to part the digits.
 */
static int take_blanks(reader *r)
{
    uint32_t value = 0;
    int digits = 0;

    for (; digits < 3; digits++) {
        int digit = inverse_digit(code_at(r, r->at + (size_t)digits));
        if (digit < 0)
            break;
        if (digits == 1 && value == 0)
            return 0;
        value = value * 10 + (uint32_t)digit;
    }
    if (value < 2)
        return 0;
    int more = inverse_digit(code_at(r, r->at + (size_t)digits)) >= 0;
    if (more && value != SG_MAX_BLANKS)
        return 0;
    for (uint32_t i = 0; i < value; i++)
        say(r, ' ');
    r->at += (size_t)digits;
    return 1;
}

static int take_escape(reader *r)
{
    uint32_t code = 0;
    size_t n = 0;

    for (; n < 6; n++) {
        int digit = hex_digit(code_at(r, r->at + 1 + n));
        if (digit < 0)
            break;
        if (n == 1 && code == 0)
            return 0;
        code = code << 4 | (uint32_t)digit;
    }
    if (n == 0 || code > 0x10FFFF || code_at(r, r->at + 1 + n) != SG_ESCAPE_CLOSE)
        return 0;
    say(r, code);
    r->at += n + 2;
    return 1;
}

static int take_tag(reader *r)
{
    size_t n = 1;
    for (; n < SG_MAX_TAG; n++) {
        uint32_t code = code_at(r, r->at + n);
        if (code == SG_TAG_CLOSE)
            break;
        if (code < SG_INVERSE || code >= SG_ESCAPE_OPEN)
            return 0;
    }
    if (n == SG_MAX_TAG || n == 1)
        return 0;
    for (size_t k = 0; k <= n; k++)
        say(r, code_at(r, r->at + k));
    r->at += n + 1;
    return 1;
}

static int take_wide(reader *r, uint32_t code)
{
    if (code & SG_RIGHT_HALF)
        return 0;
    if (r->at + 1 >= r->count || r->cells[r->at + 1] != r->cells[r->at] + 1)
        return 0;
    say(r, code & ~(uint32_t)SG_WIDE);
    r->at += 2;
    return 1;
}

/* The common case, one cell to one code. */
static void take_plain(reader *r)
{
    size_t room = r->capacity - (r->used < r->capacity ? r->used : r->capacity);
    size_t stop = r->count - r->at < room ? r->count : r->at + room;
    uint32_t *out = r->codes + r->used;
    uint32_t largest = r->largest;
    size_t i = r->at;

    for (; i < stop; i++) {
        uint32_t code = r->face->code_of[r->cells[i]];
        if (code >= SG_INVERSE)
            break;
        *out++ = code;
        largest = code > largest ? code : largest;
    }
    r->used += i - r->at;
    r->at = i;
    r->largest = largest;
    while (r->at < r->count && code_at(r, r->at) < SG_INVERSE)
        say(r, code_at(r, r->at++)); /* past the capacity, where codes are only counted */
}

static int take_token(reader *r)
{
    uint32_t code = code_at(r, r->at);

    if (code & SG_WIDE)
        return take_wide(r, code);
    if (code == SG_WRAP) {
        r->at++;
        return (code_at(r, r->at) & SG_WIDE) != 0 && r->at < r->count;
    }
    if (code == SG_ESCAPE_OPEN)
        return take_escape(r);
    if (code == SG_TAG_OPEN)
        return take_tag(r);
    return inverse_digit(code) >= 0 && take_blanks(r);
}

/* The eight inverse hexadecimal digits behind the seal at `at`. */
static int take_check_value(const reader *r, size_t at, uint32_t *value)
{
    *value = 0;
    for (size_t n = 1; n < SG_SEAL_CELLS; n++) {
        uint32_t code = code_at(r, at + n);
        int digit = code < SG_INVERSE || code >= SG_ESCAPE_OPEN ? -1 : hex_digit(code - SG_INVERSE);
        if (digit < 0)
            return 0;
        *value = *value << 4 | (uint32_t)digit;
    }
    return 1;
}

/*
 * Decodes cells up to the seal and proves them by its check value; `state` holds what stands before them (the
 * page header), folded by sg_check_value. Behind the seal there may be only empty cells.
 *
 * *used is set to the codes that the page says even when they are more than `capacity`; then the result is
 * SG_BUFFER_TOO_SMALL and the caller comes again. *bad is the cell at fault.
 */
int sg_decode(const sg_face *face, const uint32_t *cells, size_t count, uint64_t state, uint32_t *codes,
              size_t capacity, size_t *used, uint32_t *largest, size_t *bad)
{
    if (!face || (!cells && count) || (!codes && capacity) || !used || !largest || !bad)
        return SG_BAD_ARGUMENT;
    for (size_t i = 0; i < count; i++)
        if (cells[i] >= face->cell_count) {
            *bad = i;
            return SG_BAD_CELL;
        }

    reader r = {face, cells, count, 0, codes, capacity, 0, 0};
    for (take_plain(&r); code_at(&r, r.at) != SG_SEAL; take_plain(&r)) {
        *bad = r.at;
        if (r.at >= count)
            return SG_BAD_SEAL;
        if (!take_token(&r))
            return SG_BAD_CELL;
    }

    uint32_t printed;
    *bad = r.at;
    if (!take_check_value(&r, r.at, &printed))
        return SG_BAD_SEAL;
    int status = sg_check_value(face, cells, r.at, &state);
    if (status != SG_OK)
        return status;
    if ((uint32_t)(state >> 32) != printed)
        return SG_BAD_SEAL;
    for (size_t i = r.at + SG_SEAL_CELLS; i < count; i++)
        if (cells[i] != 0) {
            *bad = i;
            return SG_BAD_CELL;
        }
    *used = r.used;
    *largest = r.largest;
    return r.used > capacity ? SG_BUFFER_TOO_SMALL : SG_OK;
}
