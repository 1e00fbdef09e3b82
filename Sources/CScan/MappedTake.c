// Reading memory that may be gone: the pages of a mapped file after its end, if it was truncated,
// or those that its device can no longer read. The system reports it by SIGBUS, in the thread that
// reads; then the call is left.

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>

#include "CScan.h"

/// What the current thread reads, and where to jump if that fails.
static _Thread_local struct {
  const uint8_t *start, *end;
  sigjmp_buf exit;
} reading;

static struct sigaction before;

static void leave_reading(int number, siginfo_t *info, void *context) {
  (void)context;
  const uint8_t *at = info->si_addr;
  if (info->si_code > 0 && at >= reading.start && at < reading.end) siglongjmp(reading.exit, 1);
  // Not a fault of reading. It is raised again, for the previous handler.
  sigaction(number, &before, NULL);
  if (info->si_code <= 0) raise(number);
}

static void set_handler(void) {
  struct sigaction action = {.sa_sigaction = leave_reading, .sa_flags = SA_SIGINFO | SA_NODEFER};
  sigemptyset(&action.sa_mask);
  sigaction(SIGBUS, &action, &before);
}

bool rk_take_mapped(rk_take_function take, const uint8_t *source, uint8_t *bytes, size_t block_count, uint32_t base,
                    uint32_t *positions, uint8_t *tokens, uint8_t *notes, rk_scan_state *state, size_t *count) {
  static pthread_once_t is_set = PTHREAD_ONCE_INIT;
  pthread_once(&is_set, set_handler);
  if (sigsetjmp(reading.exit, 0) != 0) {
    reading.end = reading.start;
    return false;
  }
  reading.start = source;
  reading.end = source + block_count * RK_BLOCK_SIZE;
  *count = take(source, bytes, block_count, base, positions, tokens, notes, state);
  reading.end = reading.start;
  return true;
}
