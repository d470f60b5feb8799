#include "CPNGBridge.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Where an error jumps to, and its text.
typedef struct {
    jmp_buf jump;
    char *message;
} failure;

static void fail(png_structp png, png_const_charp text) {
    failure *f = png_get_error_ptr(png);
    strncpy(f->message, text, DIORAMA_PNG_MESSAGE - 1);
    f->message[DIORAMA_PNG_MESSAGE - 1] = 0;
    longjmp(f->jump, 1);
}

// Warnings concern chunks that don't matter for the pixels.
static void ignore(png_structp png, png_const_charp text) {
    (void)png;
    (void)text;
}

typedef struct {
    const uint8_t *next;
    size_t remaining;
} source;

static void take(png_structp png, png_bytep to, size_t n) {
    source *s = png_get_io_ptr(png);
    if (n > s->remaining) png_error(png, "it ends early (truncated)");
    memcpy(to, s->next, n);
    s->next += n;
    s->remaining -= n;
}

static int is_little_endian(void) {
    const uint16_t one = 1;
    return *(const uint8_t *)&one;
}

static const char *type_name(int type) {
    switch (type) {
    case PNG_COLOR_TYPE_GRAY: return "grey";
    case PNG_COLOR_TYPE_GRAY_ALPHA: return "grey with alpha";
    case PNG_COLOR_TYPE_PALETTE: return "palette";
    case PNG_COLOR_TYPE_RGB: return "RGB";
    default: return "RGBA";
    }
}

static void require_gray(png_structp png, png_infop info, int sixteen) {
    int depth = png_get_bit_depth(png, info), type = png_get_color_type(png, info);
    if (type == PNG_COLOR_TYPE_GRAY && (depth == 16) == sixteen) return;
    char text[DIORAMA_PNG_MESSAGE];
    snprintf(
        text, sizeof text, "it holds %d-bit %s pixels where %d-bit grey ones are needed", depth, type_name(type), sixteen ? 16 : 8);
    png_error(png, text);
}

int diorama_png_decode(
    const uint8_t *bytes, size_t count, diorama_png_layout layout, uint32_t width, uint32_t height, void *pixels, char *message) {
    failure f = {.message = message};
    source s = {bytes, count};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &f, fail, ignore);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info) {
        png_destroy_read_struct(&png, NULL, NULL);
        strcpy(message, "libpng could not be started (out of memory)");
        return -1;
    }
    if (setjmp(f.jump)) {
        png_destroy_read_struct(&png, &info, NULL);
        return -1;
    }
    png_set_read_fn(png, &s, take);
    // Only what the pixels need: no text, time, colour profile.
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    // Each chunk's CRC is checked; the second check sum inside the compressed data finds nothing more and takes time.
    png_set_option(png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
    png_read_info(png, info);
    if (png_get_image_width(png, info) != width || png_get_image_height(png, info) != height) {
        png_error(png, "its header is not where it should be");
    }
    switch (layout) {
    case DIORAMA_PNG_RGBA8:
        png_set_expand(png);
        png_set_scale_16(png);
        png_set_gray_to_rgb(png);
        png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
        break;
    case DIORAMA_PNG_GRAY8:
        require_gray(png, info, 0);
        png_set_packing(png);
        break;
    case DIORAMA_PNG_GRAY16:
        require_gray(png, info, 1);
        if (is_little_endian()) png_set_swap(png);
        break;
    }
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    size_t pixel = layout == DIORAMA_PNG_RGBA8 ? 4 : layout == DIORAMA_PNG_GRAY16 ? 2 : 1;
    size_t row = pixel * width;
    if (png_get_rowbytes(png, info) != row) png_error(png, "its rows have an unexpected size");
    for (int pass = 0; pass < passes; pass++) {
        for (size_t y = 0; y < height; y++) png_read_row(png, (png_bytep)pixels + y * row, NULL);
    }
    png_read_end(png, NULL);
    png_destroy_read_struct(&png, &info, NULL);
    return 0;
}

typedef struct {
    uint8_t *bytes;
    size_t count, capacity;
} sink;

static void put(png_structp png, png_bytep from, size_t n) {
    sink *s = png_get_io_ptr(png);
    if (s->count + n > s->capacity) {
        size_t capacity = (s->count + n) * 2;
        uint8_t *grown = realloc(s->bytes, capacity);
        if (!grown) png_error(png, "out of memory");
        s->bytes = grown;
        s->capacity = capacity;
    }
    memcpy(s->bytes + s->count, from, n);
    s->count += n;
}

static void flush_nothing(png_structp png) { (void)png; }

int diorama_png_encode(
    const void *pixels, diorama_png_layout layout, int opaque, uint32_t width, uint32_t height, uint32_t pixels_per_metre,
    int level, uint8_t **bytes, size_t *count, char *message) {
    failure f = {.message = message};
    sink s = {0};
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &f, fail, ignore);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info) {
        png_destroy_write_struct(&png, NULL);
        strcpy(message, "libpng could not be started (out of memory)");
        return -1;
    }
    if (setjmp(f.jump)) {
        png_destroy_write_struct(&png, &info);
        free(s.bytes);
        return -1;
    }
    png_set_write_fn(png, &s, put, flush_nothing);
    int color = layout != DIORAMA_PNG_RGBA8 ? PNG_COLOR_TYPE_GRAY : opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGBA;
    int depth = layout == DIORAMA_PNG_GRAY16 ? 16 : 8;
    png_set_IHDR(png, info, width, height, depth, color, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_compression_level(png, level);
    if (pixels_per_metre) png_set_pHYs(png, info, pixels_per_metre, pixels_per_metre, PNG_RESOLUTION_METER);
    png_write_info(png, info);
    if (layout == DIORAMA_PNG_RGBA8 && opaque) png_set_filler(png, 0, PNG_FILLER_AFTER);
    if (layout == DIORAMA_PNG_GRAY16 && is_little_endian()) png_set_swap(png);
    size_t row = (size_t)width * (layout == DIORAMA_PNG_RGBA8 ? 4 : layout == DIORAMA_PNG_GRAY16 ? 2 : 1);
    for (size_t y = 0; y < height; y++) png_write_row(png, (png_const_bytep)pixels + y * row);
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    *bytes = s.bytes;
    *count = s.count;
    return 0;
}
