/*
 * snapglyph.h: the whole interface of the C core. build.py hands this same file to cffi, so it holds plain
 * declarations only.
 *
 * Conventions
 *   - Nothing here allocates, keeps state or knows Python: every buffer belongs to the caller.
 *   - A function returns SG_OK or a negative sg_status and then has written nothing that counts.
 *   - "Code": a Unicode code point, or one of our marks (at and above SG_INVERSE).
 *   - "Cell": an index into a face's cell bitmaps. Cell 0 is the empty cell. A two-cell glyph has its right
 *     half directly behind its left half.
 *   - Pixels are bits, most significant first, 1 = paper and 0 = ink, as 1-bit grey PNG has them.
 */
#ifndef SNAPGLYPH_H
#define SNAPGLYPH_H

#include <stddef.h>
#include <stdint.h>

enum {
    SG_INVERSE = 0x110000,
    SG_ESCAPE_OPEN = 0x110080,
    SG_ESCAPE_CLOSE = 0x110081,
    SG_WRAP = 0x110082,
    SG_RULE = 0x110083,
    SG_SEAL = 0x110084,
    SG_TAG_OPEN = 0x110085,
    SG_TAG_CLOSE = 0x110086,
    SG_CODE_LIMIT = 0x110100,
    SG_CODE_BLOCKS = 0x1101
};

enum {
    SG_MAX_CELL_WIDTH = 8,
    SG_MAX_CELL_HEIGHT = 32,
    SG_MAX_ADVANCE = 16,
    SG_MAX_PITCH = 64,
    SG_MAX_EDGE = 65535,
    SG_MAX_TAG = 26,     /* cells of the longest tag, both ends included */
    SG_MAX_BLANKS = 999, /* blanks that one counted mark may stand for */
    SG_SEAL_CELLS = 9,   /* the seal mark and eight hexadecimal digits */
    SG_GUTTER = 3,       /* cells between newspaper columns: blank, rule, blank */
    SG_SLOT_WORDS = 3    /* words that describe one slot: start, length, ending */
};

enum {
    SG_NO_GLYPH = 0x7fffffff,   /* entry of a code that the face cannot draw */
    SG_WIDE = 0x40000000,       /* entry of a two-cell glyph; also in code_of, on both its halves */
    SG_RIGHT_HALF = 0x20000000, /* in code_of, on the right half */
    SG_CONTINUED = 0x40000000   /* in a stream of cells: belongs to the token of the cell before it */
};

typedef enum {
    SG_OK = 0,
    SG_BAD_ARGUMENT = -1, /* a size, range or pointer that no caller of ours would pass */
    SG_BUFFER_TOO_SMALL = -2,
    SG_BAD_FACE = -3,   /* tables that point outside themselves, or a mark without a glyph */
    SG_BAD_SOURCE = -4, /* marks out of order, or a code above SG_CODE_LIMIT */
    SG_TOO_NARROW = -5, /* one token is wider than a row */
    SG_ALIKE = -6,      /* two glyphs of a face share a bitmap */
    SG_BAD_CELL = -7,   /* a cell whose pixels are no glyph, or a glyph that cannot stand there */
    SG_BAD_MARGIN = -8, /* ink outside the cells */
    SG_BAD_SEAL = -9    /* the check value does not match, or there is none */
} sg_status;

typedef struct {
    uint32_t width;  /* pixels of a cell, 1..SG_MAX_CELL_WIDTH */
    uint32_t height; /* 1..SG_MAX_CELL_HEIGHT */
    uint32_t cell_count;
    uint32_t block_count;
    const uint16_t *block_of; /* [SG_CODE_BLOCKS]: code >> 8 -> block */
    const uint32_t *entries;  /* [block_count * 256]: cell, | SG_WIDE, or SG_NO_GLYPH */
    const uint32_t *code_of;  /* [cell_count]: code, | SG_WIDE, | SG_RIGHT_HALF */
    const uint8_t *rows;      /* [cell_count * height]: `width` low bits a row, 1 = ink */
} sg_face;

/* How a slot ends; csrc/layout.c says what each looks like. */
enum { SG_END_BLANK = 0, SG_END_LINE = 1, SG_END_WRAP = 2, SG_END_TEXT = 3 };

/* face.c */
const sg_face *sg_builtin_face(uint32_t index); /* NULL past the last one */
const char *sg_builtin_name(uint32_t index);
const char *sg_builtin_version(uint32_t index); /* eight hex digits of the hash of its glyphs */
int sg_check_face(const sg_face *face);
uint32_t sg_entry(const sg_face *face, uint32_t code);

/* shape.c */
int sg_shape(const sg_face *face, const void *source, size_t units, uint32_t unit_bytes, int last,
             int count_blanks, uint32_t row_cells, uint32_t *cells, size_t capacity, size_t *used,
             size_t *consumed);
int sg_check_value(const sg_face *face, const uint32_t *cells, size_t count, uint64_t *state);

/* layout.c */
int sg_break_lines(const sg_face *face, const uint32_t *stream, size_t count, int last, uint32_t slot_cells,
                   uint32_t max_slots, uint32_t *slots, uint32_t *slot_count, size_t *consumed,
                   uint32_t *widest);
int sg_place_lines(const sg_face *face, const uint32_t *stream, size_t count, const uint32_t *slots,
                   uint32_t slot_count, const uint32_t *seal, uint32_t slot_cells, uint32_t columns,
                   uint32_t rows, uint32_t *grid, size_t grid_cells);
int sg_gather_lines(const sg_face *face, const uint32_t *grid, uint32_t row_cells, uint32_t rows,
                    uint32_t *stream, size_t capacity, size_t *used, size_t *bad);

/* blit.c */
size_t sg_atlas_words(const sg_face *face, uint32_t advance, uint32_t pitch); /* 0: bad argument */
int sg_atlas_build(const sg_face *face, uint32_t advance, uint32_t pitch, uint64_t *atlas, size_t words);
int sg_blit(int path, const uint64_t *atlas, size_t words, uint32_t cell_count, uint32_t advance,
            uint32_t pitch, const uint32_t *grid, uint32_t row_cells, uint32_t rows, uint32_t margin,
            uint32_t width, uint32_t height, uint8_t *scanlines, size_t bytes);

/* read.c */
size_t sg_index_slots(const sg_face *face);
int sg_index_build(const sg_face *face, const uint64_t *atlas, size_t words, uint32_t advance, uint32_t pitch,
                   uint32_t *index, size_t slots, uint32_t *pair);
int sg_read_grid(int path, const sg_face *face, const uint64_t *atlas, size_t words, const uint32_t *index,
                 size_t slots, uint32_t advance, uint32_t pitch, const uint8_t *scanlines, size_t bytes,
                 uint32_t margin, uint32_t width, uint32_t height, uint32_t *grid, uint32_t row_cells,
                 uint32_t rows, size_t *bad);

/* decode.c */
int sg_decode(const sg_face *face, const uint32_t *cells, size_t count, uint64_t state, uint32_t *codes,
              size_t capacity, size_t *used, uint32_t *largest, size_t *bad);

/* pieces.c */
enum {
    SG_PIECE_WORDS,
    SG_PIECE_PLAIN, /* words that begin with a small letter behind a blank */
    SG_PIECE_LONG,  /* letters beyond the sixth of a word */
    SG_PIECE_DIGITS,
    SG_PIECE_MARKS,
    SG_PIECE_MARK_RUNS,
    SG_PIECE_LINES,
    SG_PIECE_BLANKS,
    SG_PIECE_JOINTS,
    SG_PIECE_LATIN,
    SG_PIECE_ALPHABET,
    SG_PIECE_CJK,
    SG_PIECE_OTHER,
    SG_PIECES
};
/* units: Latin-1 bytes (unit_bytes 1) or code points (4). Of digits, counts has groups of three, repeats has digits. */
int sg_count_pieces(const void *units, size_t length, uint32_t unit_bytes, uint64_t *counts, uint64_t *repeats);
/* The same, weighed: sums[0] is of counts, sums[1] of repeats, in thirds, since a digit is a third of its group. */
int sg_weigh_pieces(const void *units, size_t length, uint32_t unit_bytes, const uint16_t *weights, uint64_t *sums);

/* words.c */
/* Pairs of start and end (exclusive) of the words from *at on that may hold an exact string; *at is then where it
 * went to, at the end or behind as many as `words` has room for. */
int sg_find_words(const void *units, size_t length, uint32_t unit_bytes, size_t *at, size_t *words, size_t capacity,
                  size_t *used);

/* find.c */
enum { SG_MAX_SOUGHT = 128 };
/* Pairs of place and number of word, for each of `words` (ASCII, of three characters at least, each with a zero
 * behind it) and each place from *from on; *from is then where it went to, at the end or behind as many as `places`
 * has room for. Of pairs, capacity is SG_MAX_SOUGHT at least. */
int sg_find_places(const void *units, size_t length, uint32_t unit_bytes, const char *words, size_t bytes,
                   size_t *from, size_t *places, size_t capacity, size_t *used);

/* cpu.c */
enum { SG_PATH_PORTABLE = 0, SG_PATH_AVX2 = 1, SG_PATH_COUNT = 2 };
int sg_path_runs(int path); /* 1: this build has it and this CPU can run it */
const char *sg_path_name(int path);

#endif
