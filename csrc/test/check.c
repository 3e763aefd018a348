/*
 * check.c: the C core under the sanitizers: fixed hard cases on many formats, and every kind of bad size.
 */
#include "driver.h"

static const char *const TEXTS[] = {
    "",
    "a",
    "\n",
    "\n\n\n",
    "a b  c   d    e",
    "   leading, trailing   ",
    "def f(x):\n    return x  # two blanks\n\n\n\tTab\r\n",
    "every\x01 control\x7f and \xff\xe9\xa0 high byte \x80\x9f",
    "a line that is longer than a narrow page and so must be carried on to the next row, more than once",
    "src/a.c at 3fa9c1e, 1,234 or 12345",
    "0123456789 999 1000 \xb7 [](){}<>|!;:.,'`\"",
};

static void check_texts(const format *f)
{
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        size_t length = strlen(TEXTS[i]);
        void *copy = exactly(length, 1);
        memcpy(copy, TEXTS[i], length);
        check_source(f, copy, length, 1);
        free(copy);
    }
    size_t length = 5000;
    uint8_t *blanks = exactly(length, 1);
    memset(blanks, ' ', length);
    check_source(f, blanks, length, 1);
    free(blanks);

    static const uint32_t codes[] = {
        0,      0x41,     0x301,   0xD800,      0xDFFF,           0x2500,           0x28FF,
        0x4E00, 0x10FFFF, 0x1F600, 0xAC01,      0xAC02,           0xD7A3,           0xE000,
        0x20,   0x20,     0x0A,    SG_TAG_OPEN, SG_INVERSE + 'A', SG_INVERSE + '7', SG_TAG_CLOSE,
        0x62};
    uint32_t *copy = exactly(sizeof codes / sizeof *codes, sizeof *codes);
    memcpy(copy, codes, sizeof codes);
    check_source(f, copy, 17, 4);
    free(copy);
}

/* Words asked for one by one, and where they lie. */
static void check_words(const void *units, size_t length, uint32_t unit_bytes)
{
    size_t at = 0, last = 0, used;
    while (at < length) {
        size_t *word = exactly(2, sizeof *word);
        REQUIRE(sg_find_words(units, length, unit_bytes, &at, word, 1, &used) == SG_OK);
        REQUIRE(used == 0 || (last <= word[0] && word[0] < word[1] && word[1] <= at && at <= length));
        REQUIRE(used == 1 || at == length);
        last = at;
        free(word);
    }
}

/* Every place is found, though there are more than are asked for at once. */
static void check_places(void)
{
    enum { LENGTH = 3 * SG_MAX_SOUGHT };
    static const char words[] = "aaa\0aaaa\0baa"; /* the last zero is the compiler's */
    uint32_t *text = exactly(LENGTH, sizeof *text);
    size_t *places = exactly(2 * SG_MAX_SOUGHT, sizeof *places);
    for (size_t i = 0; i < LENGTH; i++)
        text[i] = 'a';
    size_t from = 0, used, total = 0;
    while (from < LENGTH) {
        REQUIRE(sg_find_places(text, LENGTH, 4, words, sizeof words, &from, places, SG_MAX_SOUGHT, &used) ==
                SG_OK);
        total += used;
    }
    REQUIRE(total == LENGTH - 2 + LENGTH - 3);
    free(places);
    free(text);
}

/* Each text's pieces and words, in both widths, at the exact size of its buffer; and sums that agree with the
 * counts. */
static void check_both_widths(void)
{
    uint16_t weights[SG_PIECES];
    for (uint32_t i = 0; i < SG_PIECES; i++)
        weights[i] = (uint16_t)(i * 5000);
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        size_t length = strlen(TEXTS[i]);
        uint8_t *narrow = exactly(length, 1);
        uint32_t *wide = exactly(length, sizeof *wide);
        for (size_t k = 0; k < length; k++)
            wide[k] = narrow[k] = (uint8_t)TEXTS[i][k];
        uint64_t counts[2][SG_PIECES], repeats[2][SG_PIECES], sums[2], sum = 0;
        REQUIRE(sg_count_pieces(narrow, length, 1, counts[0], repeats[0]) == SG_OK);
        REQUIRE(sg_count_pieces(wide, length, 4, counts[1], repeats[1]) == SG_OK);
        REQUIRE(memcmp(counts[0], counts[1], sizeof counts[0]) == 0);
        REQUIRE(memcmp(repeats[0], repeats[1], sizeof repeats[0]) == 0);
        REQUIRE(sg_weigh_pieces(narrow, length, 1, weights, sums) == SG_OK);
        for (uint32_t k = 0; k < SG_PIECES; k++)
            sum += weights[k] * counts[0][k];
        REQUIRE(sums[0] == sum);
        check_words(narrow, length, 1);
        check_words(wide, length, 4);
        free(narrow);
        free(wide);
    }
}

static void check_formats(void)
{
    const sg_face *face;
    for (uint32_t i = 0; (face = sg_builtin_face(i)); i++) {
        REQUIRE(sg_check_face(face) == SG_OK);
        for (uint32_t advance = face->width; advance <= SG_MAX_ADVANCE; advance++)
            for (uint32_t margin = 0; margin < 18; margin += 1 + margin / 4)
                for (uint32_t columns = 10; columns < 100; columns += 1 + columns / 4)
                    for (int lines = 0; lines < 2; lines++) {
                        uint32_t pitch = face->height + (columns + margin) % 5;
                        format f = {face, advance, pitch, margin, columns, 3 + columns % 4, lines, 0};
                        check_texts(&f);
                    }
    }
}

/* A page with any one pixel flipped is refused: by a cell, a margin or the seal. */
static void check_damage(void)
{
    const sg_face *face = sg_builtin_face(0);
    for (int lines = 0; lines < 2; lines++) {
        format f = {face, face->width, face->height, 4, 30, 4, lines, 0};
        const char *text = "Il1|!  0O  .,:;\nrn m  8B\n";
        page p = draw_page(&f, text, strlen(text), 1);
        size_t stride = 1 + ((size_t)p.width + 7) / 8;
        for (uint32_t y = 0; y < p.height; y++)
            for (uint32_t x = 0; x < p.width; x++) {
                uint32_t *codes;
                size_t count;
                uint8_t bit = (uint8_t)(0x80 >> x % 8);
                p.scanlines[y * stride + 1 + x / 8] ^= bit;
                REQUIRE(read_page(&f, &p, &codes, &count) != SG_OK);
                free(codes);
                p.scanlines[y * stride + 1 + x / 8] ^= bit;
            }
        free(p.scanlines);
    }
}

static void check_bad_sizes(void)
{
    const sg_face *face = sg_builtin_face(0);
    uint32_t cells[64] = {0}, slots[64], count, widest, pair[2];
    uint64_t state = 0, atlas[1] = {0};
    uint8_t scanlines[64];
    size_t used = 0, consumed, bad;

    REQUIRE(sg_shape(NULL, "a", 1, 1, 1, 1, 0, cells, 64, &used, &consumed) == SG_BAD_ARGUMENT);
    REQUIRE(sg_shape(face, NULL, 1, 1, 1, 1, 0, cells, 64, &used, &consumed) == SG_BAD_ARGUMENT);
    REQUIRE(sg_shape(face, "a", 1, 2, 1, 1, 0, cells, 64, &used, &consumed) == SG_BAD_ARGUMENT);
    used = 65;
    REQUIRE(sg_shape(face, "a", 1, 1, 1, 1, 0, cells, 64, &used, &consumed) == SG_BAD_ARGUMENT);
    used = 0;
    uint32_t broken[] = {SG_TAG_OPEN, 'A', SG_TAG_CLOSE};
    REQUIRE(sg_shape(face, broken, 3, 4, 1, 1, 0, cells, 64, &used, &consumed) == SG_BAD_SOURCE);
    uint32_t beyond[] = {0xFFFFFFFF};
    REQUIRE(sg_shape(face, beyond, 1, 4, 1, 1, 0, cells, 64, &used, &consumed) == SG_BAD_SOURCE);

    cells[0] = face->cell_count;
    REQUIRE(sg_check_value(face, cells, 1, &state) == SG_BAD_CELL);
    REQUIRE(sg_decode(face, cells, 1, 0, NULL, 0, &used, &count, &bad) == SG_BAD_CELL);
    REQUIRE(sg_break_lines(face, cells, 1, 1, 8, 4, slots, &count, &used, &widest) == SG_BAD_ARGUMENT);
    REQUIRE(sg_break_lines(face, cells, 1, 1, 20, 1, slots, &count, &used, &widest) == SG_BAD_ARGUMENT);

    REQUIRE(sg_atlas_words(face, face->width - 1, face->height) == 0);
    REQUIRE(sg_atlas_words(face, SG_MAX_ADVANCE + 1, face->height) == 0);
    REQUIRE(sg_atlas_words(face, face->width, SG_MAX_PITCH + 1) == 0);
    REQUIRE(sg_atlas_build(face, face->width, face->height, atlas, 1) == SG_BUFFER_TOO_SMALL);
    REQUIRE(sg_index_build(face, atlas, 1, face->width, face->height, cells, 64, pair) == SG_BUFFER_TOO_SMALL);
    REQUIRE(sg_blit(0, atlas, 1, 1, 5, 8, cells, 1, 1, 0, 5, 8, scanlines, 15) == SG_BUFFER_TOO_SMALL);
    REQUIRE(sg_blit(0, atlas, 1, 1, 5, 8, cells, 1, 1, 0, 4, 8, scanlines, 64) == SG_BAD_ARGUMENT);
    REQUIRE(sg_blit(0, atlas, 1, 1, 5, 8, cells, 1, 1, 0, 5, 8, scanlines, 64) == SG_BAD_CELL);
    REQUIRE(sg_blit(0, atlas, 1, 1, 5, 8, cells, 1, 1, 70000, 5, 8, scanlines, 64) == SG_BAD_ARGUMENT);

    uint64_t sums[2];
    uint16_t weights[SG_PIECES] = {0};
    REQUIRE(sg_weigh_pieces("a", 1, 1, NULL, sums) == SG_BAD_ARGUMENT);
    REQUIRE(sg_weigh_pieces("a", 1, 3, weights, sums) == SG_BAD_ARGUMENT);

    size_t at = 2, words[2];
    REQUIRE(sg_find_words("a", 1, 1, &at, words, 1, &used) == SG_BAD_ARGUMENT);
    at = 0;
    REQUIRE(sg_find_words("a", 1, 2, &at, words, 1, &used) == SG_BAD_ARGUMENT);
    REQUIRE(sg_find_words("a", 1, 1, &at, words, 0, &used) == SG_BAD_ARGUMENT);
    REQUIRE(sg_find_words(NULL, 1, 1, &at, words, 1, &used) == SG_BAD_ARGUMENT);

    size_t places[2 * SG_MAX_SOUGHT];
    REQUIRE(sg_find_places("a", 1, 1, "abc", 4, &at, places, SG_MAX_SOUGHT - 1, &used) == SG_BAD_ARGUMENT);
    REQUIRE(sg_find_places("a", 1, 1, "abc", 3, &at, places, SG_MAX_SOUGHT, &used) == SG_BAD_ARGUMENT);
    REQUIRE(sg_find_places("a", 1, 1, "ab", 3, &at, places, SG_MAX_SOUGHT, &used) == SG_BAD_ARGUMENT);
    REQUIRE(sg_find_places("a", 1, 1, "abc", 4, &at, places, SG_MAX_SOUGHT, &used) == SG_OK && at == 1);

    sg_face bent = *face;
    bent.cell_count = 1;
    REQUIRE(sg_check_face(&bent) == SG_BAD_FACE);
    bent = *face;
    bent.width = SG_MAX_CELL_WIDTH + 1;
    REQUIRE(sg_check_face(&bent) == SG_BAD_FACE);
    bent = *face;
    bent.block_count = 1;
    REQUIRE(sg_check_face(&bent) == SG_BAD_FACE);
}

static void check_pieces(void)
{
    uint64_t counts[SG_PIECES], repeats[SG_PIECES];

    REQUIRE(sg_count_pieces(NULL, 1, 1, counts, repeats) == SG_BAD_ARGUMENT);
    REQUIRE(sg_count_pieces("a", 1, 2, counts, repeats) == SG_BAD_ARGUMENT);
    REQUIRE(sg_count_pieces("a", 1, 1, NULL, repeats) == SG_BAD_ARGUMENT);
    REQUIRE(sg_count_pieces("a", 1, 1, counts, NULL) == SG_BAD_ARGUMENT);
    REQUIRE(sg_count_pieces(NULL, 0, 1, counts, repeats) == SG_OK && counts[SG_PIECE_WORDS] == 0);

    static const char text[] = "getTideAt the harbour1 12345 ===\n  x";
    REQUIRE(sg_count_pieces(text, sizeof text - 1, 1, counts, repeats) == SG_OK);
    REQUIRE(counts[SG_PIECE_WORDS] == 3 && counts[SG_PIECE_PLAIN] == 3 && counts[SG_PIECE_LONG] == 1);
    REQUIRE(counts[SG_PIECE_DIGITS] == 3 && counts[SG_PIECE_JOINTS] == 1 && counts[SG_PIECE_BLANKS] == 1);
    REQUIRE(counts[SG_PIECE_MARKS] == 3 && counts[SG_PIECE_MARK_RUNS] == 1 && counts[SG_PIECE_LINES] == 1);
    REQUIRE(repeats[SG_PIECE_MARKS] == 1 && repeats[SG_PIECE_LONG] == 0);

    uint32_t codes[] = {0xe9, 0x416, 0x4e00, 0x1f600, 0xffffffff, 0xffffffff, 0xffffffff};
    REQUIRE(sg_count_pieces(codes, 7, 4, counts, repeats) == SG_OK);
    REQUIRE(counts[SG_PIECE_LATIN] == 1 && counts[SG_PIECE_ALPHABET] == 1 && counts[SG_PIECE_CJK] == 1);
    REQUIRE(counts[SG_PIECE_OTHER] == 4 && repeats[SG_PIECE_OTHER] == 1);
}

int main(void)
{
    check_bad_sizes();
    check_pieces();
    check_damage();
    check_both_widths();
    check_places();
    check_formats();
    puts("C core: all checks passed");
    return 0;
}
