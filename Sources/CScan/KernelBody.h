// One step of the scan, written once for all instruction sets.
//
// The including file defines, under its target's attributes:
//   rk_block            64 bytes in registers
//   rk_load(p)          the 64 bytes at p
//   rk_store(p, b)      puts them there
//   rk_hold(&b)         keeps the compiler from loading them once more
//   rk_equal(b, c)      bits of the bytes equal to c
//   rk_below_space(b)   bits of the bytes below 0x20
//   rk_high_bits(b)     bits of the bytes of 0x80 and more
//   rk_hex_digits(b)    bits of 0-9 a-f A-F
//   rk_classes(b, &operators, &whitespace)
//   rk_prefix_xor(m)    bit i is the parity of bits 0 to i
//   rk_utf8, rk_utf8_load(state), rk_utf8_step(&u, b, high), rk_utf8_store(&u, state)
//   rk_emit(...)        positions and bytes of the set bits; returns how many
//   RK_NAME(x)          the name of x for this instruction set

/// The bytes that are escaped, and whether those are allowed letters. Kept out of the hot path:
/// most blocks have no backslash.
static inline uint64_t RK_NAME(escapes)(rk_block block, uint64_t backslashes, rk_scan_state *state) {
  const uint64_t even = 0x5555555555555555ULL;
  backslashes &= ~state->escape;
  uint64_t follows = backslashes << 1 | state->escape;
  uint64_t odd_starts = backslashes & ~even & ~follows;
  uint64_t even_runs;
  state->escape = __builtin_add_overflow(odd_starts, backslashes, &even_runs);
  uint64_t escaped = (even ^ (even_runs << 1)) & follows;

  uint64_t u = escaped & rk_equal(block, 'u');
  uint64_t letters = u | rk_equal(block, '"') | rk_equal(block, '\\') | rk_equal(block, '/') | rk_equal(block, 'b') |
                     rk_equal(block, 'f') | rk_equal(block, 'n') | rk_equal(block, 'r') | rk_equal(block, 't');
  uint64_t hex_wanted = state->hex | u << 1 | u << 2 | u << 3 | u << 4;
  state->hex = u >> 63 | u >> 62 | u >> 61 | u >> 60;
  state->error |= (escaped & ~letters) | (hex_wanted & ~rk_hex_digits(block));
  return escaped;
}

/// How far ahead of the scan a source is prefetched, given the latency of memory.
#define RK_FETCH_DISTANCE 4096

/// Scans blocks of `bytes`, which come from `source` unless that is NULL.
static inline __attribute__((always_inline)) size_t RK_NAME(steps)(const uint8_t *source, uint8_t *copy,
                                                                   const uint8_t *bytes, size_t block_count,
                                                                   uint32_t base, uint32_t *positions, uint8_t *tokens,
                                                                   uint8_t *notes, rk_scan_state *state) {
  size_t count = 0;
  uint64_t in_string_carry = state->in_string;
  uint64_t scalar_carry = state->scalar;
  uint64_t control_error = 0;
  uint64_t newline_count = 0;
  rk_utf8 utf8 = rk_utf8_load(state);
  const uint8_t separator = state->separator;

  for (size_t index = 0; index < block_count; index++) {
    rk_block block;
    if (source) {
      // Others may change the source: it is read once, and what is validated is what is kept.
      block = rk_load(source + index * RK_BLOCK_SIZE);
      rk_hold(&block);
      rk_store(copy + index * RK_BLOCK_SIZE, block);
      __builtin_prefetch(source + index * RK_BLOCK_SIZE + RK_FETCH_DISTANCE);
    } else {
      block = rk_load(bytes + index * RK_BLOCK_SIZE);
    }

    uint64_t backslashes = rk_equal(block, '\\');
    uint64_t quotes = rk_equal(block, '"');
    uint8_t note = 0;
    if (backslashes | state->escape | state->hex) {
      quotes &= ~RK_NAME(escapes)(block, backslashes, state);
      note = RK_NOTE_BACKSLASH;
    }
    uint64_t in_string = rk_prefix_xor(quotes) ^ in_string_carry;
    in_string_carry = (uint64_t)((int64_t)in_string >> 63);

    uint64_t operators, whitespace;
    rk_classes(block, &operators, &whitespace);
    uint64_t newlines = rk_equal(block, '\n');
    uint64_t separators = separator == '\n' ? newlines : rk_equal(block, separator);
    operators |= separators;

    uint64_t scalars = ~(operators | whitespace);
    uint64_t unquoted = scalars & ~quotes;
    uint64_t follows_unquoted = unquoted << 1 | scalar_carry;
    scalar_carry = unquoted >> 63;
    uint64_t structure = (operators | (scalars & ~follows_unquoted)) & ~(in_string ^ quotes);

    control_error |= rk_below_space(block) & in_string;
    if (newlines) newline_count += (uint64_t)__builtin_popcountll(newlines);

    rk_utf8_step(&utf8, block, rk_high_bits(block));

    note |= (whitespace & ~in_string & ~separators) ? RK_NOTE_WHITESPACE : 0;
    notes[index] = note;

    count += rk_emit(structure, block, bytes + index * RK_BLOCK_SIZE, base + (uint32_t)(index * RK_BLOCK_SIZE),
                     positions + count, tokens + count);
  }

  state->in_string = in_string_carry;
  state->scalar = scalar_carry;
  state->error |= control_error;
  state->newline_count += newline_count;
  rk_utf8_store(&utf8, state);
  return count;
}

static size_t RK_NAME(scan)(const uint8_t *bytes, size_t block_count, uint32_t base, uint32_t *positions,
                            uint8_t *tokens, uint8_t *notes, rk_scan_state *state) {
  return RK_NAME(steps)(NULL, NULL, bytes, block_count, base, positions, tokens, notes, state);
}

static size_t RK_NAME(take)(const uint8_t *source, uint8_t *bytes, size_t block_count, uint32_t base,
                            uint32_t *positions, uint8_t *tokens, uint8_t *notes, rk_scan_state *state) {
  return RK_NAME(steps)(source, bytes, bytes, block_count, base, positions, tokens, notes, state);
}

static void RK_NAME(classify)(const uint8_t *tokens, size_t token_count, uint8_t separator, rk_token_masks *masks,
                              rk_token_brackets *brackets, uint64_t *separators) {
  const size_t block_count = (token_count + RK_BLOCK_SIZE - 1) / RK_BLOCK_SIZE;
  for (size_t index = 0; index < block_count; index++) {
    rk_block block = rk_load(tokens + index * RK_BLOCK_SIZE);
    masks[index].quote = rk_equal(block, '"');
    masks[index].colon = rk_equal(block, ':');
    masks[index].comma = rk_equal(block, ',');
    masks[index].separator = rk_equal(block, separator);
    masks[index].open_object = rk_equal(block, '{');
    masks[index].close_object = rk_equal(block, '}');
    masks[index].open_array = rk_equal(block, '[');
    masks[index].close_array = rk_equal(block, ']');
  }
  // Separately: in the loop above compilers would recompute them from the bytes.
  for (size_t index = 0; index < block_count; index++) {
    const rk_token_masks *here = &masks[index];
    brackets[index].open = here->open_object | here->open_array;
    brackets[index].close = here->close_object | here->close_array;
  }
  if (!separators) return;
  for (size_t index = 0; index < block_count; index++) separators[index] = masks[index].separator;
}
