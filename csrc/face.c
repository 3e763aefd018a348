/*
 * face.c: the built-in faces, and the look-up from a code to its cell.
 *
 * sg_faces.h is generated from fonts/ by build.py.
 */
#include "snapglyph.h"

#include "sg_faces.h"

const sg_face *sg_builtin_face(uint32_t index)
{
    return index < SG_FACE_COUNT ? &SG_FACES[index] : NULL;
}

const char *sg_builtin_name(uint32_t index)
{
    return index < SG_FACE_COUNT ? SG_FACE_NAMES[index] : NULL;
}

const char *sg_builtin_version(uint32_t index)
{
    return index < SG_FACE_COUNT ? SG_FACE_VERSIONS[index] : NULL;
}

uint32_t sg_entry(const sg_face *face, uint32_t code)
{
    if (code >= SG_CODE_LIMIT)
        return SG_NO_GLYPH;
    return face->entries[(size_t)face->block_of[code >> 8] * 256 + (code & 255)];
}

static int is_narrow(const sg_face *face, uint32_t code)
{
    return sg_entry(face, code) < face->cell_count;
}

/* The marks that shape.c emits without asking, so a face must draw every one of them in one cell. */
static int has_all_marks(const sg_face *face)
{
    static const char inverse[] = " -0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    static const char plain[] = " 0123456789ABCDEF\n";

    for (const char *c = inverse; *c; c++)
        if (!is_narrow(face, SG_INVERSE + (uint32_t)(unsigned char)*c))
            return 0;
    for (const char *c = plain; *c; c++)
        if (!is_narrow(face, (uint32_t)(unsigned char)*c))
            return 0;
    for (uint32_t code = SG_ESCAPE_OPEN; code <= SG_TAG_CLOSE; code++)
        if (!is_narrow(face, code))
            return 0;
    return sg_entry(face, ' ') == 0;
}

/* Proves once, when a face is made, that no later look-up can leave its tables. */
int sg_check_face(const sg_face *face)
{
    if (!face || !face->block_of || !face->entries || !face->code_of || !face->rows)
        return SG_BAD_ARGUMENT;
    if (face->width == 0 || face->width > SG_MAX_CELL_WIDTH || face->height == 0 ||
        face->height > SG_MAX_CELL_HEIGHT || face->cell_count == 0 || face->cell_count >= SG_RIGHT_HALF ||
        face->block_count == 0)
        return SG_BAD_FACE;

    for (uint32_t i = 0; i < SG_CODE_BLOCKS; i++)
        if (face->block_of[i] >= face->block_count)
            return SG_BAD_FACE;
    for (size_t i = 0; i < (size_t)face->block_count * 256; i++) {
        uint32_t entry = face->entries[i];
        if (entry == SG_NO_GLYPH)
            continue;
        uint32_t cell = entry & ~(uint32_t)SG_WIDE;
        uint32_t last = cell + ((entry & SG_WIDE) ? 1 : 0);
        if (cell >= face->cell_count || last >= face->cell_count)
            return SG_BAD_FACE;
    }
    return has_all_marks(face) ? SG_OK : SG_BAD_FACE;
}
