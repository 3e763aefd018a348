/*
 * driver.h: draws and reads pages with the C core alone, for the checks and the fuzzer.
 *
 * Every buffer is allocated at its exact size, so that AddressSanitizer sees a single byte too many.
 */
#ifndef SNAPGLYPH_TEST_DRIVER_H
#define SNAPGLYPH_TEST_DRIVER_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "snapglyph.h"

#define REQUIRE(condition)                                                                                     \
    do {                                                                                                       \
        if (!(condition)) {                                                                                    \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                    \
            abort();                                                                                           \
        }                                                                                                      \
    } while (0)

static void *exactly(size_t count, size_t size)
{
    size_t bytes = count * size;
    void *memory = malloc(bytes > 0 ? bytes : 1);
    REQUIRE(memory);
    return memory;
}

typedef struct {
    const sg_face *face;
    uint32_t advance, pitch, margin, columns, rows;
    int lines;
    int path;
} format;

typedef struct {
    uint32_t width, height;
    size_t bytes;
    uint8_t *scanlines;
    size_t consumed;
} page;

static void seal(const sg_face *face, const uint32_t *cells, size_t count, uint32_t out[SG_SEAL_CELLS])
{
    uint64_t state = 0;
    REQUIRE(sg_check_value(face, cells, count, &state) == SG_OK);
    out[0] = sg_entry(face, SG_SEAL);
    for (int i = 0; i < 8; i++)
        out[1 + i] = sg_entry(face, SG_INVERSE + (uint32_t) "0123456789ABCDEF"[state >> (60 - 4 * i) & 15]);
}

/* Lays out one page; gives a grid of *rows * *row_cells, or NULL when not even one token fits. */
static uint32_t *lay_out(const format *f, const void *source, size_t units, uint32_t unit_bytes,
                         size_t *consumed, uint32_t *row_cells, uint32_t *rows)
{
    size_t capacity = (size_t)f->columns * f->rows - (f->lines ? 0 : SG_SEAL_CELLS);
    size_t room = capacity + (f->lines ? 64 : 0);
    uint32_t *cells = exactly(room, sizeof *cells);
    uint32_t seal_cells[SG_SEAL_CELLS];
    size_t used = 0;
    uint32_t *grid;

    REQUIRE(sg_shape(f->face, source, units, unit_bytes, 1, !f->lines, f->lines ? 0 : f->columns, cells, room,
                     &used, consumed) == SG_OK);
    REQUIRE(used <= room && *consumed <= units);
    if (!f->lines) {
        *row_cells = f->columns;
        *rows = (uint32_t)((used + SG_SEAL_CELLS + f->columns - 1) / f->columns);
        grid = exactly((size_t)*rows * f->columns, sizeof *grid);
        memset(grid, 0, (size_t)*rows * f->columns * sizeof *grid);
        memcpy(grid, cells, used * sizeof *cells);
        seal(f->face, cells, used, seal_cells);
        memcpy(grid + used, seal_cells, sizeof seal_cells);
    } else {
        uint32_t columns = f->columns >= 2 * 20 + SG_GUTTER ? 2 : 1;
        uint32_t slot_cells = (f->columns - (columns - 1) * SG_GUTTER) / columns;
        uint32_t most = columns * f->rows;
        uint32_t *slots = exactly((size_t)most * SG_SLOT_WORDS, sizeof *slots);
        uint32_t count, widest;
        size_t taken;
        int status = sg_break_lines(f->face, cells, used, *consumed == units, slot_cells, most, slots, &count,
                                    &taken, &widest);
        REQUIRE(status == SG_OK || status == SG_TOO_NARROW);
        if (status != SG_OK) {
            free(slots);
            free(cells);
            return NULL;
        }
        *consumed = 0;
        for (size_t i = 0; i < taken; i++) {
            *consumed += !(cells[i] & SG_CONTINUED);
            cells[i] &= ~(uint32_t)SG_CONTINUED;
        }
        seal(f->face, cells, taken, seal_cells);
        *rows = (count + columns - 1) / columns;
        *row_cells = columns * slot_cells + (columns - 1) * SG_GUTTER;
        grid = exactly((size_t)*rows * *row_cells, sizeof *grid);
        REQUIRE(sg_place_lines(f->face, cells, used, slots, count, seal_cells, slot_cells, columns, *rows, grid,
                               (size_t)*rows * *row_cells) == SG_OK);
        free(slots);
    }
    free(cells);
    return grid;
}

/* A face made ready for one cell step. The last few are kept: thousands of pages are drawn with the same ones.
 */
typedef struct {
    const sg_face *face;
    uint32_t advance, pitch;
    size_t words, slots;
    uint64_t *atlas;
    uint32_t *index;
} compiled;

static const compiled *compile(const format *f)
{
    static compiled kept[8];
    static size_t next;
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (kept[i].face == f->face && kept[i].advance == f->advance && kept[i].pitch == f->pitch)
            return &kept[i];

    compiled *c = &kept[next++ % (sizeof kept / sizeof *kept)];
    uint32_t pair[2];
    free(c->atlas);
    free(c->index);
    c->face = f->face;
    c->advance = f->advance;
    c->pitch = f->pitch;
    c->words = sg_atlas_words(f->face, f->advance, f->pitch);
    c->slots = sg_index_slots(f->face);
    c->atlas = exactly(c->words, sizeof *c->atlas);
    c->index = exactly(c->slots, sizeof *c->index);
    REQUIRE(sg_atlas_build(f->face, f->advance, f->pitch, c->atlas, c->words) == SG_OK);
    REQUIRE(sg_index_build(f->face, c->atlas, c->words, f->advance, f->pitch, c->index, c->slots, pair) ==
            SG_OK);
    return c;
}

static page draw_page(const format *f, const void *source, size_t units, uint32_t unit_bytes)
{
    page p = {0, 0, 0, NULL, 0};
    uint32_t row_cells, rows;
    uint32_t *grid = lay_out(f, source, units, unit_bytes, &p.consumed, &row_cells, &rows);
    if (!grid)
        return p;

    const compiled *c = compile(f);
    p.width = 2 * f->margin + row_cells * f->advance;
    p.height = 2 * f->margin + rows * f->pitch;
    p.bytes = (1 + ((size_t)p.width + 7) / 8) * p.height;
    p.scanlines = exactly(p.bytes, 1);
    REQUIRE(sg_blit(f->path, c->atlas, c->words, f->face->cell_count, f->advance, f->pitch, grid, row_cells,
                    rows, f->margin, p.width, p.height, p.scanlines, p.bytes) == SG_OK);
    free(grid);
    return p;
}

/* Reads scanlines into codes (to be freed); the status of the first step that refused them. */
static int read_page(const format *f, const page *p, uint32_t **codes, size_t *count)
{
    uint32_t row_cells = (p->width - 2 * f->margin) / f->advance;
    uint32_t rows = (p->height - 2 * f->margin) / f->pitch;
    size_t cells = (size_t)row_cells * rows;
    const compiled *c = compile(f);
    uint32_t *grid = exactly(cells, sizeof *grid);
    uint32_t *stream = exactly(cells + 64 * (size_t)rows + row_cells, sizeof *stream);
    uint32_t largest;
    size_t bad = 0, used = cells;
    const uint32_t *text = grid;

    int status =
        sg_read_grid(f->path, f->face, c->atlas, c->words, c->index, c->slots, f->advance, f->pitch,
                     p->scanlines, p->bytes, f->margin, p->width, p->height, grid, row_cells, rows, &bad);
    if (status == SG_OK && f->lines) {
        status = sg_gather_lines(f->face, grid, row_cells, rows, stream, cells + 64 * (size_t)rows + row_cells,
                                 &used, &bad);
        text = stream;
    }
    *codes = NULL;
    *count = 0;
    if (status == SG_OK) {
        status = sg_decode(f->face, text, used, 0, NULL, 0, count, &largest, &bad);
        if (status == SG_BUFFER_TOO_SMALL) {
            *codes = exactly(*count, sizeof **codes);
            status = sg_decode(f->face, text, used, 0, *codes, *count, count, &largest, &bad);
        }
    }
    free(grid);
    free(stream);
    return status;
}

static uint32_t source_unit(const void *source, size_t i, uint32_t unit_bytes)
{
    return unit_bytes == 1 ? ((const uint8_t *)source)[i] : ((const uint32_t *)source)[i];
}

/* Draws one page of a source on every path; all must be the same bytes and read back to what was drawn. */
static void check_source(const format *asked, const void *source, size_t units, uint32_t unit_bytes)
{
    format f = *asked;
    page first = {0, 0, 0, NULL, 0};

    for (f.path = 0; f.path < SG_PATH_COUNT; f.path++) {
        if (!sg_path_runs(f.path))
            continue;
        page p = draw_page(&f, source, units, unit_bytes);
        if (!p.scanlines)
            return;
        uint32_t *codes;
        size_t count;
        REQUIRE(read_page(&f, &p, &codes, &count) == SG_OK);
        REQUIRE(count == p.consumed);
        for (size_t i = 0; i < count; i++)
            REQUIRE(codes[i] == source_unit(source, i, unit_bytes));
        free(codes);
        if (first.scanlines) {
            REQUIRE(p.bytes == first.bytes && memcmp(p.scanlines, first.scanlines, p.bytes) == 0);
            free(p.scanlines);
        } else {
            first = p;
        }
    }
    free(first.scanlines);
}

#endif
