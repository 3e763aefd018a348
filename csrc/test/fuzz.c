/*
 * fuzz.c: random sources drawn and read back, and random damage to pages, under the sanitizers.
 *
 *     fuzz SECONDS [SEED]
 *
 * LLVMFuzzerTestOneInput is the same entry for clang's libFuzzer (build with -DSG_LIBFUZZER).
 */
#include <time.h>

#include "driver.h"

/* A text has no more pieces of a kind than characters, and all of them together have it whole. */
static void check_counts(const void *units, size_t length, uint32_t unit_bytes)
{
    uint64_t counts[SG_PIECES], repeats[SG_PIECES];
    REQUIRE(sg_count_pieces(units, length, unit_bytes, counts, repeats) == SG_OK);
    for (int i = 0; i < SG_PIECES; i++)
        REQUIRE(counts[i] <= length && repeats[i] <= length);
}

/* What is found lies in the text, in order, and each search comes to the text's end. */
static void check_finds(const void *units, size_t length, uint32_t unit_bytes)
{
    enum { ROOM = 3 };
    static const char words[] = "abc\0   \0"
                                "aaa\0://";
    size_t found[2 * SG_MAX_SOUGHT], at = 0, last = 0, used;
    while (at < length) {
        REQUIRE(sg_find_words(units, length, unit_bytes, &at, found, ROOM, &used) == SG_OK);
        REQUIRE(used <= ROOM && at <= length && (used == ROOM || at == length));
        for (size_t i = 0; i < used; last = found[2 * i++ + 1])
            REQUIRE(last <= found[2 * i] && found[2 * i] < found[2 * i + 1] && found[2 * i + 1] <= at);
    }
    for (at = last = 0; at < length;) {
        REQUIRE(sg_find_places(units, length, unit_bytes, words, sizeof words, &at, found, SG_MAX_SOUGHT,
                               &used) == SG_OK);
        for (size_t i = 0; i < used; last = found[2 * i++])
            REQUIRE(last <= found[2 * i] && found[2 * i] + 3 <= length && found[2 * i + 1] < 4);
    }
}

/* Bytes: face, layout, advance, pitch, margin, columns, rows, width of a unit, damage; the rest is the source.
 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { HEAD = 9 };
    if (size < HEAD)
        return 0;
    const sg_face *face = sg_builtin_face(data[0] % 4);
    if (!face)
        face = sg_builtin_face(0);
    format f = {face,
                face->width + data[2] % (SG_MAX_ADVANCE - face->width + 1),
                face->height + data[3] % 12,
                data[4] % 40,
                10 + data[5] % 90,
                2 + data[6] % 12,
                data[1] & 1,
                0};
    size_t units = size - HEAD;
    if (!f.lines && f.columns * f.rows < SG_SEAL_CELLS + 8)
        return 0;
    if (data[7] & 1) {
        uint32_t *codes = exactly(units, sizeof *codes);
        for (size_t i = 0; i < units; i++) {
            uint32_t b = data[HEAD + i];
            codes[i] = b < 0xC0 ? b : (b * 0x9E3779B1u + (uint32_t)i * 0x85EBCA6Bu) % SG_INVERSE;
        }
        check_source(&f, codes, units, 4);
        check_counts(codes, units, 4);
        check_finds(codes, units, 4);
        free(codes);
    } else {
        uint8_t *copy = exactly(units, 1);
        memcpy(copy, data + HEAD, units);
        check_source(&f, copy, units, 1);
        check_counts(copy, units, 1);
        check_finds(copy, units, 1);

        page p = draw_page(&f, copy, units, 1);
        if (p.scanlines && p.bytes) {
            for (uint32_t k = 0; k <= data[8] % 8u; k++) {
                size_t at = (data[8] * 7919u + k * 104729u + (uint32_t)size) % p.bytes;
                p.scanlines[at] ^= (uint8_t)(1 + data[8] + k);
            }
            for (f.path = 0; f.path < SG_PATH_COUNT; f.path++) {
                uint32_t *codes;
                size_t count;
                if (!sg_path_runs(f.path))
                    continue;
                read_page(&f, &p, &codes, &count);
                free(codes);
            }
        }
        free(p.scanlines);
        free(copy);
    }
    return 0;
}

#ifndef SG_LIBFUZZER
static uint64_t random_state;

/* xorshift64: any generator will do, as long as a seed names the run. */
static uint32_t next_random(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)(random_state >> 32);
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? strtod(argv[1], NULL) : 10;
    random_state = argc > 2 ? strtoull(argv[2], NULL, 10) | 1 : 88172645463325252u;
    time_t end = time(NULL) + (time_t)seconds;
    unsigned long runs = 0;

    while (time(NULL) < end) {
        size_t size = 9 + next_random() % 3000;
        uint8_t *data = exactly(size, 1);
        uint32_t mood = next_random() % 4; /* any byte; printable; mostly blanks; blanks and line ends */
        for (size_t i = 0; i < size; i++) {
            uint32_t r = next_random();
            data[i] = (uint8_t)r;
            if (i >= 9 && mood == 1)
                data[i] = (uint8_t)(0x20 + r % 95);
            else if (i >= 9 && mood == 2)
                data[i] = (uint8_t)(r % 64 ? ' ' : 'x');
            else if (i >= 9 && mood == 3)
                data[i] = (uint8_t)(r % 3 ? r % 2 ? ' ' : 'a' : '\n');
        }
        LLVMFuzzerTestOneInput(data, size);
        free(data);
        runs++;
    }
    printf("C core: %lu fuzz runs, none failed\n", runs);
    return 0;
}
#endif
