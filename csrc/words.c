/*
 * words.c: which words of a text may hold an exact string: an id, a number, a path, an address. Most hold none,
 * and what a closer look costs is a hundred times this one.
 */
#include "snapglyph.h"
#include "units.h"

enum { BLANK = 1, SIGN = 2, DIGIT = 4, HEX = 8, PART = 16 };
enum { B = BLANK, S = SIGN, D = DIGIT | HEX | PART, H = HEX | PART, P = PART };

/* Blanks are those of Python's str.split; SIGN is a slash or an at sign; PART is what a name is made of. */
static const uint8_t ASCII_FLAGS[128] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, B, B, B, B, B, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, B, B, B, B,
    B, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, P, 0, S, D, D, D, D, D, D, D, D, D, D, 0, 0, 0, 0, 0, 0,
    S, H, H, H, H, H, H, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, 0, 0, 0, 0, P,
    0, H, H, H, H, H, H, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, 0, 0, 0, 0, 0,
};

static uint32_t flags_beyond(uint32_t code)
{
    int blank = code == 0x85 || code == 0xa0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200a) ||
                code == 0x2028 || code == 0x2029 || code == 0x202f || code == 0x205f || code == 0x3000;
    return blank ? BLANK : 0;
}

static inline uint32_t flags_at(const void *units, uint32_t unit_bytes, size_t i)
{
    uint32_t code = unit_at(units, i, unit_bytes);
    return code < 0x80 ? ASCII_FLAGS[code] : flags_beyond(code);
}

/* Of a word with a digit and no sign. A number has five digits, or a comma before three of them; an id has
 * three in six characters, or two in twelve; a hash or UUID has seven hexadecimal ones in a row, and a digit
 * near them. */
static inline int may_hold_one(const void *units, uint32_t unit_bytes, size_t start, size_t end)
{
    size_t run = 0, digits = 0, row = 0, hex = 0, figures = 0;
    int comma = 0; /* figures follow a digit and a comma */
    for (size_t i = start; i < end; i++) {
        uint32_t flags = flags_at(units, unit_bytes, i);
        if (!(flags & PART)) {
            comma = figures && unit_at(units, i, unit_bytes) == ',';
            run = digits = row = hex = figures = 0;
            continue;
        }
        run++;
        digits += (flags & DIGIT) != 0;
        row = flags & HEX ? row + 1 : 0;
        hex |= row >= 7;
        figures = flags & DIGIT ? figures + 1 : 0;
        comma &= figures > 0;
        if ((digits >= 3 && run >= 5) || (digits >= 2 && run >= 12) || (hex && digits) ||
            (comma && figures == 3)) {
            return 1;
        }
    }
    return 0;
}

static inline void find(const void *units, size_t length, uint32_t unit_bytes, size_t *at, size_t *words,
                        size_t capacity, size_t *used)
{
    size_t i = *at;
    while (i < length && *used < capacity) {
        size_t start = i;
        uint32_t all = 0, flags = 0;
        for (; i < length; i++) {
            flags = flags_at(units, unit_bytes, i);
            if (flags & BLANK) {
                break;
            }
            all |= flags;
        }
        if (all & SIGN || (all & DIGIT && may_hold_one(units, unit_bytes, start, i))) {
            words[2 * *used] = start;
            words[2 * *used + 1] = i;
            ++*used;
        }
        i += i < length;
    }
    *at = i;
}

int sg_find_words(const void *units, size_t length, uint32_t unit_bytes, size_t *at, size_t *words,
                  size_t capacity, size_t *used)
{
    if ((!units && length) || !at || *at > length || !words || !capacity || capacity > SIZE_MAX / 2 || !used ||
        (unit_bytes != 1 && unit_bytes != 4)) {
        return SG_BAD_ARGUMENT;
    }
    *used = 0;
    if (unit_bytes == 1) { /* twice, so that each loop knows its unit */
        find(units, length, 1, at, words, capacity, used);
    } else {
        find(units, length, 4, at, words, capacity, used);
    }
    return SG_OK;
}
