/*
 * avx2.c: drawing and reading eight cells by eight scanlines at a time with AVX2.
 *
 * The bit moves are those of bits.h on four scanlines at once. No pext or pdep, which would do one scanline at
 * a time and which AMD microcodes before Zen 3.
 */
#include "kernels.h"

#if SG_HAS_AVX2
#include <immintrin.h>
#include <string.h>

#define AVX2 __attribute__((target("avx2")))
#define AVX2_INLINE AVX2 static inline __attribute__((always_inline))

/* Eight words (the first cell last) -> scanlines 0..3 and 4..7, the first cell in each word's highest byte. */
AVX2_INLINE void transpose(const __m128i q[8], __m256i *top, __m256i *bottom)
{
    __m128i b[4], s[4];
    for (int i = 0; i < 4; i++)
        b[i] = _mm_unpacklo_epi8(q[2 * i], q[2 * i + 1]);
    s[0] = _mm_unpacklo_epi16(b[0], b[1]);
    s[1] = _mm_unpackhi_epi16(b[0], b[1]);
    s[2] = _mm_unpacklo_epi16(b[2], b[3]);
    s[3] = _mm_unpackhi_epi16(b[2], b[3]);
    *top = _mm256_set_m128i(_mm_unpackhi_epi32(s[0], s[2]), _mm_unpacklo_epi32(s[0], s[2]));
    *bottom = _mm256_set_m128i(_mm_unpackhi_epi32(s[1], s[3]), _mm_unpacklo_epi32(s[1], s[3]));
}

AVX2_INLINE __m256i swap_bytes(__m256i x)
{
    const __m256i order = _mm256_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3,
                                           2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    return _mm256_shuffle_epi8(x, order);
}

/*
 * squeeze, with the result in the highest bits. Joining neighbours a and b is a + b * 2^bits, which is what the
 * two multiply-adds do: bytes to 16 bits (below 2^14, so signed is no matter), then 16 to 32.
 */
AVX2_INLINE __m256i squeeze_high(__m256i x, unsigned advance)
{
    const __m256i by1 = _mm256_set1_epi16((short)(1 | 1 << (8 + advance)));
    const __m256i by2 = _mm256_set1_epi32(1 | 1 << (16 + 2 * advance));
    const __m256i low = _mm256_set1_epi64x(0xFFFFFFFF);
    x = _mm256_maddubs_epi16(by1, x);
    x = _mm256_madd_epi16(x, by2);
    __m256i first = _mm256_slli_epi64(_mm256_andnot_si256(low, x), 32 - 4 * (int)advance);
    __m256i second = _mm256_slli_epi64(_mm256_and_si256(low, x), 64 - 8 * (int)advance);
    return _mm256_or_si256(first, second);
}

/* Through memcpy, since these addresses have no alignment at all. */
AVX2_INLINE void store4(uint8_t *out, size_t stride, __m256i x)
{
    const __m128i low = _mm256_castsi256_si128(x);
    const __m128i high = _mm256_extracti128_si256(x, 1);
    const long long w[4] = {_mm_cvtsi128_si64(low), _mm_extract_epi64(low, 1), _mm_cvtsi128_si64(high),
                            _mm_extract_epi64(high, 1)};
    for (size_t y = 0; y < 4; y++)
        memcpy(out + y * stride, &w[y], 8);
}

AVX2_INLINE uint32_t blit_groups(const uint64_t *block, const uint32_t *cells, uint32_t count, unsigned advance,
                                 unsigned shift, uint8_t *out, size_t stride, size_t room, uint64_t carry[8])
{
    const __m128i right = _mm_cvtsi32_si128((int)shift);
    const __m128i left = _mm_cvtsi32_si128((int)(8 * advance - shift));
    __m256i top_carry = _mm256_loadu_si256((const __m256i *)(const void *)carry);
    __m256i bottom_carry = _mm256_loadu_si256((const __m256i *)(const void *)(carry + 4));
    uint32_t c = 0;

    /* Eight bytes are stored for `advance` good ones; the next group mends the rest, so one must follow. */
    for (size_t at = 0; count - c > 8 && at + 8 <= room; c += 8, at += advance) {
        __m128i q[8];
        __m256i top, bottom;
        for (int k = 0; k < 8; k++)
            q[7 - k] = _mm_loadl_epi64((const __m128i *)(const void *)(block + cells[c + (uint32_t)k]));
        transpose(q, &top, &bottom);
        if (advance < 8) {
            top = squeeze_high(top, advance);
            bottom = squeeze_high(bottom, advance);
        }
        store4(out + at, stride, swap_bytes(_mm256_or_si256(_mm256_srl_epi64(top, right), top_carry)));
        store4(out + at + 4 * stride, stride,
               swap_bytes(_mm256_or_si256(_mm256_srl_epi64(bottom, right), bottom_carry)));
        top_carry = _mm256_sll_epi64(top, left);
        bottom_carry = _mm256_sll_epi64(bottom, left);
    }
    _mm256_storeu_si256((__m256i *)(void *)carry, top_carry);
    _mm256_storeu_si256((__m256i *)(void *)(carry + 4), bottom_carry);
    return c;
}

/* Compiled for the widths in use, so that multipliers and shifts are constants. */
AVX2 uint32_t sg_blit_groups_avx2(const uint64_t *block, const uint32_t *cells, uint32_t count,
                                  unsigned advance, unsigned shift, uint8_t *out, size_t stride, size_t room,
                                  uint64_t carry[8])
{
    switch (advance) {
    case 5:
        return blit_groups(block, cells, count, 5, shift, out, stride, room, carry);
    case 8:
        return blit_groups(block, cells, count, 8, shift, out, stride, room, carry);
    default:
        return blit_groups(block, cells, count, advance, shift, out, stride, room, carry);
    }
}

AVX2_INLINE __m256i load4(const uint8_t *in, size_t stride)
{
    long long w[4];
    for (size_t y = 0; y < 4; y++)
        memcpy(&w[y], in + y * stride, 8);
    return swap_bytes(_mm256_setr_epi64x(w[0], w[1], w[2], w[3]));
}

/* spread of the highest 8 * advance bits; see bits.h. */
AVX2_INLINE __m256i spread_high(__m256i x, unsigned advance)
{
    const int a = (int)advance;
    const __m256i low4 = _mm256_set1_epi64x((long long)((1ull << (4 * a)) - 1));
    const __m256i low2 = _mm256_set1_epi64x((long long)(((1ull << (2 * a)) - 1) * 0x0000000100000001ull));
    const __m256i low1 = _mm256_set1_epi64x((long long)(((1ull << a) - 1) * 0x0001000100010001ull));

    x = _mm256_srli_epi64(x, 64 - 8 * a);
    x = _mm256_or_si256(_mm256_and_si256(x, low4), _mm256_slli_epi64(_mm256_andnot_si256(low4, x), 32 - 4 * a));
    x = _mm256_or_si256(_mm256_and_si256(x, low2), _mm256_slli_epi64(_mm256_andnot_si256(low2, x), 16 - 2 * a));
    return _mm256_or_si256(_mm256_and_si256(x, low1), _mm256_slli_epi64(_mm256_andnot_si256(low1, x), 8 - a));
}

AVX2_INLINE uint32_t take_groups(const uint8_t *in, size_t stride, size_t room, unsigned advance,
                                 unsigned shift, uint32_t count, uint64_t *words)
{
    const __m128i left = _mm_cvtsi32_si128((int)shift);
    const __m128i right = _mm_cvtsi32_si128((int)(8 - shift));
    const __m256i last = _mm256_set1_epi64x(0xFF);
    uint32_t c = 0;

    for (size_t at = 0; count - c >= 8 && at + 9 <= room; c += 8, at += advance) {
        __m256i half[2];
        for (int h = 0; h < 2; h++) {
            const uint8_t *p = in + at + 4 * (size_t)h * stride;
            __m256i x = _mm256_sll_epi64(load4(p, stride), left);
            if (advance == 8) /* 64 pixels from `shift` on end in the ninth byte */
                x = _mm256_or_si256(x, _mm256_srl_epi64(_mm256_and_si256(load4(p + 1, stride), last), right));
            else
                x = spread_high(x, advance);
            half[h] = x;
        }
        __m128i low = _mm256_castsi256_si128(half[0]), high = _mm256_extracti128_si256(half[0], 1);
        __m128i q[8] = {low, _mm_unpackhi_epi64(low, low), high, _mm_unpackhi_epi64(high, high)};
        low = _mm256_castsi256_si128(half[1]), high = _mm256_extracti128_si256(half[1], 1);
        q[4] = low, q[5] = _mm_unpackhi_epi64(low, low), q[6] = high, q[7] = _mm_unpackhi_epi64(high, high);

        __m256i last_cells, first_cells; /* words come out with the last cell first */
        transpose(q, &last_cells, &first_cells);
        _mm256_storeu_si256((__m256i *)(void *)(words + c),
                            _mm256_permute4x64_epi64(first_cells, _MM_SHUFFLE(0, 1, 2, 3)));
        _mm256_storeu_si256((__m256i *)(void *)(words + c + 4),
                            _mm256_permute4x64_epi64(last_cells, _MM_SHUFFLE(0, 1, 2, 3)));
    }
    return c;
}

AVX2 uint32_t sg_take_groups_avx2(const uint8_t *in, size_t stride, size_t room, unsigned advance,
                                  unsigned shift, uint32_t count, uint64_t *words)
{
    switch (advance) {
    case 5:
        return take_groups(in, stride, room, 5, shift, count, words);
    case 8:
        return take_groups(in, stride, room, 8, shift, count, words);
    default:
        return take_groups(in, stride, room, advance, shift, count, words);
    }
}
#endif
