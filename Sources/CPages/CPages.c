#include "CPages.h"

// Clang accepts #embed, which is C23, in any C, with a warning.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char pages[] = {
#embed "../../docs/diagnostics.md"
};

const unsigned char *rk_pages(void) { return pages; }

size_t rk_page_size(void) { return sizeof pages; }
