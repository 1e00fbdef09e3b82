// The steps that need no vector instructions beyond the baseline, for the kernels that have no better ones: the
// in-string mask by shifts, positions one by one, UTF-8 byte by byte in the blocks that are not ASCII.

static inline uint64_t rk_prefix_xor(uint64_t m) {
  m ^= m << 1;
  m ^= m << 2;
  m ^= m << 4;
  m ^= m << 8;
  m ^= m << 16;
  m ^= m << 32;
  return m;
}

/// UTF-8 as a count of continuation bytes wanted and the range the next one must lie in (RFC 3629, section 4).
typedef struct {
  uint8_t wanted, lowest, highest;
  uint64_t error;
} rk_utf8;

static inline rk_utf8 rk_utf8_load(const rk_scan_state *s) {
  return (rk_utf8){s->utf8_incomplete[0], s->utf8_previous[0], s->utf8_previous[1], 0};
}

static inline void rk_utf8_step(rk_utf8 *u, rk_block b, uint64_t high) {
  if (!high) {
    u->error |= u->wanted;
    u->wanted = 0;
    return;
  }
  uint8_t bytes[RK_BLOCK_SIZE];
  __builtin_memcpy(bytes, &b, RK_BLOCK_SIZE);
  for (size_t i = 0; i < RK_BLOCK_SIZE; i++) {
    uint8_t byte = bytes[i];
    if (u->wanted) {
      u->error |= (uint64_t)(byte < u->lowest || byte > u->highest);
      u->wanted--;
      u->lowest = 0x80;
      u->highest = 0xBF;
    } else if (byte >= 0x80) {
      u->error |= (uint64_t)(byte < 0xC2 || byte > 0xF4);
      u->wanted = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : 1;
      u->lowest = byte == 0xE0 ? 0xA0 : byte == 0xF0 ? 0x90 : 0x80;
      u->highest = byte == 0xED ? 0x9F : byte == 0xF4 ? 0x8F : 0xBF;
    }
  }
}

static inline void rk_utf8_store(const rk_utf8 *u, rk_scan_state *s) {
  s->utf8_incomplete[0] = u->wanted;
  s->utf8_previous[0] = u->lowest;
  s->utf8_previous[1] = u->highest;
  s->error |= u->error;
}

static inline size_t rk_emit(uint64_t bits, rk_block b, const uint8_t *p, uint32_t base, uint32_t *positions,
                             uint8_t *tokens) {
  (void)b;
  size_t count = 0;
  while (bits) {
    unsigned at = (unsigned)__builtin_ctzll(bits);
    positions[count] = base + at;
    tokens[count] = p[at];
    count++;
    bits &= bits - 1;
  }
  return count;
}
