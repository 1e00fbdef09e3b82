// Loaded before the C library, it lets allocations of a program fail: the one at FAIL_AT, counted from the moment when
// the program answers SIGTERM, which it does before it does anything else.
//
// Without FAIL_AT all succeed, and TRACE names a file for what asked for them: a number of 64 bits for each, the same for
// those that were asked for on the same way, and odd where a part of a file is mapped. With FAIL_THREADS no thread can be
// made.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

enum { most = 1 << 22, depth = 12 };
static atomic_bool counts;
static atomic_long count;
static long wanted;
static const char *trace;
static uint64_t ways[most];
/// To find out who asks may ask for memory itself.
static _Thread_local int is_inside;

static int fails(int is_mapping) {
  if (!atomic_load(&counts) || is_inside) return 0;
  long number = atomic_fetch_add(&count, 1) + 1;
  if (trace && number <= most) {
    void *callers[depth];
    is_inside = 1;
    int found = backtrace(callers, depth);
    is_inside = 0;
    uint64_t way = 14695981039346656037u;
    for (int i = 0; i < found; i++) way = (way ^ (uintptr_t)callers[i]) * 1099511628211u;
    ways[number - 1] = way << 1 | is_mapping;
  }
  if (number != wanted) return 0;
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t size) { return fails(0) ? NULL : __libc_malloc(size); }
void *calloc(size_t number, size_t size) { return fails(0) ? NULL : __libc_calloc(number, size); }
void *realloc(void *memory, size_t size) { return fails(0) ? NULL : __libc_realloc(memory, size); }
void *memalign(size_t alignment, size_t size) { return fails(0) ? NULL : __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **place, size_t alignment, size_t size) {
  void *memory = memalign(alignment, size);
  if (memory) *place = memory;
  return memory ? 0 : ENOMEM;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

void *mmap(void *at, size_t size, int protection, int flags, int file, off_t offset) {
  return fails(file >= 0) ? MAP_FAILED : REAL(mmap)(at, size, protection, flags, file, offset);
}
void *mmap64(void *at, size_t size, int protection, int flags, int file, off64_t offset) {
  return mmap(at, size, protection, flags, file, offset);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *), void *argument) {
  if (getenv("FAIL_THREADS")) return EAGAIN;
  return REAL(pthread_create)(thread, attributes, work, argument);
}

int sigaction(int number, const struct sigaction *action, struct sigaction *before) {
  int code = REAL(sigaction)(number, action, before);
  if (number != SIGTERM || !action || atomic_load(&counts)) return code;
  const char *at = getenv("FAIL_AT");
  wanted = at ? atol(at) : 0;
  trace = getenv("TRACE");
  void *callers[1];
  backtrace(callers, 1);
  atomic_store(&counts, true);
  return code;
}

__attribute__((destructor)) static void tell(void) {
  if (!trace) return;
  atomic_store(&counts, false);
  FILE *file = fopen(trace, "wb");
  long number = atomic_load(&count);
  if (file) fwrite(ways, sizeof *ways, number < most ? number : most, file);
  if (file) fclose(file);
}
