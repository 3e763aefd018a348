/*
 * pieces.c: a text -> how many there are of each thing that tokenizers take apart. One pass, no memory of its
 * own; what the pieces weigh is data of the caller's.
 *
 * Branches on what a character is are guessed wrong about once a word, and that was most of the time it took.
 * So a table says for each state and class which pieces begin, and what the state is then; all that is left is
 * to add.
 */
#include <string.h>

#include "snapglyph.h"
#include "units.h"

enum piece_class { LOWER, UPPER, DIGIT, MARK, LINE, BLANK, LATIN, ALPHABET, CJK, OTHER, CLASSES };

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

/* What came before. Of letters: how many the word has so far, at most six; of digits: which of three. */
enum state {
    ELSEWHERE, /* at the start, or behind a letter of another script */
    LOWER_1,
    LOWER_2,
    LOWER_3,
    LOWER_4,
    LOWER_5,
    LOWER_6,
    UPPER_1,
    UPPER_2,
    UPPER_3,
    UPPER_4,
    UPPER_5,
    UPPER_6,
    DIGIT_1,
    DIGIT_2,
    DIGIT_3,
    IN_MARKS,
    IN_LINES,
    BLANK_1,
    BLANK_2,
    STATES
};

/* Counts go up by one at most, so a byte is room enough for 255 characters: `head` has the pieces below FIELDS,
 * one a byte, `tail` those above, `third` what an equal third in a row would add. */
enum { FIELDS = 8, MOST_STEPS = 255 };
_Static_assert((int)SG_PIECE_JOINTS == FIELDS, "joints and scripts are the tail");

typedef struct {
    uint64_t head, tail, third;
    uint64_t to; /* the state then, times CLASSES */
} step;

#define ONE(piece) (UINT64_C(1) << (8 * ((piece) % FIELDS)))

static const uint8_t THIRDS[] = {SG_PIECE_LONG,     SG_PIECE_DIGITS, SG_PIECE_MARKS, SG_PIECE_LATIN,
                                 SG_PIECE_ALPHABET, SG_PIECE_CJK,    SG_PIECE_OTHER};
enum { THIRD_LETTER, THIRD_DIGIT, THIRD_MARK, THIRD_LATIN };

#define STEP(head, tail, third, to)                                                                            \
    {                                                                                                          \
        head, tail, third, CLASSES *(to)                                                                       \
    }
#define LETTER(head, tail, to) STEP(head, tail, ONE(THIRD_LETTER), to)
#define NUMBER(head, tail, to) STEP(head, tail, ONE(THIRD_DIGIT), to)
#define SIGN(head) STEP(ONE(SG_PIECE_MARKS) | (head), 0, ONE(THIRD_MARK), IN_MARKS)
#define SCRIPT(i) STEP(0, ONE(SG_PIECE_LATIN + (i)), ONE(THIRD_LATIN + (i)), ELSEWHERE)

/* A row's steps come in the order of the classes; __VA_ARGS__, because a step has commas of its own. */
#define ROW(...)                                                                                               \
    {                                                                                                          \
        __VA_ARGS__, SCRIPT(0), SCRIPT(1), SCRIPT(2), SCRIPT(3)                                                \
    }
#define MARKS SIGN(ONE(SG_PIECE_MARK_RUNS))
#define LINES STEP(ONE(SG_PIECE_LINES), 0, 0, IN_LINES)
#define BLANKS STEP(0, 0, 0, BLANK_1)
#define JOINT ONE(SG_PIECE_JOINTS)

#define IN_WORD(...) ROW(__VA_ARGS__, NUMBER(ONE(SG_PIECE_DIGITS), JOINT, DIGIT_1), MARKS, LINES, BLANKS)
#define NEW_WORD(to) LETTER(ONE(SG_PIECE_WORDS), 0, to)
#define IN_LOWER(i) IN_WORD(LETTER(0, 0, LOWER_1 + (i)), NEW_WORD(UPPER_1))
#define IN_UPPER(i) IN_WORD(LETTER(0, 0, LOWER_1 + (i)), LETTER(0, 0, UPPER_1 + (i)))
#define LONG(to) LETTER(ONE(SG_PIECE_LONG), 0, to)

#define IN_DIGITS(head, to)                                                                                    \
    ROW(LETTER(ONE(SG_PIECE_WORDS), JOINT, LOWER_1), LETTER(ONE(SG_PIECE_WORDS), JOINT, UPPER_1),              \
        NUMBER(head, 0, to), MARKS, LINES, BLANKS)
#define OUTSIDE(lower, ...)                                                                                    \
    ROW(LETTER(ONE(lower), 0, LOWER_1), NEW_WORD(UPPER_1), NUMBER(ONE(SG_PIECE_DIGITS), 0, DIGIT_1),           \
        __VA_ARGS__)

static const step STEPS[STATES][CLASSES] = {
    [ELSEWHERE] = OUTSIDE(SG_PIECE_WORDS, MARKS, LINES, BLANKS),
    [LOWER_1] = IN_LOWER(1),
    [LOWER_2] = IN_LOWER(2),
    [LOWER_3] = IN_LOWER(3),
    [LOWER_4] = IN_LOWER(4),
    [LOWER_5] = IN_LOWER(5),
    [LOWER_6] = IN_WORD(LONG(LOWER_6), NEW_WORD(UPPER_1)),
    [UPPER_1] = IN_UPPER(1),
    [UPPER_2] = IN_UPPER(2),
    [UPPER_3] = IN_UPPER(3),
    [UPPER_4] = IN_UPPER(4),
    [UPPER_5] = IN_UPPER(5),
    [UPPER_6] = IN_WORD(LONG(LOWER_6), LONG(UPPER_6)),
    [DIGIT_1] = IN_DIGITS(0, DIGIT_2),
    [DIGIT_2] = IN_DIGITS(0, DIGIT_3),
    [DIGIT_3] = IN_DIGITS(ONE(SG_PIECE_DIGITS), DIGIT_1),
    [IN_MARKS] = OUTSIDE(SG_PIECE_WORDS, SIGN(0), LINES, BLANKS),
    [IN_LINES] = OUTSIDE(SG_PIECE_WORDS, MARKS, STEP(0, 0, 0, IN_LINES), BLANKS),
    [BLANK_1] = OUTSIDE(SG_PIECE_PLAIN, MARKS, LINES, STEP(ONE(SG_PIECE_BLANKS), 0, 0, BLANK_2)),
    [BLANK_2] = OUTSIDE(SG_PIECE_PLAIN, MARKS, LINES, STEP(0, 0, 0, BLANK_2)),
};

static uint64_t field(uint64_t packed, size_t i)
{
    return packed >> (8 * i) & 0xff;
}

static inline void count(const void *units, size_t length, uint32_t unit_bytes, uint64_t *counts,
                         uint64_t *repeats)
{
    const step *steps = &STEPS[0][0];
    uint64_t at = ELSEWHERE;
    uint32_t last = UINT32_MAX; /* the unit before */
    uint32_t twice = 0;         /* 1: it is equal to the one before it */
    for (size_t i = 0; i < length;) {
        size_t end = length - i > MOST_STEPS ? i + MOST_STEPS : length;
        uint64_t head = 0, tail = 0, third = 0;
        for (; i < end; i++) {
            uint32_t unit = unit_at(units, i, unit_bytes);
            const step *taken = &steps[at + class_of(unit)];
            uint32_t same = unit == last;
            head += taken->head;
            tail += taken->tail;
            third += taken->third & (0 - (uint64_t)(same & twice));
            at = taken->to;
            twice = same;
            last = unit;
        }
        for (size_t k = 0; k < SG_PIECES; k++) {
            counts[k] += k < FIELDS ? field(head, k) : field(tail, k - FIELDS);
        }
        for (size_t k = 0; k < sizeof THIRDS; k++) {
            repeats[THIRDS[k]] += field(third, k);
        }
    }
}

int sg_count_pieces(const void *units, size_t length, uint32_t unit_bytes, uint64_t *counts, uint64_t *repeats)
{
    if ((!units && length) || !counts || !repeats || (unit_bytes != 1 && unit_bytes != 4)) {
        return SG_BAD_ARGUMENT;
    }
    memset(counts, 0, SG_PIECES * sizeof *counts);
    memset(repeats, 0, SG_PIECES * sizeof *repeats);
    if (unit_bytes == 1) { /* twice, so that each loop knows its unit */
        count(units, length, 1, counts, repeats);
    } else {
        count(units, length, 4, counts, repeats);
    }
    return SG_OK;
}

int sg_weigh_pieces(const void *units, size_t length, uint32_t unit_bytes, const uint16_t *weights,
                    uint64_t *sums)
{
    uint64_t counts[SG_PIECES], repeats[SG_PIECES];
    if (!weights || !sums) {
        return SG_BAD_ARGUMENT;
    }
    int status = sg_count_pieces(units, length, unit_bytes, counts, repeats);
    if (status != SG_OK) {
        return status;
    }
    sums[0] = sums[1] = 0;
    for (int i = 0; i < SG_PIECES; i++) {
        sums[0] += weights[i] * counts[i];
        sums[1] += weights[i] * repeats[i] * (i == SG_PIECE_DIGITS ? 1 : 3);
    }
    return SG_OK;
}
