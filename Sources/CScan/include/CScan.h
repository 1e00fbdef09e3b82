// The scan kernels: 64 bytes of JSON text at a time become bit masks, positions and token bytes.
//
// One function type, one implementation for each instruction set, chosen once when the program starts. Everything
// here reads bytes it is given and writes to memory it is given; nothing allocates, nothing is kept between calls but
// what stands in rk_scan_state. Swift sees the kernels in one file only (RKEngine/Scan/ScanKernel.swift), and
// RKEngine/Scan/PortableKernel.swift does the same work in plain Swift: tests and fuzzers compare the two.

#ifndef RK_CSCAN_H
#define RK_CSCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Bytes that one step of a kernel looks at.
#define RK_BLOCK_SIZE 64

/// What a kernel notes about each block of 64 bytes, one byte a block.
enum {
  /// A backslash stands in the block: its strings may hold escapes.
  RK_NOTE_BACKSLASH = 1,
  /// White space stands outside strings in the block.
  RK_NOTE_WHITESPACE = 2,
};

/// What is carried from one call of a kernel to the next, so that blocks, chunks and streams share one path.
/// All zero, but for `separator`, is the start of an input.
typedef struct {
  /// All ones while the next byte lies inside a string, else 0.
  uint64_t in_string;
  /// 1 when the next byte is escaped by a backslash before it, else 0.
  uint64_t escape;
  /// 1 when the byte before belongs to a number, a literal or the inside of a string, else 0.
  uint64_t scalar;
  /// The low four bits: which of the next bytes must be hexadecimal digits of a \u escape.
  uint64_t hex;
  /// Not 0 once the bytes seen cannot be JSON text: bad UTF-8, a control character in a string, a bad escape.
  uint64_t error;
  /// Line feeds seen.
  uint64_t newline_count;
  /// The last block seen and what it left incomplete, for UTF-8 sequences that cross blocks.
  uint8_t utf8_previous[RK_BLOCK_SIZE];
  uint8_t utf8_incomplete[RK_BLOCK_SIZE];
  /// A byte that is a token of its own outside strings: line feed for NDJSON, record separator for text sequences,
  /// 0xFF (which is in no UTF-8 text) for none.
  uint8_t separator;
} rk_scan_state;

/// The classes of 64 tokens, one bit a token. A token in none of them begins a number or a literal.
typedef struct {
  uint64_t quote, colon, comma, separator;
  uint64_t open_object, close_object, open_array, close_array;
} rk_token_masks;

/// The brackets among 64 tokens, one bit a token.
typedef struct {
  uint64_t open, close;
} rk_token_brackets;

/// What 64 tokens change of how deep they lead: how many containers close that were open before, and how many open
/// that stay open.
typedef struct {
  uint8_t closed, opened;
} rk_depth_change;

/// Scans `block_count` blocks of 64 bytes. Writes, for each token, its position (`base` + distance from `bytes`) and
/// its byte, and one note for each block; returns the number of tokens.
///
/// `positions` and `tokens` need room for 64 * `block_count` + 64 entries, `notes` for `block_count`. `bytes` needs no
/// alignment, and one byte more must be readable after the last block. A token is one of { } [ ] : , the separator,
/// the opening quote of a string, or the first byte of anything else that is not white space. The scan goes on after
/// an error; `state->error` tells.
typedef size_t (*rk_scan_function)(const uint8_t *bytes, size_t block_count, uint32_t base, uint32_t *positions,
                                   uint8_t *tokens, uint8_t *notes, rk_scan_state *state);

/// Classifies tokens 64 at a time into `masks`, and what walkers look at into `brackets`, and into `separators` where
/// that is not NULL. Reads whole blocks: `tokens` must be readable up to the next multiple of 64; bits beyond
/// `token_count` have no meaning.
typedef void (*rk_classify_function)(const uint8_t *tokens, size_t token_count, uint8_t separator,
                                     rk_token_masks *masks, rk_token_brackets *brackets, uint64_t *separators);

/// Scans as `rk_scan_function` does, after it has copied the blocks from `source` to `bytes`: of `source` each byte is
/// looked at once, so that it may change at any time. Nothing need be readable after its last block.
typedef size_t (*rk_take_function)(const uint8_t *source, uint8_t *bytes, size_t block_count, uint32_t base,
                                   uint32_t *positions, uint8_t *tokens, uint8_t *notes, rk_scan_state *state);

/// The containers that are open.
typedef struct {
  /// Bit i: the one at level i is an object. Of levels from 64 on nothing is known.
  uint64_t is_object;
  size_t depth, maximum_depth;
  /// Documents are parted by separators, which may stand nowhere else.
  bool is_separated;
} rk_containers;

/// Validates blocks of 64 tokens by the grammar of JSON; `before` is the block before the first, or has a separator as its
/// last token. One more block must be there, after the last. Returns how many are well-formed: it stops before one
/// that is not, or where more than 64 containers are open or may be opened. Writes what each of them changes; `changes`
/// needs room for `block_count`.
typedef size_t (*rk_validate_function)(const rk_token_masks *masks, size_t block_count, const rk_token_masks *before,
                                    rk_containers *containers, rk_depth_change *changes);

/// Looks at the numbers and literals among blocks of 64 tokens. Returns how many blocks have none but short ones that
/// are well-formed. There must be one position more than tokens, and 64 bytes must be readable after the last.
typedef size_t (*rk_check_function)(const rk_token_masks *masks, size_t block_count, const uint32_t *positions,
                                    const uint8_t *bytes);

/// One instruction set's kernel.
typedef struct {
  const char *name;
  rk_scan_function scan;
  rk_take_function take;
  rk_classify_function classify;
  rk_validate_function validate;
  /// NULL where the plain check is as fast.
  rk_check_function check;
} rk_kernel;

/// The number of kernels this build and this processor have, best first; 0 where there is only the portable one.
size_t rk_kernel_count(void);

/// The kernel at `index`, which is less than `rk_kernel_count()`.
rk_kernel rk_kernel_at(size_t index);

/// How many threads of this process the machine can run at once.
int rk_processor_count(void);

/// Calls `take` for a `source` in a mapped file. False when some of it could not be read, since the file was cut or its
/// device fails: then nothing is known of what was written.
///
/// The first call sets a handler of SIGBUS, which leaves all other faults to the one that was there. The thread must
/// not block that signal.
bool rk_take_mapped(rk_take_function take, const uint8_t *source, uint8_t *bytes, size_t block_count, uint32_t base,
                    uint32_t *positions, uint8_t *tokens, uint8_t *notes, rk_scan_state *state, size_t *count);

// The end of a process that cannot go on. Swift sees this in one file only (RKEngine/Bytes/Emergency.swift).

/// How the program ends when it cannot go on. The texts are C strings.
typedef struct {
  /// Asks the run to end by itself; called in a handler of a signal, once.
  void (*interrupt)(void);
  int32_t interrupted_status;
  int32_t without_memory_status;
  int32_t fault_status;
  /// Between the two it is said what was being done.
  const char *without_memory_text;
  const char *without_memory_help;
  const char *fault_text;
} rk_endings;

/// Sets handlers of signals that end the process as it is said in `given`, which stays where it is.
///
/// SIGINT, SIGTERM and SIGHUP ask the run to end by itself, and end the process when it has not done so after 60 ms, or
/// when a second one comes. Faults, an overflow of the stack among them, end it at once. What was noted by
/// `rk_leftover_note` goes before.
void rk_set_endings(const rk_endings *given);

bool rk_has_endings(void);

/// There is no more memory: says so and ends the process; where `rk_set_endings` was not called, aborts it.
_Noreturn void rk_end_without_memory(void);

/// Notes what the present thread does from now on, as in "'a.json' was mapped"; what the program says when it has no
/// more memory.
void rk_note_work(const char *text, size_t length);

typedef struct rk_leftover rk_leftover;

typedef enum {
  RK_LEFTOVER_FILE,
  /// A folder goes if it is empty.
  RK_LEFTOVER_FOLDER,
  /// A file, and what SQLite puts beside it.
  RK_LEFTOVER_DATABASE,
} rk_leftover_kind;

/// What is to go when the process ends between `rk_leftover_note`, which asks for no memory, and `rk_leftover_forget`.
rk_leftover *rk_leftover_expect(const char *path, rk_leftover_kind kind);
void rk_leftover_note(rk_leftover *one);
void rk_leftover_forget(rk_leftover *one);

/// What is done between these two is not interrupted, unless it takes longer than a second.
void rk_begin_undivided(void);
void rk_end_undivided(void);

/// Calls `work` in a thread of its own, whose faults are answered even where its stack has ended.
void rk_run_thread(void (*work)(void *), void *argument);

#endif
