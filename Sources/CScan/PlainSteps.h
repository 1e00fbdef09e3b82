// The steps that need no vector instructions beyond the baseline, for the kernels without better
// ones: the in-string mask by shifts, positions one by one, UTF-8 by comparisons in the blocks that
// are not ASCII.
//
// Beside what KernelBody.h wants they need
//   rk_at_least(b, c)   bits of the bytes that are c or more
//   rk_last(b)          the last byte

static inline uint64_t rk_prefix_xor(uint64_t m) {
  m ^= m << 1;
  m ^= m << 2;
  m ^= m << 4;
  m ^= m << 8;
  m ^= m << 16;
  m ^= m << 32;
  return m;
}

/// UTF-8 by masks: where continuation bytes must be, and the four leads that allow only some of
/// them (RFC 3629, section 4).
typedef struct {
  /// Which of the next three bytes must be continuations, by the sequences that the previous block
  /// leaves open.
  uint64_t wanted;
  /// The last byte of the previous block, if that has any outside ASCII.
  uint8_t last;
  uint64_t error;
} rk_utf8;

static inline rk_utf8 rk_utf8_load(const rk_scan_state *s) {
  return (rk_utf8){s->utf8_incomplete[0], s->utf8_previous[0], 0};
}

/// The bytes after those that equal `lead`.
static inline uint64_t rk_after(const rk_utf8 *u, rk_block b, uint8_t lead) {
  return rk_equal(b, lead) << 1 | (uint64_t)(u->last == lead);
}

static inline void rk_utf8_step(rk_utf8 *u, rk_block b, uint64_t high) {
  if (!high) {
    u->error |= u->wanted;
    u->wanted = 0;
    u->last = 0;
    return;
  }
  uint64_t leads = rk_at_least(b, 0xC0);
  uint64_t leads_of_3 = rk_at_least(b, 0xE0);
  uint64_t leads_of_4 = rk_at_least(b, 0xF0);
  uint64_t continuations = high & ~leads;
  u->error |= continuations ^ (u->wanted | leads << 1 | leads_of_3 << 2 | leads_of_4 << 3);
  u->wanted = leads >> 63 | leads_of_3 >> 62 | leads_of_4 >> 61;

  uint64_t from_a0 = rk_at_least(b, 0xA0);
  u->error |= leads & (~rk_at_least(b, 0xC2) | rk_at_least(b, 0xF5));
  u->error |= (rk_after(u, b, 0xE0) & ~from_a0) | (rk_after(u, b, 0xED) & from_a0);
  if (leads_of_4 | (u->last >= 0xF0)) {
    uint64_t from_90 = rk_at_least(b, 0x90);
    u->error |= (rk_after(u, b, 0xF0) & ~from_90) | (rk_after(u, b, 0xF4) & from_90);
  }
  u->last = rk_last(b);
}

static inline void rk_utf8_store(const rk_utf8 *u, rk_scan_state *s) {
  s->utf8_incomplete[0] = (uint8_t)u->wanted;
  s->utf8_previous[0] = u->last;
  s->error |= u->error;
}

static inline size_t rk_emit(uint64_t bits, rk_block b, const uint8_t *p, uint32_t base, uint32_t *positions,
                             uint8_t *tokens) {
  (void)b;
  size_t count = (size_t)__builtin_popcountll(bits);
  // Eight at a time whether or not there are that many: cheaper than a branch per token. After the
  // last one, `at` is 63.
  for (size_t done = 0; done < count; done += 8) {
    for (size_t i = 0; i < 8; i++) {
      size_t at = (size_t)__builtin_ctzll(bits | 1ULL << 63);
      positions[done + i] = base + (uint32_t)at;
      tokens[done + i] = p[at];
      bits &= bits - 1;
    }
  }
  return count;
}
