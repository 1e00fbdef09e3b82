// Prints what each scan kernel of this machine makes of the same random texts, a line for each: for comparing the kernels of
// two kinds of processors. Tests/Kernels/run compares.

#include <inttypes.h>
#include <stdio.h>

#include "CScan.h"

enum { BLOCKS = 40, TEXTS = 6000, LENGTH = BLOCKS * RK_BLOCK_SIZE };

static uint64_t random_state;

static uint64_t random_number(void) {
  random_state ^= random_state << 13, random_state ^= random_state >> 7, random_state ^= random_state << 17;
  return random_state;
}

/// First documents, then what makes no fault in any order outside strings, then everything else.
static const char *const pieces[] = {
    "{\"a\":\"b\"}\n", "[1,-2.5,true]\n", "null \n", "\"\\u00e4 \\\"\"\n", "{\"k\":[{},[]]}\n", "[[[\"\xe2\x82\xac\"]]]\n",
    "{", "}", "[", "]", ":", ",", "\"a\":", "\"b\",", "1", "-2.5,", "true", " ", "    ", "\n", "\"text of some length\",",
    "\"", "\\", "\\\\", "\\\"", "\\u00", "\\x", "\x1e", "\x01", "\t", "\r\n", "\x7f", "\xc3\xa4", "\xf0\x9f\x98\x80",
    "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\x80", "\xe2\x82",
};

static void write_text(uint8_t *text) {
  const size_t kinds[] = {6, 21, sizeof pieces / sizeof *pieces};
  size_t kind = kinds[random_number() % 3];
  for (size_t length = 0; length < LENGTH;) {
    const char *piece = pieces[random_number() % kind];
    for (; *piece && length < LENGTH; piece++) text[length++] = (uint8_t)*piece;
  }
}

static uint64_t hash;

/// FNV-1a.
static void note(const void *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) hash = (hash ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3;
}

static void note_number(uint64_t number) { note(&number, sizeof number); }

int main(void) {
  static uint8_t text[LENGTH + RK_BLOCK_SIZE], taken[LENGTH + RK_BLOCK_SIZE], tokens[LENGTH + 2 * RK_BLOCK_SIZE], notes[BLOCKS];
  static uint32_t positions[LENGTH + RK_BLOCK_SIZE];
  static rk_token_masks masks[BLOCKS + 2];
  static rk_token_brackets brackets[BLOCKS + 2];
  static uint64_t separators[BLOCKS + 2];
  static rk_depth_change changes[BLOCKS + 2];
  for (size_t index = 0; index < rk_kernel_count(); index++) {
    rk_kernel kernel = rk_kernel_at(index);
    size_t sound = 0, valid_blocks = 0;
    random_state = 88172645463325252, hash = 0xcbf29ce484222325;
    for (int number = 0; number < TEXTS; number++) {
      write_text(text);
      for (int is_taken = 0; is_taken < 2; is_taken++) {
        rk_scan_state state = {.separator = '\n'};
        size_t part = 1 + random_number() % BLOCKS, count = 0;
        // In two calls, between which the state is kept.
        for (size_t block = 0, end = part; block < BLOCKS; block = end, end = BLOCKS) {
          size_t place = block * RK_BLOCK_SIZE;
          uint32_t *to = positions + count;
          count += is_taken ? kernel.take(text + place, taken + place, end - block, (uint32_t)place, to, tokens + count, notes + block, &state)
                           : kernel.scan(text + place, end - block, (uint32_t)place, to, tokens + count, notes + block, &state);
        }
        if (is_taken) note(taken, LENGTH);
        note_number(count), note(positions, count * sizeof *positions), note(tokens, count), note(notes, BLOCKS);
        note_number(state.error != 0), note_number(state.in_string), note_number(state.newline_count);
        sound += !state.error;
        memset(tokens + count, 0, 2 * RK_BLOCK_SIZE);
        memset(masks, 0, sizeof masks);
        kernel.classify(tokens, count, '\n', masks + 1, brackets, separators);
        size_t blocks = count / RK_BLOCK_SIZE;
        note(masks + 1, blocks * sizeof *masks), note(brackets, blocks * sizeof *brackets), note(separators, blocks * sizeof *separators);
        masks[0].separator = ~UINT64_C(0);
        rk_containers containers = {.maximum_depth = 64, .is_separated = true};
        size_t valid = kernel.validate(masks + 1, blocks, masks, &containers, changes);
        valid_blocks += valid;
        note_number(valid), note_number(containers.is_object), note_number(containers.depth), note(changes, valid * sizeof *changes);
      }
    }
    printf("%s %016" PRIx64 ": %zu without a fault, %zu blocks of valid tokens\n", kernel.name, hash, sound, valid_blocks);
  }
}
