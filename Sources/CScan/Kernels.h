// What the kernels share: their names, and the tables of the two vector classifications.

#ifndef RK_KERNELS_H
#define RK_KERNELS_H

#include "CScan.h"

#if defined(__x86_64__)
extern const rk_kernel rk_kernel_avx512, rk_kernel_avx2, rk_kernel_sse2;
#elif defined(__aarch64__)
extern const rk_kernel rk_kernel_neon;
#endif

// A byte is white space if the table has exactly that byte at its low four bits; it is one of { } [
// ] : , if the table has the byte there, made curly by bit 5. (0x0C and 0x1A pass as a comma and a
// colon, in every kernel; their token bytes do not, so the grammar rejects them.) After Langdale
// and Lemire, Parsing Gigabytes of JSON per Second, 2019, section 3.1.2.
#define RK_SPACE_TABLE _mm_setr_epi8(' ', 100, 100, 100, 17, 100, 113, 2, 100, '\t', '\n', 112, 100, '\r', 100, 100)
#define RK_OPERATOR_TABLE _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ':', '{', ',', '}', 0, 0)

// UTF-8 by three lookups: each table gives, for a nibble, the faults that a pair of bytes with that
// nibble may have; a fault that all three allow is present. After Keiser and Lemire, Validating
// UTF-8 In Less Than One Instruction Per Byte, 2020, section 6.
enum {
  RK_TOO_SHORT = 1 << 0,   // a lead byte without its continuation
  RK_TOO_LONG = 1 << 1,    // a continuation byte after ASCII
  RK_OVERLONG_3 = 1 << 2,  // E0 with a continuation below A0
  RK_TOO_LARGE = 1 << 3,   // F4 with a continuation above 8F, F5 and above
  RK_SURROGATE = 1 << 4,   // ED with a continuation above 9F
  RK_OVERLONG_2 = 1 << 5,  // C0, C1
  RK_TOO_LARGE_1000 = 1 << 6,
  RK_OVERLONG_4 = 1 << 6,  // F0 with a continuation below 90
  RK_TWO_CONTINUATIONS = 1 << 7,
  RK_CARRY = RK_TOO_SHORT | RK_TOO_LONG | RK_TWO_CONTINUATIONS,
};

#define RK_UTF8_FIRST_HIGH                                                                                             \
  _mm_setr_epi8(RK_TOO_LONG, RK_TOO_LONG, RK_TOO_LONG, RK_TOO_LONG, RK_TOO_LONG, RK_TOO_LONG, RK_TOO_LONG,             \
                RK_TOO_LONG, (char)RK_TWO_CONTINUATIONS, (char)RK_TWO_CONTINUATIONS, (char)RK_TWO_CONTINUATIONS,       \
                (char)RK_TWO_CONTINUATIONS, RK_TOO_SHORT | RK_OVERLONG_2, RK_TOO_SHORT,                                \
                RK_TOO_SHORT | RK_OVERLONG_3 | RK_SURROGATE,                                                           \
                RK_TOO_SHORT | RK_TOO_LARGE | RK_TOO_LARGE_1000 | RK_OVERLONG_4)

#define RK_LARGE (char)(RK_CARRY | RK_TOO_LARGE | RK_TOO_LARGE_1000)
#define RK_UTF8_FIRST_LOW                                                                                              \
  _mm_setr_epi8((char)(RK_CARRY | RK_OVERLONG_3 | RK_OVERLONG_2 | RK_OVERLONG_4), (char)(RK_CARRY | RK_OVERLONG_2),    \
                (char)RK_CARRY, (char)RK_CARRY, (char)(RK_CARRY | RK_TOO_LARGE), RK_LARGE, RK_LARGE, RK_LARGE,         \
                RK_LARGE, RK_LARGE, RK_LARGE, RK_LARGE, RK_LARGE,                                                      \
                (char)(RK_CARRY | RK_TOO_LARGE | RK_TOO_LARGE_1000 | RK_SURROGATE), RK_LARGE, RK_LARGE)

#define RK_UTF8_SECOND_HIGH                                                                                            \
  _mm_setr_epi8(RK_TOO_SHORT, RK_TOO_SHORT, RK_TOO_SHORT, RK_TOO_SHORT, RK_TOO_SHORT, RK_TOO_SHORT, RK_TOO_SHORT,      \
                RK_TOO_SHORT,                                                                                          \
                (char)(RK_TOO_LONG | RK_OVERLONG_2 | RK_TWO_CONTINUATIONS | RK_OVERLONG_3 | RK_TOO_LARGE_1000 | RK_OVERLONG_4), \
                (char)(RK_TOO_LONG | RK_OVERLONG_2 | RK_TWO_CONTINUATIONS | RK_OVERLONG_3 | RK_TOO_LARGE),              \
                (char)(RK_TOO_LONG | RK_OVERLONG_2 | RK_TWO_CONTINUATIONS | RK_SURROGATE | RK_TOO_LARGE),               \
                (char)(RK_TOO_LONG | RK_OVERLONG_2 | RK_TWO_CONTINUATIONS | RK_SURROGATE | RK_TOO_LARGE), RK_TOO_SHORT, \
                RK_TOO_SHORT, RK_TOO_SHORT, RK_TOO_SHORT)

// The last three bytes of a block may not begin sequences of four, three and two bytes.
#define RK_UTF8_LAST_LIMITS                                                                                            \
  _mm_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, (char)(0xF0 - 1), (char)(0xE0 - 1), (char)(0xC0 - 1))

#endif
