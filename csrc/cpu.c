/*
 * cpu.c: which paths this CPU has. Asked once, by the caller: the answer costs a trap on a virtual machine.
 */
#include "snapglyph.h"

#include "kernels.h"

int sg_path_runs(int path)
{
#if SG_HAS_AVX2
    if (path == SG_PATH_AVX2) {
        __builtin_cpu_init();
        return __builtin_cpu_supports("avx2") != 0; /* the operating system's part included */
    }
#endif
    return path == SG_PATH_PORTABLE;
}

const char *sg_path_name(int path)
{
    static const char *const names[SG_PATH_COUNT] = {"portable", "avx2"};
    return path >= 0 && path < SG_PATH_COUNT ? names[path] : NULL;
}
