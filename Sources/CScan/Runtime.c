// Replacements for functions of Swift's runtime, if the program is linked statically (see the Makefile).
// Without /proc the runtime's own would find no arguments, or stop before anything runs; with it they
// take time at each start.

#include "CScan.h"

#ifdef __linux__
static char **arguments;
static int argument_count;

/// The C library passes constructors the arguments of `main`.
__attribute__((constructor)) static void keep_arguments(int count, char **given) {
  argument_count = count;
  arguments = given;
}

// These two are all that the runtime's CommandLine.cpp defines, so the linker leaves that file out. Its
// constructor would search the stack for the arguments by /proc/self/maps: a twentieth of all instructions of a
// short run.

/// The source of CommandLine.arguments.
__attribute__((visibility("hidden"))) char **_swift_stdlib_getUnsafeArgvArgc(int *count) {
  *count = argument_count;
  return arguments;
}

/// The setter of CommandLine.arguments.
__attribute__((visibility("hidden"))) void _swift_stdlib_overrideUnsafeArgvArgc(char **given, int count) {
  argument_count = count;
  arguments = given;
}

// The rest replaces single functions, by the linker's --wrap.

/// The runtime looks for a program that prints crashes, and stops if the system does not reveal its
/// own path.
const char *__wrap_swift_copyAuxiliaryExecutablePath(const char *name) {
  (void)name;
  return NULL;
}

/// swift::swift_abortAllocationFailure(size_t, size_t), which would print a second message.
_Noreturn void __wrap__ZN5swift28swift_abortAllocationFailureEmm(size_t size, size_t alignment) {
  (void)size, (void)alignment;
  rk_end_without_memory();
}
#endif
