/*
 * units.h: a text as it comes from outside: Latin-1 bytes (unit_bytes 1) or native codes (4).
 */
#ifndef SNAPGLYPH_UNITS_H
#define SNAPGLYPH_UNITS_H

#include <stddef.h>
#include <stdint.h>

static inline uint32_t unit_at(const void *units, size_t i, uint32_t unit_bytes)
{
    return unit_bytes == 1 ? ((const uint8_t *)units)[i] : ((const uint32_t *)units)[i];
}

#endif
