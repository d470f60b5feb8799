#define ZX_USE_UTF8 1
#include <ZXing/BitMatrix.h>
#include <ZXing/CharacterSet.h>
#include <ZXing/MultiFormatWriter.h>
#include <ZXing/ReadBarcode.h>

#include <cstdlib>
#include <cstring>

#include "CBarcodes.h"

using namespace ZXing;

namespace {

void copy(char *to, size_t size, const std::string &text) {
    std::strncpy(to, text.c_str(), size - 1);
    to[size - 1] = 0;
}

DecodeHints hints(int32_t family) {
    DecodeHints result;
    result.setTryHarder(true).setTryRotate(true);
    if (family == CBARCODES_LINEAR) {
        // Debian's build aborts when a linear code is found in a reduced copy.
        result.setFormats(BarcodeFormat::LinearCodes).setTryDownscale(false);
    } else if (family == CBARCODES_DATA_MATRIX) {
        result.setFormats(BarcodeFormat::DataMatrix).setTryDownscale(false);
    } else {
        result.setFormats(
                  BarcodeFormats(BarcodeFormat::QRCode) | BarcodeFormat::MicroQRCode | BarcodeFormat::Aztec | BarcodeFormat::PDF417)
            .setTryDownscale(true);
    }
    return result;
}

}  // namespace

extern "C" int32_t cbarcodes_read(
    const uint8_t *gray, int32_t width, int32_t height, int32_t stride, int32_t family, CBarcode *codes, int32_t capacity) {
    int32_t count = 0;
    try {
        const ImageView image(gray, width, height, ImageFormat::Lum, stride, 1);
        for (const auto &result : ReadBarcodes(image, hints(family))) {
            if (!result.isValid() || count >= capacity) continue;
            CBarcode &code = codes[count];
            std::memset(&code, 0, sizeof code);
            copy(code.format, sizeof code.format, ToString(result.format()));
            copy(code.symbology, sizeof code.symbology, result.symbologyIdentifier());
            const std::string text = result.text();
            code.text_length = static_cast<int32_t>(text.size());
            code.text = static_cast<char *>(std::malloc(text.size() + 1));
            if (!code.text) break;
            std::memcpy(code.text, text.c_str(), text.size() + 1);
            code.is_gs1 = result.contentType() == ContentType::GS1 ? 1 : 0;
            const auto position = result.position();
            for (int k = 0; k < 4; k++) {
                code.corners[2 * k] = position[k].x;
                code.corners[2 * k + 1] = position[k].y;
            }
            count++;
        }
        return count;
    } catch (...) {
        cbarcodes_free(codes, count);
        return -1;
    }
}

extern "C" void cbarcodes_free(CBarcode *codes, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        std::free(codes[i].text);
        codes[i].text = nullptr;
    }
}

extern "C" int32_t cbarcodes_write(
    const char *text, int32_t length, int32_t format, uint8_t *modules, int32_t capacity, int32_t *width, int32_t *height) {
    try {
        const BarcodeFormat formats[] = {BarcodeFormat::QRCode, BarcodeFormat::DataMatrix, BarcodeFormat::EAN13, BarcodeFormat::Code128};
        if (format < 0 || format > 3) return -1;
        MultiFormatWriter writer(formats[format]);
        writer.setMargin(0);
        if (format == 0) writer.setEncoding(CharacterSet::UTF8).setEccLevel(4);
        const BitMatrix bits = writer.encode(std::string(text, static_cast<size_t>(length)), 0, 0);
        *width = bits.width();
        *height = bits.height();
        if (bits.width() <= 0 || bits.height() <= 0 || static_cast<int64_t>(bits.width()) * bits.height() > capacity) return -1;
        for (int y = 0; y < bits.height(); y++) {
            for (int x = 0; x < bits.width(); x++) modules[y * bits.width() + x] = bits.get(x, y) ? 1 : 0;
        }
        return 0;
    } catch (...) {
        return -1;
    }
}
