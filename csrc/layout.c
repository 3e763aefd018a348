/*
 * layout.c: the `lines` layout, and its inverse.
 *
 * (`packed` needs no code here: its grid is the stream, row after row.)
 *
 * A slot is one row of one newspaper column. A line longer than a slot goes on in the next one after SG_WRAP.
 * What ends a slot tells a reader what ended the line:
 *   blank     a line end; nothing else is drawn
 *   line end  a line end behind a blank that belongs to the line, so that it is not taken for padding
 *   wrap      no line end
 *   seal      the end of the page, in the slot of the last text when it fits there, else in the next
 */
#include <string.h>

#include "snapglyph.h"

static const uint32_t CELL_MASK = ~(uint32_t)SG_CONTINUED;

typedef struct {
    uint32_t line_end, wrap, rule, seal;
} mark_cells;

static mark_cells marks_of(const sg_face *face)
{
    mark_cells m = {sg_entry(face, '\n'), sg_entry(face, SG_WRAP), sg_entry(face, SG_RULE),
                    sg_entry(face, SG_SEAL)};
    return m;
}

/*
 * Cuts a stream (sg_shape with count_blanks == 0) into at most max_slots slots of slot_cells cells.
 *
 * A slot keeps its last cell free for its ending. With last == 0 the stream must hold more cells than the slots
 * can take, so that no line's end is unknown. *widest becomes the most cells that a slot uses, ending included.
 * The last slot of all is never used for text unless the seal fits behind it: one is always left for the seal.
 */
int sg_break_lines(const sg_face *face, const uint32_t *stream, size_t count, int last, uint32_t slot_cells,
                   uint32_t max_slots, uint32_t *slots, uint32_t *slot_count, size_t *consumed,
                   uint32_t *widest)
{
    if (!face || (!stream && count) || !slots || !slot_count || !consumed || !widest || max_slots < 2 ||
        slot_cells < SG_SEAL_CELLS || count > UINT32_MAX)
        return SG_BAD_ARGUMENT;

    const mark_cells m = marks_of(face);
    uint32_t n = 0;
    size_t i = 0;
    uint32_t wide = SG_SEAL_CELLS;

    while (i < count && n < max_slots - 1) {
        size_t limit = count - i < slot_cells ? count : i + slot_cells;
        size_t end = i;
        uint32_t ending;
        size_t next;

        while (end < limit && stream[end] != m.line_end)
            end++;
        if (end < limit) {
            ending = end > i && stream[end - 1] == 0 ? SG_END_LINE : SG_END_BLANK;
            next = end + 1;
        } else if (end == count && end - i < slot_cells) {
            if (!last)
                return SG_BUFFER_TOO_SMALL;
            ending = end - i + SG_SEAL_CELLS <= slot_cells ? SG_END_TEXT : SG_END_WRAP;
            next = end;
        } else {
            end = i + slot_cells - 1;
            while (end > i && (stream[end] & SG_CONTINUED))
                end--;
            if (end == i)
                return SG_TOO_NARROW;
            ending = SG_END_WRAP;
            next = end;
        }

        uint32_t length = (uint32_t)(end - i);
        uint32_t with_ending = length + (ending == SG_END_TEXT    ? SG_SEAL_CELLS
                                         : ending == SG_END_BLANK ? 0
                                                                  : 1);
        slots[n * SG_SLOT_WORDS] = (uint32_t)i;
        slots[n * SG_SLOT_WORDS + 1] = length;
        slots[n * SG_SLOT_WORDS + 2] = ending;
        n++;
        if (with_ending > wide)
            wide = with_ending;
        i = next;
        if (ending == SG_END_TEXT)
            goto sealed;
    }
    slots[n * SG_SLOT_WORDS] = (uint32_t)i;
    slots[n * SG_SLOT_WORDS + 1] = 0;
    slots[n * SG_SLOT_WORDS + 2] = SG_END_TEXT;
    n++;
sealed:
    *slot_count = n;
    *consumed = i;
    *widest = wide;
    return SG_OK;
}

/* Draws slots into a grid of `rows` rows, filling column after column; the grid is blanked first. */
int sg_place_lines(const sg_face *face, const uint32_t *stream, size_t count, const uint32_t *slots,
                   uint32_t slot_count, const uint32_t *seal, uint32_t slot_cells, uint32_t columns,
                   uint32_t rows, uint32_t *grid, size_t grid_cells)
{
    if (!face || (!stream && count) || !slots || !seal || !grid || !columns || !rows ||
        slot_cells > SG_MAX_EDGE || columns > SG_MAX_EDGE)
        return SG_BAD_ARGUMENT;

    const mark_cells m = marks_of(face);
    size_t row_cells = (size_t)columns * slot_cells + (size_t)(columns - 1) * SG_GUTTER;
    if ((size_t)columns * rows < slot_count || grid_cells / rows < row_cells)
        return SG_BUFFER_TOO_SMALL;
    memset(grid, 0, rows * row_cells * sizeof *grid);

    for (uint32_t c = 1; c < columns; c++)
        for (uint32_t r = 0; r < rows; r++)
            grid[r * row_cells + c * (size_t)(slot_cells + SG_GUTTER) - SG_GUTTER / 2 - 1] = m.rule;

    for (uint32_t n = 0; n < slot_count; n++) {
        const uint32_t *slot = slots + (size_t)n * SG_SLOT_WORDS;
        uint32_t *out = grid + n % rows * row_cells + n / rows * (size_t)(slot_cells + SG_GUTTER);
        size_t length = slot[1];
        size_t needed = length + (slot[2] == SG_END_TEXT ? SG_SEAL_CELLS : slot[2] == SG_END_BLANK ? 0 : 1);

        if (slot[0] > count || length > count - slot[0] || needed > slot_cells)
            return SG_BAD_ARGUMENT;
        for (size_t k = 0; k < length; k++)
            out[k] = stream[slot[0] + k] & CELL_MASK;
        if (slot[2] == SG_END_LINE)
            out[length] = m.line_end;
        else if (slot[2] == SG_END_WRAP)
            out[length] = m.wrap;
        else if (slot[2] == SG_END_TEXT)
            memcpy(out + length, seal, SG_SEAL_CELLS * sizeof *seal);
    }
    return SG_OK;
}

/* The newspaper columns of a grid, told by the rules in its first row; 0 when they do not stand evenly. */
static uint32_t count_columns(const uint32_t *grid, uint32_t row_cells, uint32_t rule)
{
    uint32_t columns = 1;
    for (uint32_t x = 0; x < row_cells; x++)
        if (grid[x] == rule)
            columns++;
    uint32_t gutters = (columns - 1) * SG_GUTTER;
    if (gutters >= row_cells || (row_cells - gutters) % columns)
        return 0;
    return columns;
}

/*
 * The inverse of sg_place_lines: a grid back to the stream, with the seal behind it. On SG_BAD_CELL, *bad is
 * the grid position of the first cell that the layout cannot have put there.
 */
int sg_gather_lines(const sg_face *face, const uint32_t *grid, uint32_t row_cells, uint32_t rows,
                    uint32_t *stream, size_t capacity, size_t *used, size_t *bad)
{
    if (!face || !grid || !stream || !used || !bad || !row_cells || !rows)
        return SG_BAD_ARGUMENT;

    const mark_cells m = marks_of(face);
    uint32_t columns = count_columns(grid, row_cells, m.rule);
    size_t n = 0;
    int sealed = 0;

    *bad = 0;
    if (!columns)
        return SG_BAD_CELL;
    uint32_t slot_cells = (row_cells - (columns - 1) * SG_GUTTER) / columns;

    for (uint32_t c = 0; c < columns; c++) {
        for (uint32_t r = 0; r < rows; r++) {
            size_t at = (size_t)r * row_cells + (size_t)c * (slot_cells + SG_GUTTER);
            const uint32_t *slot = grid + at;
            uint32_t end = slot_cells;
            uint32_t k = 0;
            uint32_t ending = SG_END_BLANK;

            if (c) {
                const uint32_t *gutter = slot - SG_GUTTER;
                for (uint32_t g = 0; g < SG_GUTTER; g++)
                    if (gutter[g] != (g == SG_GUTTER / 2 ? m.rule : 0)) {
                        *bad = at - SG_GUTTER + g;
                        return SG_BAD_CELL;
                    }
            }
            while (end > 0 && slot[end - 1] == 0)
                end--;
            if (sealed) {
                if (end) {
                    *bad = at + end - 1;
                    return SG_BAD_CELL;
                }
                continue;
            }
            if (capacity - n < (size_t)slot_cells + 1)
                return SG_BUFFER_TOO_SMALL;
            while (k < end && ending == SG_END_BLANK) {
                uint32_t cell = slot[k];
                if (cell == m.rule) {
                    *bad = at + k;
                    return SG_BAD_CELL;
                }
                ending = cell == m.wrap       ? SG_END_WRAP
                         : cell == m.line_end ? SG_END_LINE
                         : cell == m.seal     ? SG_END_TEXT
                                              : SG_END_BLANK;
                if (ending == SG_END_BLANK)
                    stream[n++] = cell;
                k++;
            }
            if (ending == SG_END_TEXT) {
                for (k--; k < end; k++)
                    stream[n++] = slot[k];
                sealed = 1;
            } else if (k < end) {
                *bad = at + k;
                return SG_BAD_CELL;
            } else if (ending != SG_END_WRAP) {
                stream[n++] = m.line_end;
            }
        }
    }
    *used = n;
    return SG_OK;
}
