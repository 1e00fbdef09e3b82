// Checks numbers and literals, for instruction sets that can shift each word by its own count: the
// same as RKEngine/Index/ScalarCheck.swift, for blocks of 64 tokens without faulty ones. At any other
// the kernel stops, and its Swift twin checks that block.
//
// The including file defines, under its target's attributes:
//   rk_not_digits(p)    bits of those of the 32 bytes at p that are no digits
//   RK_NAME(x)          the name of x for this instruction set

/// Words that are checked together.
#define RK_LANES 4

/// The literals as in memory, first byte lowest.
#define RK_NULL 0x6C6C756E
#define RK_TRUE 0x65757274
#define RK_FALSE 0x65736C6166

/// A number or literal each: its first eight bytes, and its length.
typedef uint64_t rk_lanes __attribute__((vector_size(8 * RK_LANES)));

/// All ones for those that are literals or numbers of at most eight bytes, with or without a sign
/// and a point.
static inline rk_lanes RK_NAME(are_short)(rk_lanes words, rk_lanes counts) {
  const rk_lanes highest = (rk_lanes){} + 0x8080808080808080;
  const rk_lanes sign = (rk_lanes)((words & 0xFF) == '-');
  words >>= sign & 8;
  counts += sign;
  const rk_lanes inside = ~(rk_lanes){} >> ((64 - counts * 8) & 56);

  const rk_lanes text = words & inside;
  const rk_lanes literal = ((rk_lanes)(counts == 4) & ((rk_lanes)(text == RK_NULL) | (rk_lanes)(text == RK_TRUE))) |
                           ((rk_lanes)(counts == 5) & (rk_lanes)(text == RK_FALSE));

  // A digit becomes 0 to 9, so that adding 0x76 does not reach the highest bit.
  const rk_lanes digits = (words ^ 0x3030303030303030) & inside;
  const rk_lanes others = ((digits + 0x7676767676767676) | digits) & highest;
  const rk_lanes other = others >> 7;  // Where there is but one.
  const rk_lanes is_point = (rk_lanes)((others & (others - 1)) == 0) &
                            (rk_lanes)((digits & ((other << 8) - other)) == (other << 5) - (other << 1));
  const rk_lanes is_between = (rk_lanes)(other != 1) & (rk_lanes)((other << 8 & inside) != 0);
  const rk_lanes zero = (rk_lanes)((digits & 0xFF) != 0) | (rk_lanes)(counts == 1) | (rk_lanes)(other == 0x100);
  const rk_lanes number = ((rk_lanes)(others == 0) | (is_point & is_between)) & zero & (rk_lanes)(counts - 1 < 8);
  return (literal & ~sign) | number;
}

/// The first byte from `p` on that is no digit, of those before `end`; else `end`, or a byte after it.
static inline const uint8_t *RK_NAME(skip_digits)(const uint8_t *p, const uint8_t *end) {
  while (p < end) {
    const uint32_t others = (uint32_t)rk_not_digits(p);
    if (others != 0) return p + __builtin_ctz(others);
    p += 32;
  }
  return end;
}

/// Whether the `count` bytes at `p` are a number or a literal, with or without white space after it. Where other
/// digits happen to follow the last byte of the input, this is for the caller to find out.
static __attribute__((noinline)) bool RK_NAME(is_scalar)(const uint8_t *p, size_t count) {
  const uint8_t *const limit = p + count;
  uint64_t word;
  __builtin_memcpy(&word, p, sizeof word);
  const uint32_t low = (uint32_t)word;
  const uint8_t *end = p + (low == RK_NULL || low == RK_TRUE ? 4 : (word & 0xFFFFFFFFFF) == RK_FALSE ? 5 : 0);
  if (end == p) {
    const uint8_t *const first = p + (*p == '-');
    const uint64_t others = rk_not_digits(first) | 1ULL << 32;
    const size_t whole = (size_t)__builtin_ctzll(others);
    if (whole == 0 || (whole > 1 && *first == '0')) return false;
    end = whole < 32 ? first + whole : RK_NAME(skip_digits)(first + 32, limit);
    if (*end == '.') {
      // Mostly the same 32 bytes hold the fraction.
      const uint64_t after = others & (others - 1);
      const uint8_t *const fraction = end + 1;
      end = whole < 32 && (uint32_t)after != 0 ? first + __builtin_ctzll(after) : RK_NAME(skip_digits)(fraction, limit);
      if (end == fraction) return false;
    }
    if ((*end | 0x20) == 'e') {
      const uint8_t *const exponent = end + 1 + (end[1] == '+' || end[1] == '-');
      end = RK_NAME(skip_digits)(exponent, limit);
      if (end == exponent) return false;
    }
  }
  // Bytes after the first white space are white space, too: anything else would be a token.
  return end == limit || (end < limit && (*end == ' ' || *end == '\n' || *end == '\r' || *end == '\t'));
}

/// How many numbers and literals are checked together.
#define RK_BATCH 256

static size_t RK_NAME(check)(const rk_token_masks *masks, size_t block_count, const uint32_t *positions,
                             const uint8_t *bytes) {
  uint64_t words[RK_BATCH + RK_BLOCK_SIZE + RK_LANES], counts[RK_BATCH + RK_BLOCK_SIZE + RK_LANES];
  uint32_t places[RK_BATCH + RK_BLOCK_SIZE + RK_LANES];
  size_t count = 0;
  for (size_t index = 0; index < block_count; index++) {
    const rk_token_masks *here = &masks[index];
    uint64_t scalars = ~(here->quote | here->colon | here->comma | here->separator | here->open_object |
                         here->close_object | here->open_array | here->close_array);
    const size_t end = count + (size_t)__builtin_popcountll(scalars);
    for (size_t next = count; next < end; next += 4) {
      for (size_t i = 0; i < 4; i++) {
        const size_t place = index * RK_BLOCK_SIZE + (size_t)__builtin_ctzll(scalars | 1ULL << 63);
        const uint32_t position = positions[place];
        __builtin_memcpy(&words[next + i], bytes + position, 8);
        counts[next + i] = positions[place + 1] - position;
        places[next + i] = (uint32_t)place;
        scalars &= scalars - 1;
      }
    }
    count = end;
    if (count < RK_BATCH && index + 1 < block_count) continue;

    for (size_t i = count; i < count + RK_LANES; i++) {
      words[i] = '0';
      counts[i] = 1;
    }
    for (size_t first = 0; first < count; first += RK_LANES) {
      rk_lanes first_words, first_counts;
      __builtin_memcpy(&first_words, words + first, sizeof first_words);
      __builtin_memcpy(&first_counts, counts + first, sizeof first_counts);
      const rk_lanes are_short = RK_NAME(are_short)(first_words, first_counts);
      if (__builtin_reduce_and(are_short)) continue;
      for (size_t i = 0; i < RK_LANES; i++) {
        if (are_short[i]) continue;
        const size_t place = places[first + i];
        if (!RK_NAME(is_scalar)(bytes + positions[place], (size_t)counts[first + i])) return place / RK_BLOCK_SIZE;
      }
    }
    count = 0;
  }
  return block_count;
}
