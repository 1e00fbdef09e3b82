// How the process ends when it cannot go on: interrupted, out of memory, or crashed.
//
// This code may run in a signal handler, on any thread, at any instruction: it allocates nothing,
// takes no lock, and only makes system calls that are allowed in a handler.

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "CScan.h"

static const rk_endings *endings;

bool rk_has_endings(void) { return endings; }

// Files to delete

/// A file or folder to delete; nodes are reused, and stay in their list.
struct rk_leftover {
  /// The path before the file exists.
  char *expected;
  /// Whoever takes the path out owns it.
  _Atomic(char *) path;
  _Atomic(bool) is_taken;
  rk_leftover_kind kind;
  rk_leftover *next;
};

static _Atomic(rk_leftover *) leftovers;

static rk_leftover *free_leftover(void) {
  for (rk_leftover *one = atomic_load(&leftovers); one; one = one->next)
    if (!atomic_exchange(&one->is_taken, true)) return one;
  rk_leftover *one = calloc(1, sizeof *one);
  if (!one) return NULL;
  atomic_store(&one->is_taken, true);
  one->next = atomic_load(&leftovers);
  while (!atomic_compare_exchange_weak(&leftovers, &one->next, one)) {}
  return one;
}

/// The files that SQLite puts beside a database.
static const char *const beside[] = {"-journal", "-wal", "-shm"};
enum { longest_beside = 8 };

static void remove_path(char *path, rk_leftover_kind kind) {
  if (kind == RK_LEFTOVER_FOLDER) {
    rmdir(path);
    return;
  }
  unlink(path);
  if (kind != RK_LEFTOVER_DATABASE) return;
  size_t length = strlen(path);
  for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
    memcpy(path + length, beside[i], strlen(beside[i]) + 1);
    unlink(path);
  }
}

rk_leftover *rk_leftover_expect(const char *path, rk_leftover_kind kind) {
  size_t length = strlen(path);
  char *copy = malloc(length + longest_beside + 1);
  rk_leftover *one = copy ? free_leftover() : NULL;
  if (!one) rk_end_without_memory();
  memcpy(copy, path, length + 1);
  one->kind = kind;
  one->expected = copy;
  return one;
}

void rk_leftover_note(rk_leftover *one) {
  atomic_store(&one->path, one->expected);
  one->expected = NULL;
}

void rk_leftover_forget(rk_leftover *one) {
  free(one->expected);
  one->expected = NULL;
  free(atomic_exchange(&one->path, NULL));
  atomic_store(&one->is_taken, false);
}

/// Files are deleted before the folders that may contain them.
static void remove_leftovers(void) {
  for (int is_folder = 0; is_folder < 2; is_folder++) {
    for (rk_leftover *one = atomic_load(&leftovers); one; one = one->next) {
      if ((one->kind == RK_LEFTOVER_FOLDER) != is_folder) continue;
      char *path = atomic_exchange(&one->path, NULL);
      if (path) remove_path(path, one->kind);
    }
  }
}

// The current work

enum { longest_work = 512 };
/// The work of this thread, and what was begun last by any, for threads that help another.
static _Thread_local char own_work[longest_work];
static char last_work[longest_work];

void rk_note_work(const char *text, size_t length) {
  // A text that is too long is truncated, but not inside a character.
  if (length >= longest_work) {
    length = longest_work - 1;
    while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80) length--;
  }
  memcpy(own_work, text, length);
  own_work[length] = 0;
  memcpy(last_work, own_work, length + 1);
}

// The end

typedef struct {
  char bytes[4096];
  size_t count;
} message;

static void add(message *to, const char *text) {
  size_t length = strlen(text), room = sizeof to->bytes - to->count;
  if (length > room) length = room;
  memcpy(to->bytes + to->count, text, length);
  to->count += length;
}

static atomic_bool is_ending;
/// Work that must not be interrupted: how much is under way, in total and in this thread.
static atomic_int undivided;
static _Thread_local int own_undivided;

static void wait_for_ever(void) {
  for (;;) pause();
}

void rk_begin_undivided(void) {
  own_undivided++;
  atomic_fetch_add(&undivided, 1);
  // Nothing new may begin that the ending thread does not know of.
  if (!atomic_load(&is_ending)) return;
  atomic_fetch_sub(&undivided, 1);
  wait_for_ever();
}

void rk_end_undivided(void) {
  atomic_fetch_sub(&undivided, 1);
  own_undivided--;
}

enum { longest_wait = 1000 };

/// The first thread here ends the process; the system ends it if this crashes, too.
static _Noreturn void end(int status, const message *last_words) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
  if (atomic_exchange(&is_ending, true)) wait_for_ever();
  const struct timespec millisecond = {.tv_nsec = 1000 * 1000};
  for (int i = 0; i < longest_wait && atomic_load(&undivided) > own_undivided; i++) nanosleep(&millisecond, NULL);
  remove_leftovers();
  for (size_t done = 0; last_words && done < last_words->count;) {
    ssize_t count = write(2, last_words->bytes + done, last_words->count - done);
    if (count <= 0) break;
    done += (size_t)count;
  }
  _exit(status);
}

_Noreturn void rk_end_without_memory(void) {
  // The library leaves it to its host how to end.
  if (!endings) abort();
  message text = {.count = 0};
  const char *work = *own_work ? own_work : last_work;
  add(&text, endings->without_memory_text);
  if (*work) add(&text, " while ");
  add(&text, work);
  add(&text, endings->without_memory_help);
  end(endings->without_memory_status, &text);
}

/// Whether the crash followed a failed allocation, or there is no more memory for the stack.
static bool is_without_memory(int reason) {
  if (reason == ENOMEM) return true;
  size_t size = 1024 * 1024;
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
  if (memory == MAP_FAILED) return true;
  munmap(memory, size);
  return false;
}

static void answer_fault(int number) {
  (void)number;
  if (is_without_memory(errno)) rk_end_without_memory();
  message text = {.count = 0};
  add(&text, endings->fault_text);
  end(endings->fault_status, &text);
}

// Interruptions

enum {
  /// How long the run may take to end by itself, and how long each wait for uninterruptible work
  /// lasts.
  patience = 60 * 1000,
  short_patience = 5 * 1000,
  most_waits = 200,
};

static void wait_for(int microseconds) {
  struct itimerval once = {.it_value = {.tv_usec = microseconds}};
  setitimer(ITIMER_REAL, &once, NULL);
}

static void end_interrupted(int number) {
  (void)number;
  static int wait_count;
  int reason = errno;
  if (own_undivided == 0 || wait_count++ >= most_waits) end(endings->interrupted_status, NULL);
  wait_for(short_patience);
  errno = reason;
}

static void answer_interruption(int number) {
  static atomic_bool is_repeated;
  if (atomic_exchange(&is_repeated, true)) {
    end_interrupted(number);
  } else {
    int reason = errno;
    endings->interrupt();
    wait_for(patience);
    errno = reason;
  }
}

// Handlers

/// Where handlers have their variables: an overflown stack has no room for them.
enum { stack_size = 16 * 1024 };

static void set_stack(char *start, int flags) {
  stack_t other = {.ss_sp = start, .ss_size = stack_size, .ss_flags = flags};
  sigaltstack(&other, NULL);
}

void rk_run_thread(void (*work)(void *), void *argument) {
  // The end of the thread's stack is far from here.
  _Alignas(16) char room[stack_size];
  set_stack(room, 0);
  work(argument);
  set_stack(room, SS_DISABLE);
}

/// Installs a handler that interrupts waiting calls instead of restarting them.
static void handle(int number, void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

static bool is_ignored(int number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

void rk_set_endings(const rk_endings *given) {
  static _Alignas(16) char room[stack_size];
  static const int faults[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
  endings = given;
  set_stack(room, 0);
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) handle(faults[i], answer_fault);
  // The time is up, whoever set the timer.
  handle(SIGALRM, end_interrupted);
  sigset_t alarm;
  sigemptyset(&alarm);
  sigaddset(&alarm, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &alarm, NULL);
  handle(SIGINT, answer_interruption);
  handle(SIGTERM, answer_interruption);
  // A program that should outlive its terminal is started with this one ignored.
  if (!is_ignored(SIGHUP)) handle(SIGHUP, answer_interruption);
}
