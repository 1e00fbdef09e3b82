// The kernel for SSE2, which every x86-64 processor has. No byte shuffle here.

#include "CScan.h"
#include "Kernels.h"

#if defined(__x86_64__)
#include <emmintrin.h>

#define RK_NAME(x) rk_sse2_##x

typedef struct {
  __m128i part[4];
} rk_block;

#define RK_FOUR(expression)                                                                                            \
  ((uint64_t)(uint32_t)_mm_movemask_epi8(expression(b.part[0])) |                                                      \
   (uint64_t)(uint32_t)_mm_movemask_epi8(expression(b.part[1])) << 16 |                                                \
   (uint64_t)(uint32_t)_mm_movemask_epi8(expression(b.part[2])) << 32 |                                                \
   (uint64_t)(uint32_t)_mm_movemask_epi8(expression(b.part[3])) << 48)

static inline rk_block rk_load(const uint8_t *p) {
  const __m128i *q = (const __m128i *)p;
  return (rk_block){{_mm_loadu_si128(q), _mm_loadu_si128(q + 1), _mm_loadu_si128(q + 2), _mm_loadu_si128(q + 3)}};
}

static inline void rk_store(uint8_t *p, rk_block b) {
  for (int i = 0; i < 4; i++) _mm_storeu_si128((__m128i *)(p + 16 * i), b.part[i]);
}

static inline void rk_hold(rk_block *b) {
  __asm__ volatile("" : "+x"(b->part[0]), "+x"(b->part[1]), "+x"(b->part[2]), "+x"(b->part[3]));
}

static inline uint64_t rk_equal(rk_block b, uint8_t c) {
  __m128i wanted = _mm_set1_epi8((char)c);
#define RK_EQUAL(x) _mm_cmpeq_epi8(x, wanted)
  return RK_FOUR(RK_EQUAL);
#undef RK_EQUAL
}

static inline __m128i rk_at_most(__m128i bytes, char limit) {
  __m128i limits = _mm_set1_epi8(limit);
  return _mm_cmpeq_epi8(_mm_max_epu8(bytes, limits), limits);
}

static inline uint64_t rk_at_least(rk_block b, uint8_t limit) {
  __m128i limits = _mm_set1_epi8((char)limit);
#define RK_AT_LEAST(x) _mm_cmpeq_epi8(_mm_max_epu8(x, limits), x)
  return RK_FOUR(RK_AT_LEAST);
#undef RK_AT_LEAST
}

static inline uint8_t rk_last(rk_block b) { return (uint8_t)(_mm_extract_epi16(b.part[3], 7) >> 8); }

static inline uint64_t rk_below_space(rk_block b) {
#define RK_BELOW(x) rk_at_most(x, 0x1F)
  return RK_FOUR(RK_BELOW);
#undef RK_BELOW
}

static inline uint64_t rk_high_bits(rk_block b) { return RK_FOUR(); }

static inline __m128i rk_hex_part(__m128i part) {
  __m128i digit = _mm_sub_epi8(part, _mm_set1_epi8('0'));
  __m128i letter = _mm_sub_epi8(_mm_or_si128(part, _mm_set1_epi8(0x20)), _mm_set1_epi8('a'));
  return _mm_or_si128(rk_at_most(digit, 9), rk_at_most(letter, 5));
}

static inline uint64_t rk_hex_digits(rk_block b) { return RK_FOUR(rk_hex_part); }

static inline __m128i rk_operator_part(__m128i part) {
  __m128i curly = _mm_or_si128(part, _mm_set1_epi8(0x20));
  __m128i brackets = _mm_or_si128(_mm_cmpeq_epi8(curly, _mm_set1_epi8('{')), _mm_cmpeq_epi8(curly, _mm_set1_epi8('}')));
  __m128i marks = _mm_or_si128(_mm_cmpeq_epi8(curly, _mm_set1_epi8(':')), _mm_cmpeq_epi8(curly, _mm_set1_epi8(',')));
  return _mm_or_si128(brackets, marks);
}

static inline __m128i rk_space_part(__m128i part) {
  __m128i blanks = _mm_or_si128(_mm_cmpeq_epi8(part, _mm_set1_epi8(' ')), _mm_cmpeq_epi8(part, _mm_set1_epi8('\t')));
  __m128i breaks = _mm_or_si128(_mm_cmpeq_epi8(part, _mm_set1_epi8('\n')), _mm_cmpeq_epi8(part, _mm_set1_epi8('\r')));
  return _mm_or_si128(blanks, breaks);
}

static inline void rk_classes(rk_block b, uint64_t *operators, uint64_t *whitespace) {
  *operators = RK_FOUR(rk_operator_part);
  *whitespace = RK_FOUR(rk_space_part);
}

#include "PlainSteps.h"

#include "KernelBody.h"
#include "ValidateBody.h"

const rk_kernel rk_kernel_sse2 = {"sse2", rk_sse2_scan, rk_sse2_take, rk_sse2_classify, rk_sse2_validate, NULL};

#endif
