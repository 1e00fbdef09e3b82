// The kernel for AVX-512 (with VBMI2, whose byte compress emits the positions).

#include "CScan.h"
#include "Kernels.h"

#if defined(__x86_64__)
#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,pclmul,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)

#define RK_NAME(x) rk_avx512_##x

typedef __m512i rk_block;

static inline rk_block rk_load(const uint8_t *p) { return _mm512_loadu_si512(p); }
static inline void rk_store(uint8_t *p, rk_block b) { _mm512_storeu_si512(p, b); }
static inline void rk_hold(rk_block *b) { __asm__ volatile("" : "+v"(*b)); }
static inline uint64_t rk_equal(rk_block b, uint8_t c) { return _mm512_cmpeq_epi8_mask(b, _mm512_set1_epi8((char)c)); }
static inline uint64_t rk_below_space(rk_block b) { return _mm512_cmplt_epu8_mask(b, _mm512_set1_epi8(0x20)); }
static inline uint64_t rk_high_bits(rk_block b) { return _mm512_movepi8_mask(b); }

static inline uint64_t rk_hex_digits(rk_block b) {
  __m512i digit = _mm512_sub_epi8(b, _mm512_set1_epi8('0'));
  __m512i letter = _mm512_sub_epi8(_mm512_or_si512(b, _mm512_set1_epi8(0x20)), _mm512_set1_epi8('a'));
  return _mm512_cmplt_epu8_mask(digit, _mm512_set1_epi8(10)) | _mm512_cmplt_epu8_mask(letter, _mm512_set1_epi8(6));
}

static inline void rk_classes(rk_block b, uint64_t *operators, uint64_t *whitespace) {
  const __m512i space_table = _mm512_broadcast_i32x4(RK_SPACE_TABLE);
  const __m512i operator_table = _mm512_broadcast_i32x4(RK_OPERATOR_TABLE);
  __m512i curly = _mm512_or_si512(b, _mm512_set1_epi8(0x20));
  *whitespace = _mm512_cmpeq_epi8_mask(b, _mm512_shuffle_epi8(space_table, b));
  *operators = _mm512_cmpeq_epi8_mask(curly, _mm512_shuffle_epi8(operator_table, b));
}

static inline uint64_t rk_prefix_xor(uint64_t m) {
  return (uint64_t)_mm_cvtsi128_si64(_mm_clmulepi64_si128(_mm_set_epi64x(0, (int64_t)m), _mm_set1_epi8(-1), 0));
}

typedef struct {
  __m512i previous, incomplete, error;
} rk_utf8;

static inline rk_utf8 rk_utf8_load(const rk_scan_state *s) {
  return (rk_utf8){_mm512_loadu_si512(s->utf8_previous), _mm512_loadu_si512(s->utf8_incomplete), _mm512_setzero_si512()};
}

/// The block shifted by `n` bytes, the gap filled from the block before.
#define RK_SHIFTED(block, carried, n) _mm512_alignr_epi8(block, carried, 16 - (n))

static inline void rk_utf8_step(rk_utf8 *u, rk_block b, uint64_t high) {
  if (!high) {
    u->error = _mm512_or_si512(u->error, u->incomplete);
    u->previous = b;
    u->incomplete = _mm512_setzero_si512();
    return;
  }
  const __m512i nibble = _mm512_set1_epi8(0x0F);
  const __m512i lanes = _mm512_setr_epi64(14, 15, 0, 1, 2, 3, 4, 5);
  __m512i carried = _mm512_permutex2var_epi64(b, lanes, u->previous);
  __m512i before1 = RK_SHIFTED(b, carried, 1);
  __m512i before2 = RK_SHIFTED(b, carried, 2);
  __m512i before3 = RK_SHIFTED(b, carried, 3);
  __m512i first_high = _mm512_shuffle_epi8(_mm512_broadcast_i32x4(RK_UTF8_FIRST_HIGH),
                                           _mm512_and_si512(_mm512_srli_epi16(before1, 4), nibble));
  __m512i first_low = _mm512_shuffle_epi8(_mm512_broadcast_i32x4(RK_UTF8_FIRST_LOW), _mm512_and_si512(before1, nibble));
  __m512i second_high = _mm512_shuffle_epi8(_mm512_broadcast_i32x4(RK_UTF8_SECOND_HIGH),
                                            _mm512_and_si512(_mm512_srli_epi16(b, 4), nibble));
  __m512i special = _mm512_and_si512(_mm512_and_si512(first_high, first_low), second_high);
  __m512i third = _mm512_subs_epu8(before2, _mm512_set1_epi8((char)(0xE0 - 0x80)));
  __m512i fourth = _mm512_subs_epu8(before3, _mm512_set1_epi8((char)(0xF0 - 0x80)));
  __m512i must_continue = _mm512_and_si512(_mm512_or_si512(third, fourth), _mm512_set1_epi8((char)0x80));
  u->error = _mm512_or_si512(u->error, _mm512_xor_si512(must_continue, special));
  const __m512i limits = _mm512_mask_blend_epi8(1ULL << 63 | 1ULL << 62 | 1ULL << 61, _mm512_set1_epi8(-1),
                                                _mm512_broadcast_i32x4(RK_UTF8_LAST_LIMITS));
  u->incomplete = _mm512_subs_epu8(b, limits);
  u->previous = b;
}

static inline void rk_utf8_store(const rk_utf8 *u, rk_scan_state *s) {
  _mm512_storeu_si512(s->utf8_previous, u->previous);
  _mm512_storeu_si512(s->utf8_incomplete, u->incomplete);
  s->error |= _mm512_test_epi8_mask(u->error, u->error);
}

static inline size_t rk_emit(uint64_t bits, rk_block b, const uint8_t *p, uint32_t base, uint32_t *positions,
                             uint8_t *tokens) {
  (void)p;
  const __m512i distances = _mm512_set_epi8(63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45,
                                            44, 43, 42, 41, 40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26,
                                            25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6,
                                            5, 4, 3, 2, 1, 0);
  size_t count = (size_t)__builtin_popcountll(bits);
  __m512i packed = _mm512_maskz_compress_epi8(bits, distances);
  __m512i start = _mm512_set1_epi32((int)base);
  _mm512_storeu_si512(tokens, _mm512_maskz_compress_epi8(bits, b));
  // Whether there are more than 16 could not be predicted: small records have about as many.
  _mm512_storeu_si512(positions, _mm512_add_epi32(_mm512_cvtepu8_epi32(_mm512_castsi512_si128(packed)), start));
  _mm512_storeu_si512(positions + 16, _mm512_add_epi32(_mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(packed, 1)), start));
  if (count > 32) {
    _mm512_storeu_si512(positions + 32, _mm512_add_epi32(_mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(packed, 2)), start));
    _mm512_storeu_si512(positions + 48, _mm512_add_epi32(_mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(packed, 3)), start));
  }
  return count;
}

static inline uint64_t rk_not_digits(const uint8_t *p) {
  __m256i digits = _mm256_sub_epi8(_mm256_loadu_si256((const __m256i *)p), _mm256_set1_epi8('0'));
  return _mm256_cmpgt_epu8_mask(digits, _mm256_set1_epi8(9));
}

#include "KernelBody.h"
#include "ValidateBody.h"
#include "CheckBody.h"

#pragma clang attribute pop

const rk_kernel rk_kernel_avx512 = {"avx512", rk_avx512_scan, rk_avx512_take, rk_avx512_classify, rk_avx512_validate, rk_avx512_check};

#endif
