// The available kernels, best first.

#include "CScan.h"
#include "Kernels.h"

#if defined(__x86_64__)

// The GNU C library has asked the processor at the start of the program. The compiler's own way asks it once more, and a
// virtual machine's host has to answer: that took 0.05 ms of each start.
#if defined(__GLIBC__) && __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif
#ifdef CPU_FEATURE_ACTIVE
#define HAS(name, feature) CPU_FEATURE_ACTIVE(feature)
#else
#define HAS(name, feature) __builtin_cpu_supports(name)
#endif

static bool has_avx512(void) {
  return HAS("avx512f", AVX512F) && HAS("avx512bw", AVX512BW) && HAS("avx512dq", AVX512DQ) && HAS("avx512vl", AVX512VL) &&
         HAS("avx512vbmi", AVX512_VBMI) && HAS("avx512vbmi2", AVX512_VBMI2) && HAS("pclmul", PCLMULQDQ);
}

static bool has_avx2(void) {
  return HAS("avx2", AVX2) && HAS("bmi", BMI1) && HAS("bmi2", BMI2) && HAS("popcnt", POPCNT) && HAS("pclmul", PCLMULQDQ);
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
