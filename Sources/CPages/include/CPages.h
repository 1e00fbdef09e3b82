// Texts that are embedded in the program.

#ifndef RK_CPAGES_H
#define RK_CPAGES_H

#include <stddef.h>

/// The bytes of a file, which never change.
typedef struct {
  const unsigned char *bytes;
  size_t count;
} rk_text;

/// docs/diagnostics.md: rkmap help RK1002 shows a section of it.
rk_text rk_pages(void);
/// What makes the page of a report alive, and what it looks like.
rk_text rk_report_script(void);
rk_text rk_report_style(void);

#endif
