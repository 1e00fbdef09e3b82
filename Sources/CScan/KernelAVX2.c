// The kernel for AVX2 (with BMI and PCLMUL): every x86-64 server and desktop since about 2015.

#include "CScan.h"
#include "Kernels.h"

#if defined(__x86_64__)
#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("avx2,pclmul,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)

#define RK_NAME(x) rk_avx2_##x

typedef struct {
  __m256i low, high;
} rk_block;

static inline uint64_t rk_mask(__m256i low, __m256i high) {
  return (uint64_t)(uint32_t)_mm256_movemask_epi8(low) | (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
}

static inline rk_block rk_load(const uint8_t *p) {
  return (rk_block){_mm256_loadu_si256((const __m256i *)p), _mm256_loadu_si256((const __m256i *)(p + 32))};
}

static inline void rk_store(uint8_t *p, rk_block b) {
  _mm256_storeu_si256((__m256i *)p, b.low);
  _mm256_storeu_si256((__m256i *)(p + 32), b.high);
}

static inline void rk_hold(rk_block *b) { __asm__ volatile("" : "+x"(b->low), "+x"(b->high)); }

static inline uint64_t rk_equal(rk_block b, uint8_t c) {
  __m256i wanted = _mm256_set1_epi8((char)c);
  return rk_mask(_mm256_cmpeq_epi8(b.low, wanted), _mm256_cmpeq_epi8(b.high, wanted));
}

static inline __m256i rk_at_most(__m256i bytes, char limit) {
  __m256i limits = _mm256_set1_epi8(limit);
  return _mm256_cmpeq_epi8(_mm256_max_epu8(bytes, limits), limits);
}

static inline uint64_t rk_below_space(rk_block b) { return rk_mask(rk_at_most(b.low, 0x1F), rk_at_most(b.high, 0x1F)); }
static inline uint64_t rk_high_bits(rk_block b) { return rk_mask(b.low, b.high); }

static inline __m256i rk_hex_half(__m256i half) {
  __m256i digit = _mm256_sub_epi8(half, _mm256_set1_epi8('0'));
  __m256i letter = _mm256_sub_epi8(_mm256_or_si256(half, _mm256_set1_epi8(0x20)), _mm256_set1_epi8('a'));
  return _mm256_or_si256(rk_at_most(digit, 9), rk_at_most(letter, 5));
}

static inline uint64_t rk_hex_digits(rk_block b) { return rk_mask(rk_hex_half(b.low), rk_hex_half(b.high)); }

static inline void rk_classes(rk_block b, uint64_t *operators, uint64_t *whitespace) {
  const __m256i space_table = _mm256_broadcastsi128_si256(RK_SPACE_TABLE);
  const __m256i operator_table = _mm256_broadcastsi128_si256(RK_OPERATOR_TABLE);
  const __m256i curl = _mm256_set1_epi8(0x20);
  *whitespace = rk_mask(_mm256_cmpeq_epi8(b.low, _mm256_shuffle_epi8(space_table, b.low)),
                        _mm256_cmpeq_epi8(b.high, _mm256_shuffle_epi8(space_table, b.high)));
  *operators = rk_mask(_mm256_cmpeq_epi8(_mm256_or_si256(b.low, curl), _mm256_shuffle_epi8(operator_table, b.low)),
                       _mm256_cmpeq_epi8(_mm256_or_si256(b.high, curl), _mm256_shuffle_epi8(operator_table, b.high)));
}

static inline uint64_t rk_prefix_xor(uint64_t m) {
  return (uint64_t)_mm_cvtsi128_si64(_mm_clmulepi64_si128(_mm_set_epi64x(0, (int64_t)m), _mm_set1_epi8(-1), 0));
}

typedef struct {
  __m256i previous, incomplete, error;
} rk_utf8;

static inline rk_utf8 rk_utf8_load(const rk_scan_state *s) {
  return (rk_utf8){_mm256_loadu_si256((const __m256i *)(s->utf8_previous + 32)),
                   _mm256_loadu_si256((const __m256i *)s->utf8_incomplete), _mm256_setzero_si256()};
}

/// The half shifted by `n` bytes, the gap filled from the half before.
#define RK_SHIFTED(half, carried, n) _mm256_alignr_epi8(half, carried, 16 - (n))

static inline __m256i rk_utf8_half(__m256i half, __m256i previous) {
  const __m256i nibble = _mm256_set1_epi8(0x0F);
  __m256i carried = _mm256_permute2x128_si256(previous, half, 0x21);
  __m256i before1 = RK_SHIFTED(half, carried, 1);
  __m256i before2 = RK_SHIFTED(half, carried, 2);
  __m256i before3 = RK_SHIFTED(half, carried, 3);
  __m256i first_high = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(RK_UTF8_FIRST_HIGH),
                                           _mm256_and_si256(_mm256_srli_epi16(before1, 4), nibble));
  __m256i first_low = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(RK_UTF8_FIRST_LOW), _mm256_and_si256(before1, nibble));
  __m256i second_high = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(RK_UTF8_SECOND_HIGH),
                                            _mm256_and_si256(_mm256_srli_epi16(half, 4), nibble));
  __m256i special = _mm256_and_si256(_mm256_and_si256(first_high, first_low), second_high);
  __m256i third = _mm256_subs_epu8(before2, _mm256_set1_epi8((char)(0xE0 - 0x80)));
  __m256i fourth = _mm256_subs_epu8(before3, _mm256_set1_epi8((char)(0xF0 - 0x80)));
  __m256i must_continue = _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8((char)0x80));
  return _mm256_xor_si256(must_continue, special);
}

static inline void rk_utf8_step(rk_utf8 *u, rk_block b, uint64_t high) {
  if (!high) {
    u->error = _mm256_or_si256(u->error, u->incomplete);
    u->previous = b.high;
    u->incomplete = _mm256_setzero_si256();
    return;
  }
  u->error = _mm256_or_si256(u->error, _mm256_or_si256(rk_utf8_half(b.low, u->previous), rk_utf8_half(b.high, b.low)));
  const __m256i limits = _mm256_inserti128_si256(_mm256_set1_epi8(-1), RK_UTF8_LAST_LIMITS, 1);
  u->incomplete = _mm256_subs_epu8(b.high, limits);
  u->previous = b.high;
}

static inline void rk_utf8_store(const rk_utf8 *u, rk_scan_state *s) {
  _mm256_storeu_si256((__m256i *)(s->utf8_previous + 32), u->previous);
  _mm256_storeu_si256((__m256i *)s->utf8_incomplete, u->incomplete);
  s->error |= (uint64_t)!_mm256_testz_si256(u->error, u->error);
}

static inline size_t rk_emit(uint64_t bits, rk_block b, const uint8_t *p, uint32_t base, uint32_t *positions,
                             uint8_t *tokens) {
  (void)b;
  size_t count = (size_t)__builtin_popcountll(bits);
  // Eight at a time whether or not there are that many: cheaper than a branch per token. After the
  // last one, `at` is 64.
  for (size_t done = 0; done < count; done += 8) {
    for (size_t i = 0; i < 8; i++) {
      size_t at = _tzcnt_u64(bits);
      positions[done + i] = base + (uint32_t)at;
      tokens[done + i] = p[at];
      bits = _blsr_u64(bits);
    }
  }
  return count;
}

static inline uint64_t rk_not_digits(const uint8_t *p) {
  __m256i digits = _mm256_sub_epi8(_mm256_loadu_si256((const __m256i *)p), _mm256_set1_epi8('0'));
  return (uint32_t)~_mm256_movemask_epi8(rk_at_most(digits, 9));
}

#include "KernelBody.h"
#include "ValidateBody.h"
#include "CheckBody.h"

#pragma clang attribute pop

const rk_kernel rk_kernel_avx2 = {"avx2", rk_avx2_scan, rk_avx2_take, rk_avx2_classify, rk_avx2_validate, rk_avx2_check};

#endif
