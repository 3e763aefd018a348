/*
 * find.c: where each of some words stands in a text, all in one pass. Three characters at a time are looked up
 * in a small table of what words begin with; only where it has some are words compared.
 */
#include <string.h>

#include "snapglyph.h"
#include "units.h"

enum { BEGINNING = 3, HASH_BITS = 12, SLOTS = 1 << HASH_BITS };

typedef struct {
    const char *words[SG_MAX_SOUGHT];
    size_t lengths[SG_MAX_SOUGHT];
    uint8_t next[SG_MAX_SOUGHT]; /* the next word of the same slot, by number and one more; 0 at the end */
    uint8_t first[SLOTS];        /* the same */
} sought;

static inline uint32_t slot_of(uint32_t beginning)
{
    return (beginning * 0x9E3779B1u) >> (32 - HASH_BITS);
}

static int gather(sought *all, const char *words, size_t bytes)
{
    memset(all->first, 0, sizeof all->first);
    size_t count = 0;
    for (size_t at = 0; at < bytes; count++) {
        const char *end = memchr(words + at, 0, bytes - at);
        size_t length = end ? (size_t)(end - (words + at)) : 0;
        if (length < BEGINNING || count == SG_MAX_SOUGHT) {
            return SG_BAD_ARGUMENT;
        }
        const uint8_t *word = (const uint8_t *)words + at;
        uint32_t slot = slot_of(word[0] | (uint32_t)word[1] << 8 | (uint32_t)word[2] << 16);
        all->words[count] = words + at;
        all->lengths[count] = length;
        all->next[count] = all->first[slot];
        all->first[slot] = (uint8_t)(count + 1);
        at += length + 1;
    }
    return SG_OK;
}

static inline int stands_at(const sought *all, size_t word, const void *units, size_t length,
                            uint32_t unit_bytes, size_t at)
{
    size_t rest = all->lengths[word];
    if (rest > length - at) {
        return 0;
    }
    for (size_t i = 0; i < rest; i++) {
        if (unit_at(units, at + i, unit_bytes) != (uint8_t)all->words[word][i]) {
            return 0;
        }
    }
    return 1;
}

/* A unit as one byte; one that is not ASCII begins no word. */
static inline uint32_t byte_at(const void *units, uint32_t unit_bytes, size_t i)
{
    uint32_t unit = unit_at(units, i, unit_bytes);
    return unit < 0x80 ? unit : 0xff;
}

static inline void find(const sought *all, const void *units, size_t length, uint32_t unit_bytes, size_t *from,
                        size_t *places, size_t capacity, size_t *used)
{
    size_t at = *from;
    if (length - at >= BEGINNING) {
        uint32_t beginning = byte_at(units, unit_bytes, at) << 8 | byte_at(units, unit_bytes, at + 1) << 16;
        for (; length - at >= BEGINNING && capacity - *used >= SG_MAX_SOUGHT; at++) {
            beginning = beginning >> 8 | byte_at(units, unit_bytes, at + 2) << 16;
            for (uint32_t next = all->first[slot_of(beginning)]; next; next = all->next[next - 1]) {
                if (stands_at(all, next - 1, units, length, unit_bytes, at)) {
                    places[2 * *used] = at;
                    places[2 * *used + 1] = next - 1;
                    ++*used;
                }
            }
        }
    }
    *from = length - at < BEGINNING ? length : at;
}

int sg_find_places(const void *units, size_t length, uint32_t unit_bytes, const char *words, size_t bytes,
                   size_t *from, size_t *places, size_t capacity, size_t *used)
{
    if ((!units && length) || (!words && bytes) || !from || *from > length || !places || !used ||
        capacity < SG_MAX_SOUGHT || capacity > SIZE_MAX / 2 || (unit_bytes != 1 && unit_bytes != 4)) {
        return SG_BAD_ARGUMENT;
    }
    sought all;
    int status = gather(&all, words, bytes);
    if (status != SG_OK) {
        return status;
    }
    *used = 0;
    if (unit_bytes == 1) { /* twice, so that each loop knows its unit */
        find(&all, units, length, 1, from, places, capacity, used);
    } else {
        find(&all, units, length, 4, from, places, capacity, used);
    }
    return SG_OK;
}
