/*
 * bits.h: the three bit moves that drawing and reading share, in portable form.
 *
 *   transpose  eight words of eight bytes: byte j of word k becomes byte k of word j
 *   squeeze    eight bytes with `advance` low bits each -> 8 * advance low bits
 *   spread     the inverse of squeeze
 */
#ifndef SNAPGLYPH_BITS_H
#define SNAPGLYPH_BITS_H

#include <stdint.h>
#include <string.h>

static inline uint64_t load_be64(const uint8_t *p)
{
    uint64_t v;
#if defined(__GNUC__) && defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(&v, p, 8);
    return __builtin_bswap64(v);
#else
    v = 0;
    for (int i = 0; i < 8; i++)
        v = v << 8 | p[i];
    return v;
#endif
}

static inline void store_be64(uint8_t *p, uint64_t v)
{
#if defined(__GNUC__) && defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    v = __builtin_bswap64(v);
    memcpy(p, &v, 8);
#else
    for (int i = 7; i >= 0; i--, v >>= 8)
        p[i] = (uint8_t)v;
#endif
}

/* Swap ever smaller off-diagonal blocks: 4x4 bytes, then 2x2, then single ones. */
static inline void transpose_portable(uint64_t w[8])
{
    const uint64_t m4 = UINT64_C(0x00000000FFFFFFFF);
    const uint64_t m2 = UINT64_C(0x0000FFFF0000FFFF);
    const uint64_t m1 = UINT64_C(0x00FF00FF00FF00FF);

    for (int i = 0; i < 4; i++) {
        uint64_t t = ((w[i] >> 32) ^ w[i + 4]) & m4;
        w[i + 4] ^= t;
        w[i] ^= t << 32;
    }
    for (int i = 0; i < 8; i += (i & 1) ? 3 : 1) {
        uint64_t t = ((w[i] >> 16) ^ w[i + 2]) & m2;
        w[i + 2] ^= t;
        w[i] ^= t << 16;
    }
    for (int i = 0; i < 8; i += 2) {
        uint64_t t = ((w[i] >> 8) ^ w[i + 1]) & m1;
        w[i + 1] ^= t;
        w[i] ^= t << 8;
    }
}

/* Joins neighbours three times: 8 lanes of `a` bits -> 4 of 2a -> 2 of 4a -> 1 of 8a. */
static inline uint64_t squeeze_portable(uint64_t x, unsigned a)
{
    x = (x & UINT64_C(0x00FF00FF00FF00FF)) | (x & UINT64_C(0xFF00FF00FF00FF00)) >> (8 - a);
    x = (x & UINT64_C(0x0000FFFF0000FFFF)) | (x & UINT64_C(0xFFFF0000FFFF0000)) >> (16 - 2 * a);
    return (x & UINT64_C(0x00000000FFFFFFFF)) | (x & UINT64_C(0xFFFFFFFF00000000)) >> (32 - 4 * a);
}

static inline uint64_t spread_portable(uint64_t x, unsigned a)
{
    const uint64_t low4 = (UINT64_C(1) << (4 * a)) - 1;
    const uint64_t low2 = ((UINT64_C(1) << (2 * a)) - 1) * UINT64_C(0x0000000100000001);
    const uint64_t low1 = ((UINT64_C(1) << a) - 1) * UINT64_C(0x0001000100010001);

    x = (x & low4) | (x & low4 << (4 * a)) << (32 - 4 * a);
    x = (x & low2) | (x & low2 << (2 * a)) << (16 - 2 * a);
    return (x & low1) | (x & low1 << a) << (8 - a);
}

#endif
