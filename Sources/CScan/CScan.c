// The available kernels, best first.

#include "CScan.h"
#include "Kernels.h"

#if defined(__x86_64__)

static bool has_avx512(void) {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi") &&
         __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("pclmul");
}

static bool has_avx2(void) {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("pclmul");
}

size_t rk_kernel_count(void) { return 1 + (size_t)has_avx2() + (size_t)(has_avx512() && has_avx2()); }

rk_kernel rk_kernel_at(size_t index) {
  // The best is first: skip those that this processor does not support.
  const rk_kernel kernels[] = {rk_kernel_avx512, rk_kernel_avx2, rk_kernel_sse2};
  return kernels[3 - rk_kernel_count() + index];
}

#elif defined(__aarch64__)

size_t rk_kernel_count(void) { return 1; }

rk_kernel rk_kernel_at(size_t index) {
  (void)index;
  return rk_kernel_neon;
}

#else

size_t rk_kernel_count(void) { return 0; }

rk_kernel rk_kernel_at(size_t index) {
  (void)index;
  return (rk_kernel){"", NULL, NULL, NULL, NULL, NULL};
}

#endif
