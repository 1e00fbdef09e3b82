// What the program has in place of functions of Swift's runtime, by the linker's --wrap, where it is linked statically: the
// Makefile says so. Without /proc those of the runtime would find no arguments, or stop before anything runs; with it they
// take time at each start.

#include "CScan.h"

#ifdef __linux__
static char **arguments;
static int argument_count;

/// The C library gives its functions of this kind what it gives `main`.
__attribute__((constructor)) static void keep_arguments(int count, char **given) {
  argument_count = count;
  arguments = given;
}

/// What CommandLine.arguments is made of. The runtime reads /proc/self/maps to look for it in the stack.
char **__wrap__swift_stdlib_getUnsafeArgvArgc(int *count) {
  *count = argument_count;
  return arguments;
}

/// The runtime looks for a program that shows crashes, and stops where the system does not tell where it is itself.
const char *__wrap_swift_copyAuxiliaryExecutablePath(const char *name) {
  (void)name;
  return NULL;
}

/// swift::swift_abortAllocationFailure(size_t, size_t), which would say more than one thing of it.
_Noreturn void __wrap__ZN5swift28swift_abortAllocationFailureEmm(size_t size, size_t alignment) {
  (void)size, (void)alignment;
  rk_end_without_memory();
}
#endif
