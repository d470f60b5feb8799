#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// zxing-cpp's reader and writer in C. No C++ exception leaves these functions; its assertions end the process, so that photos are
// read in a process of their own.

/// A code in an image: format by its name in zxing-cpp, text in UTF-8 (with zeros replaced), and the corners in pixels (x, y, from
/// the top left clockwise).
typedef struct {
    char format[24];
    char symbology[8];
    char *text;
    int32_t text_length;
    int32_t corners[8];
    int32_t is_gs1;
} CBarcode;

/// Which codes are looked for.
enum {
    /// EAN, UPC, Code 39, 93, 128, ITF, Codabar, DataBar.
    CBARCODES_LINEAR = 0,
    /// QR, Aztec, PDF 417, MaxiCode.
    CBARCODES_MATRIX = 1,
    CBARCODES_DATA_MATRIX = 2,
};

/// Reads the codes of one family in a part of a grey image of 8 bit, whose rows are `stride` bytes apart.
/// Returns how many were written to `codes`, at most `capacity`, or -1. Their texts are freed by `cbarcodes_free`.
int32_t cbarcodes_read(
    const uint8_t *gray, int32_t width, int32_t height, int32_t stride, int32_t family, CBarcode *codes, int32_t capacity);

void cbarcodes_free(CBarcode *codes, int32_t count);

/// Writes a code: `format` is 0 for QR, 1 for Data Matrix, 2 for EAN-13, 3 for Code 128. `modules` has room for `capacity` bytes
/// and gets 1 for each dark module, row by row, without a margin. Returns 0, or -1 where the text can't be encoded.
int32_t cbarcodes_write(
    const char *text, int32_t length, int32_t format, uint8_t *modules, int32_t capacity, int32_t *width, int32_t *height);

#ifdef __cplusplus
}
#endif
