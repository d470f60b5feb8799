#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Tesseract in C, without its exceptions. One reader serves one thread at a time.

typedef struct CTextReader CTextReader;

/// A word: UTF-8 text, confidence 0 to 100, box in pixels of the image, and the number of its line.
typedef struct {
    char *text;
    float confidence;
    int32_t left, top, right, bottom, line;
} CTextWord;

/// The languages whose models are installed, separated by newlines, in `result` (ends with zero). Returns 0, or -1 where there is
/// no room or Tesseract can't say.
int32_t ctesseract_languages(char *result, int32_t capacity);

/// A reader of these languages ("eng+deu"), or null where it can't be made. `use_dictionary` 0 for serial numbers.
CTextReader *ctesseract_create(const char *languages, int32_t use_dictionary);

void ctesseract_delete(CTextReader *reader);

/// How the page is divided.
enum {
    CTESSERACT_BLOCK = 6,
    CTESSERACT_LINE = 7,
    CTESSERACT_SPARSE = 11,
};

/// Reads a grey image of 8 bit without padding. `words` is set to an array of `*count` words, freed by `ctesseract_free_words`.
/// Ends after `milliseconds`. Returns 0, or -1.
int32_t ctesseract_read(
    CTextReader *reader, const uint8_t *gray, int32_t width, int32_t height, int32_t mode, int32_t milliseconds, CTextWord **words,
    int32_t *count);

void ctesseract_free_words(CTextWord *words, int32_t count);

#ifdef __cplusplus
}
#endif
