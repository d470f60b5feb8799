#if __has_include(<cairo-pdf.h>)
#include <cairo-pdf.h>
#else
#include <cairo/cairo-pdf.h>
#endif
