#pragma once
#include <stddef.h>
#include <stdint.h>

// libpng reports errors by longjmp, which must not cross Swift frames. These functions keep every jump inside C and hand back text.

// How pixels lie in memory, row by row without gaps.
typedef enum {
    // 8 bit each: red, green, blue, alpha. Any PNG can be decoded to it; 16-bit samples are scaled.
    DIORAMA_PNG_RGBA8,
    // One byte: the stored code of an 8-bit (or smaller) grey PNG, not scaled.
    DIORAMA_PNG_GRAY8,
    // Two bytes in the machine's order: the stored code of a 16-bit grey PNG, not scaled and not corrected by gamma.
    DIORAMA_PNG_GRAY16,
} diorama_png_layout;

enum { DIORAMA_PNG_MESSAGE = 160 };

// Decodes a whole PNG in memory whose header declares `width` x `height` into `pixels`, which has room for all of them.
// Returns 0, or -1 with what is wrong in `message` (DIORAMA_PNG_MESSAGE bytes).
int diorama_png_decode(
    const uint8_t *bytes, size_t count, diorama_png_layout layout, uint32_t width, uint32_t height, void *pixels, char *message);

// Encodes `pixels` as a PNG. `opaque` leaves out the alpha of RGBA8. `pixels_per_metre` is told in pHYs unless it is 0. `level` is
// zlib's 0...9. On success returns 0 and hands the file's bytes over in `bytes` (to be freed by the caller) and `count`; otherwise
// -1 with what is wrong in `message`.
int diorama_png_encode(
    const void *pixels, diorama_png_layout layout, int opaque, uint32_t width, uint32_t height, uint32_t pixels_per_metre,
    int level, uint8_t **bytes, size_t *count, char *message);
