// docs/diagnostics.md, embedded in the program: rkmap help RK1002 shows a section of it.

#ifndef RK_CPAGES_H
#define RK_CPAGES_H

#include <stddef.h>

/// The bytes of the file.
const unsigned char *rk_pages(void);
/// How many there are.
size_t rk_page_size(void);

#endif
