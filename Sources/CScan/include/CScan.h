// The scan kernels: 64 bytes of JSON text at a time become bit masks, positions and token bytes.
//
// One function type, one implementation for each instruction set, chosen once when the program
// starts. Everything here reads bytes it is given and writes to memory it is given; nothing
// allocates, and rk_scan_state is the only state between calls. Swift sees the kernels in one file
// only (RKEngine/Scan/ScanKernel.swift), and RKEngine/Scan/PortableKernel.swift does the same work
// in plain Swift: tests and fuzzers compare the two.

#ifndef RK_CSCAN_H
#define RK_CSCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// Bytes per step of a kernel.
#define RK_BLOCK_SIZE 64

/// What a kernel notes about each block of 64 bytes, one byte per block.
enum {
  /// There is a backslash in the block: its strings may have escapes.
  RK_NOTE_BACKSLASH = 1,
  /// There is white space outside strings in the block.
  RK_NOTE_WHITESPACE = 2,
};

/// The state between two calls of a kernel, so that blocks, chunks and streams share one path. All
/// zero, except `separator`, is the start of an input.
typedef struct {
  /// All ones while the next byte lies inside a string, else 0.
  uint64_t in_string;
  /// 1 if the next byte is escaped by a backslash before it, else 0.
  uint64_t escape;
  /// 1 if the previous byte belongs to a number, a literal or the inside of a string, else 0.
  uint64_t scalar;
  /// The low four bits: which of the next bytes must be hexadecimal digits of a \u escape.
  uint64_t hex;
  /// Not 0 once the bytes seen cannot be JSON text: bad UTF-8, a control character in a string, a bad escape.
  uint64_t error;
  /// Line feeds seen so far.
  uint64_t newline_count;
  /// The last block and what it left incomplete, for UTF-8 sequences that cross blocks.
  uint8_t utf8_previous[RK_BLOCK_SIZE];
  uint8_t utf8_incomplete[RK_BLOCK_SIZE];
  /// A byte that is a token of its own outside strings: line feed for NDJSON, record separator for text sequences,
  /// 0xFF (which is in no UTF-8 text) for none.
  uint8_t separator;
} rk_scan_state;

/// The classes of 64 tokens, one bit per token. A token in none of them begins a number or a
/// literal.
typedef struct {
  uint64_t quote, colon, comma, separator;
  uint64_t open_object, close_object, open_array, close_array;
} rk_token_masks;

/// The brackets among 64 tokens, one bit per token.
typedef struct {
  uint64_t open, close;
} rk_token_brackets;

/// How 64 tokens change the depth: how many containers close that were open before, and how many
/// open that stay open.
typedef struct {
  uint8_t closed, opened;
} rk_depth_change;

/// Scans `block_count` blocks of 64 bytes. Writes, for each token, its position (`base` + distance from `bytes`) and
/// its byte, and one note for each block; returns the number of tokens.
///
/// `positions` and `tokens` need room for 64 * `block_count` + 64 entries, `notes` for
/// `block_count`. `bytes` needs no alignment, and one byte more must be readable after the last
/// block. A token is one of { } [ ] : , the separator, the opening quote of a string, or the first
/// byte of anything else that is not white space. The scan continues after an error, which
/// `state->error` reports.
typedef size_t (*rk_scan_function)(const uint8_t *bytes, size_t block_count, uint32_t base, uint32_t *positions,
                                   uint8_t *tokens, uint8_t *notes, rk_scan_state *state);

/// Classifies tokens 64 at a time into `masks`, what walkers read into `brackets`, and document
/// separators into `separators` unless that is NULL. Reads whole blocks: `tokens` must be readable
/// up to the next multiple of 64; bits after `token_count` have no meaning.
typedef void (*rk_classify_function)(const uint8_t *tokens, size_t token_count, uint8_t separator,
                                     rk_token_masks *masks, rk_token_brackets *brackets, uint64_t *separators);

/// Scans like `rk_scan_function`, after copying the blocks from `source` to `bytes`: each byte of
/// `source` is read once, so that it may change at any time. Nothing need be readable after its
/// last block.
typedef size_t (*rk_take_function)(const uint8_t *source, uint8_t *bytes, size_t block_count, uint32_t base,
                                   uint32_t *positions, uint8_t *tokens, uint8_t *notes, rk_scan_state *state);

/// The containers that are open.
typedef struct {
  /// Bit i: the one at level i is an object. Levels from 64 on are not tracked.
  uint64_t is_object;
  size_t depth, maximum_depth;
  /// Documents are separated by bytes that are allowed nowhere else.
  bool is_separated;
} rk_containers;

/// Validates blocks of 64 tokens by the grammar of JSON; `before` is the block before the first, or
/// has a separator as its last token. One more block must exist after the last. Returns how many
/// are well-formed: it stops before one that is not, or if more than 64 containers are or may be
/// open. Writes what each of them changes; `changes` needs room for `block_count`.
typedef size_t (*rk_validate_function)(const rk_token_masks *masks, size_t block_count, const rk_token_masks *before,
                                    rk_containers *containers, rk_depth_change *changes);

/// Checks the numbers and literals among blocks of 64 tokens. Returns how many blocks contain only
/// short, well-formed ones. There must be one position more than tokens, and 64 bytes must be
/// readable after the last.
typedef size_t (*rk_check_function)(const rk_token_masks *masks, size_t block_count, const uint32_t *positions,
                                    const uint8_t *bytes);

/// One instruction set's kernel.
typedef struct {
  const char *name;
  rk_scan_function scan;
  rk_take_function take;
  rk_classify_function classify;
  rk_validate_function validate;
  /// NULL if the plain check is as fast.
  rk_check_function check;
} rk_kernel;

/// The number of kernels that this build has and this processor supports, best first; 0 if there is
/// only the portable one.
size_t rk_kernel_count(void);

/// The kernel at `index`, which is less than `rk_kernel_count()`.
rk_kernel rk_kernel_at(size_t index);

/// How many threads of this process the machine can run at once.
int rk_processor_count(void);

/// Calls `take` for a `source` in a mapped file. False if some of it could not be read, since the
/// file was truncated or its device fails: then the written memory is undefined.
///
/// The first call installs a handler of SIGBUS, which passes all other faults on to the previous
/// one. The thread must not block that signal.
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
  /// The text has two parts; the note of the current work goes between them.
  const char *without_memory_text;
  const char *without_memory_help;
  const char *fault_text;
} rk_endings;

/// The place of the first of 16 bytes that is a control character, a quote, a backslash or `mark`; 16 if none is.
///
/// In C, as Swift compares the elements of a vector one by one. All machines have their low bytes first.
static inline size_t rk_first_marked(const void *bytes, uint8_t mark) {
  typedef uint8_t vector __attribute__((vector_size(16)));
  vector text;
  memcpy(&text, bytes, sizeof text);
  vector marked = (vector)((text < 0x20) | (text == '"') | (text == '\\') | (text == mark));
  uint64_t halves[2];
  memcpy(halves, &marked, sizeof halves);
  if (halves[0]) return (size_t)__builtin_ctzll(halves[0]) / 8;
  return halves[1] ? 8 + (size_t)__builtin_ctzll(halves[1]) / 8 : 16;
}

/// Installs signal handlers that end the process as `given` says, which must stay valid.
///
/// SIGINT, SIGTERM and SIGHUP ask the run to end by itself, and end the process if it has not done
/// so after 60 ms, or if a second one comes. Crashes, including a stack overflow, end it at once.
/// What was noted by `rk_leftover_note` is deleted first.
void rk_set_endings(const rk_endings *given);

bool rk_has_endings(void);

/// Out of memory: reports it and ends the process, or aborts it if `rk_set_endings` was not called.
_Noreturn void rk_end_without_memory(void);

/// Notes what the current thread does from now on, as in "'a.json' was mapped", for the
/// out-of-memory message.
void rk_note_work(const char *text, size_t length);

typedef struct rk_leftover rk_leftover;

typedef enum {
  RK_LEFTOVER_FILE,
  /// A folder is deleted if it is empty.
  RK_LEFTOVER_FOLDER,
  /// A file and the files that SQLite puts beside it.
  RK_LEFTOVER_DATABASE,
} rk_leftover_kind;

/// What to delete if the process ends between `rk_leftover_note`, which allocates no memory, and
/// `rk_leftover_forget`.
rk_leftover *rk_leftover_expect(const char *path, rk_leftover_kind kind);
void rk_leftover_note(rk_leftover *one);
void rk_leftover_forget(rk_leftover *one);

/// What is done between these two is not interrupted, unless it takes longer than a second.
void rk_begin_undivided(void);
void rk_end_undivided(void);

/// Calls `work` in a thread of its own, whose faults are handled even after a stack overflow.
void rk_run_thread(void (*work)(void *), void *argument);

#endif
