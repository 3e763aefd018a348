/*
 * kernels.h: what a fast path provides beside the portable one. Private to csrc/.
 *
 * A fast path does as much of a row as it can without touching bytes outside it, and the portable code does the
 * rest, so a fast path needs no tail of its own. One that this build cannot have is not compiled.
 */
#ifndef SNAPGLYPH_KERNELS_H
#define SNAPGLYPH_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__) && defined(__GNUC__)
#define SG_HAS_AVX2 1
#else
#define SG_HAS_AVX2 0
#endif

/*
 * Draws leading groups of eight cells into eight scanlines `stride` apart and gives the number of cells done.
 * `room` is the bytes of a scanline from `out` on. carry[y] holds the `shift` pixels, in its highest bits, that
 * precede the next group on scanline y, and is kept up to date.
 */
typedef uint32_t (*sg_blit_groups)(const uint64_t *block, const uint32_t *cells, uint32_t count,
                                   unsigned advance, unsigned shift, uint8_t *out, size_t stride, size_t room,
                                   uint64_t carry[8]);

/* Takes leading groups of eight cells of eight scanlines back to atlas words; gives the number of cells done.
 */
typedef uint32_t (*sg_take_groups)(const uint8_t *in, size_t stride, size_t room, unsigned advance,
                                   unsigned shift, uint32_t count, uint64_t *words);

#if SG_HAS_AVX2
uint32_t sg_blit_groups_avx2(const uint64_t *block, const uint32_t *cells, uint32_t count, unsigned advance,
                             unsigned shift, uint8_t *out, size_t stride, size_t room, uint64_t carry[8]);
uint32_t sg_take_groups_avx2(const uint8_t *in, size_t stride, size_t room, unsigned advance, unsigned shift,
                             uint32_t count, uint64_t *words);
#endif

#endif
