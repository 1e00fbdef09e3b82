// The kernel for NEON, which every arm64 processor has.

#include "CScan.h"
#include "Kernels.h"

#if defined(__aarch64__)
#include <arm_neon.h>

#define RK_NAME(x) rk_neon_##x

typedef uint8x16x4_t rk_block;

static inline rk_block rk_load(const uint8_t *p) {
  return (rk_block){{vld1q_u8(p), vld1q_u8(p + 16), vld1q_u8(p + 32), vld1q_u8(p + 48)}};
}

static inline void rk_store(uint8_t *p, rk_block b) {
  for (int i = 0; i < 4; i++) vst1q_u8(p + 16 * i, b.val[i]);
}

static inline void rk_hold(rk_block *b) {
  __asm__ volatile("" : "+w"(b->val[0]), "+w"(b->val[1]), "+w"(b->val[2]), "+w"(b->val[3]));
}

/// One bit per byte from four vectors of all-ones or all-zero bytes: weigh each byte, add
/// neighbours three times.
static inline uint64_t rk_mask(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
  const uint8x16_t weights = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8x16_t low = vpaddq_u8(vandq_u8(a, weights), vandq_u8(b, weights));
  uint8x16_t high = vpaddq_u8(vandq_u8(c, weights), vandq_u8(d, weights));
  uint8x16_t pairs = vpaddq_u8(low, high);
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(pairs, pairs)), 0);
}

#define RK_FOUR(expression)                                                                                            \
  rk_mask(expression(b.val[0]), expression(b.val[1]), expression(b.val[2]), expression(b.val[3]))

static inline uint64_t rk_equal(rk_block b, uint8_t c) {
  uint8x16_t wanted = vdupq_n_u8(c);
#define RK_EQUAL(x) vceqq_u8(x, wanted)
  return RK_FOUR(RK_EQUAL);
#undef RK_EQUAL
}

static inline uint64_t rk_at_least(rk_block b, uint8_t limit) {
  uint8x16_t limits = vdupq_n_u8(limit);
#define RK_AT_LEAST(x) vcgeq_u8(x, limits)
  return RK_FOUR(RK_AT_LEAST);
#undef RK_AT_LEAST
}

static inline uint8_t rk_last(rk_block b) { return vgetq_lane_u8(b.val[3], 15); }

static inline uint64_t rk_below_space(rk_block b) {
#define RK_BELOW(x) vcltq_u8(x, vdupq_n_u8(0x20))
  return RK_FOUR(RK_BELOW);
#undef RK_BELOW
}

static inline uint64_t rk_high_bits(rk_block b) {
#define RK_HIGH(x) vcgeq_u8(x, vdupq_n_u8(0x80))
  return RK_FOUR(RK_HIGH);
#undef RK_HIGH
}

static inline uint8x16_t rk_hex_part(uint8x16_t part) {
  uint8x16_t digit = vsubq_u8(part, vdupq_n_u8('0'));
  uint8x16_t letter = vsubq_u8(vorrq_u8(part, vdupq_n_u8(0x20)), vdupq_n_u8('a'));
  return vorrq_u8(vcltq_u8(digit, vdupq_n_u8(10)), vcltq_u8(letter, vdupq_n_u8(6)));
}

static inline uint64_t rk_hex_digits(rk_block b) { return RK_FOUR(rk_hex_part); }

static inline uint8x16_t rk_operator_part(uint8x16_t part) {
  uint8x16_t curly = vorrq_u8(part, vdupq_n_u8(0x20));
  uint8x16_t brackets = vorrq_u8(vceqq_u8(curly, vdupq_n_u8('{')), vceqq_u8(curly, vdupq_n_u8('}')));
  uint8x16_t marks = vorrq_u8(vceqq_u8(curly, vdupq_n_u8(':')), vceqq_u8(curly, vdupq_n_u8(',')));
  return vorrq_u8(brackets, marks);
}

static inline uint8x16_t rk_space_part(uint8x16_t part) {
  uint8x16_t blanks = vorrq_u8(vceqq_u8(part, vdupq_n_u8(' ')), vceqq_u8(part, vdupq_n_u8('\t')));
  uint8x16_t breaks = vorrq_u8(vceqq_u8(part, vdupq_n_u8('\n')), vceqq_u8(part, vdupq_n_u8('\r')));
  return vorrq_u8(blanks, breaks);
}

static inline void rk_classes(rk_block b, uint64_t *operators, uint64_t *whitespace) {
  *operators = RK_FOUR(rk_operator_part);
  *whitespace = RK_FOUR(rk_space_part);
}

#include "PlainSteps.h"

#include "KernelBody.h"
#include "ValidateBody.h"

const rk_kernel rk_kernel_neon = {"neon", rk_neon_scan, rk_neon_take, rk_neon_classify, rk_neon_validate, NULL};

#endif
