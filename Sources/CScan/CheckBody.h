// Checks numbers and literals, for instruction sets that can shift each word by its own count: the
// same as RKEngine/Index/ScalarCheck.swift, for blocks of 64 tokens without long or faulty ones. At
// any other the kernel stops, and its Swift twin checks that block.
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

/// The number or literal at `p` has `count` bytes with the white space after it. Digits, with or
/// without a sign and a point, up to 31 of them: longer ones, and those with an exponent, are left
/// to the caller.
static __attribute__((noinline)) bool RK_NAME(is_plain)(const uint8_t *p, size_t count) {
  uint64_t word;
  __builtin_memcpy(&word, p, sizeof word);
  const uint32_t low = (uint32_t)word;
  size_t end = low == RK_NULL || low == RK_TRUE ? 4 : (word & 0xFFFFFFFFFF) == RK_FALSE ? 5 : 0;
  if (end == 0) {
    const size_t sign = *p == '-';
    const uint64_t others = rk_not_digits(p + sign) | 3ULL << 32;
    const size_t whole = (size_t)__builtin_ctzll(others);
    if (whole == 0 || (whole > 1 && p[sign] == '0')) return false;
    end = whole;
    if (p[sign + whole] == '.') {
      end = (size_t)__builtin_ctzll(others & (others - 1));
      if (end == whole + 1) return false;
    }
    if (end >= 32) return false;
    end += sign;
  }
  // Bytes after the first white space are white space, too: anything else would be a token.
  return end == count || (end < count && (p[end] == ' ' || p[end] == '\n' || p[end] == '\r' || p[end] == '\t'));
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
        if (!RK_NAME(is_plain)(bytes + positions[place], (size_t)counts[first + i])) return place / RK_BLOCK_SIZE;
      }
    }
    count = 0;
  }
  return block_count;
}
