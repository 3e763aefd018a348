/*
 * pieces.c: a text -> how many there are of each thing that tokenizers take apart. One pass, no memory of its
 * own; what the pieces weigh is data of the caller's.
 */
#include "snapglyph.h"

enum piece_class { LOWER = 1, UPPER, DIGIT, MARK, LINE, BLANK, LATIN, ALPHABET, CJK, OTHER };

static const uint8_t ASCII_CLASS[128] = {
    MARK,  MARK,  MARK,  MARK,  MARK,  MARK,  MARK,  MARK,  MARK,  BLANK, LINE,  MARK,  MARK,  LINE,  MARK,
    MARK,  MARK,  MARK,  MARK,  MARK,  MARK,  MARK,  MARK,  MARK,  MARK,  MARK,  MARK,  MARK,  MARK,  MARK,
    MARK,  MARK,  BLANK, MARK,  MARK,  MARK,  MARK,  MARK,  MARK,  MARK,  MARK,  MARK,  MARK,  MARK,  MARK,
    MARK,  MARK,  MARK,  DIGIT, DIGIT, DIGIT, DIGIT, DIGIT, DIGIT, DIGIT, DIGIT, DIGIT, DIGIT, MARK,  MARK,
    MARK,  MARK,  MARK,  MARK,  MARK,  UPPER, UPPER, UPPER, UPPER, UPPER, UPPER, UPPER, UPPER, UPPER, UPPER,
    UPPER, UPPER, UPPER, UPPER, UPPER, UPPER, UPPER, UPPER, UPPER, UPPER, UPPER, UPPER, UPPER, UPPER, UPPER,
    UPPER, MARK,  MARK,  MARK,  MARK,  MARK,  MARK,  LOWER, LOWER, LOWER, LOWER, LOWER, LOWER, LOWER, LOWER,
    LOWER, LOWER, LOWER, LOWER, LOWER, LOWER, LOWER, LOWER, LOWER, LOWER, LOWER, LOWER, LOWER, LOWER, LOWER,
    LOWER, LOWER, LOWER, MARK,  MARK,  MARK,  MARK,  MARK,
};

static uint32_t class_of(uint32_t code)
{
    if (code < 0x80) {
        return ASCII_CLASS[code];
    }
    if (code <= 0x24f) {
        return LATIN;
    }
    if (code <= 0x1fff) {
        return ALPHABET;
    }
    return code >= 0x2e80 && code <= 0xfaff ? CJK : OTHER;
}

/* Letters of a word beyond its sixth cost extra; a word counts when it ends. */
static uint64_t beyond_sixth(uint64_t letters)
{
    return letters > 6 ? letters - 6 : 0;
}

/* What the third and later of equal characters in a row add, by class. */
static void count_repeat(uint32_t class, uint64_t *repeats)
{
    switch (class) {
    case LOWER:
    case UPPER:
        repeats[SG_PIECE_LONG]++;
        break;
    case DIGIT:
        repeats[SG_PIECE_DIGITS]++;
        break;
    case MARK:
        repeats[SG_PIECE_MARKS]++;
        break;
    case LATIN:
    case ALPHABET:
    case CJK:
    case OTHER:
        repeats[SG_PIECE_LATIN + (class - LATIN)]++;
        break;
    default:
        break;
    }
}

static inline uint32_t unit_at(const void *units, uint32_t unit_bytes, size_t i)
{
    return unit_bytes == 1 ? ((const uint8_t *)units)[i] : ((const uint32_t *)units)[i];
}

static inline void count(const void *units, size_t length, uint32_t unit_bytes, uint64_t *counts,
                         uint64_t *repeats)
{
    uint32_t before = 0;        /* class of the unit before; 0 in front of the first */
    uint32_t last = UINT32_MAX; /* the unit before */
    uint64_t same = 0;          /* units before this one that are equal to it, without a gap */
    uint64_t letters = 0;       /* of the word that goes on */
    uint64_t digits = 0;        /* of the run that goes on */
    uint64_t blanks = 0;
    for (size_t i = 0; i < length; i++) {
        uint32_t unit = unit_at(units, unit_bytes, i);
        uint32_t class = class_of(unit);
        same = unit == last ? same + 1 : 0;
        if (same >= 2) {
            count_repeat(class, repeats);
        }
        int is_letter = class <= UPPER;
        if (is_letter && (before == 0 || before > UPPER || (class == UPPER && before == LOWER))) {
            counts[SG_PIECE_LONG] += beyond_sixth(letters);
            letters = 0;
            counts[class == LOWER && before == BLANK ? SG_PIECE_PLAIN : SG_PIECE_WORDS]++;
        }
        letters += (uint64_t)is_letter;
        if (class == DIGIT) {
            counts[SG_PIECE_DIGITS] += digits % 3 == 0;
            digits++;
        } else {
            digits = 0;
        }
        if (class == BLANK) {
            blanks++;
            counts[SG_PIECE_BLANKS] += blanks == 2;
        } else {
            blanks = 0;
        }
        if ((is_letter && before == DIGIT) || (class == DIGIT && (before == LOWER || before == UPPER))) {
            counts[SG_PIECE_JOINTS]++;
        }
        if (class == MARK) {
            counts[SG_PIECE_MARKS]++;
            counts[SG_PIECE_MARK_RUNS] += before != MARK;
        } else if (class == LINE) {
            counts[SG_PIECE_LINES] += before != LINE;
        } else if (class >= LATIN) {
            counts[SG_PIECE_LATIN + (class - LATIN)]++;
        }
        before = class;
        last = unit;
    }
    counts[SG_PIECE_LONG] += beyond_sixth(letters);
}

int sg_count_pieces(const void *units, size_t length, uint32_t unit_bytes, uint64_t *counts, uint64_t *repeats)
{
    if ((!units && length) || !counts || !repeats || (unit_bytes != 1 && unit_bytes != 4)) {
        return SG_BAD_ARGUMENT;
    }
    for (int i = 0; i < SG_PIECES; i++) {
        counts[i] = repeats[i] = 0;
    }
    if (unit_bytes == 1) { /* twice, so that each loop knows its unit */
        count(units, length, 1, counts, repeats);
    } else {
        count(units, length, 4, counts, repeats);
    }
    return SG_OK;
}
