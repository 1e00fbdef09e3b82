#include "CPages.h"

// Clang accepts #embed, which is C23, in any C, with a warning.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char pages[] = {
#embed "../../docs/diagnostics.md"
};

static const unsigned char script[] = {
#embed "report.js"
};

static const unsigned char style[] = {
#embed "report.css"
};

rk_text rk_pages(void) { return (rk_text){pages, sizeof pages}; }

rk_text rk_report_script(void) { return (rk_text){script, sizeof script}; }

rk_text rk_report_style(void) { return (rk_text){style, sizeof style}; }
