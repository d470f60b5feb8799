#include <leptonica/allheaders.h>
#include <tesseract/capi.h>

#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "CTesseract.h"

using namespace tesseract;

struct CTextReader {
    TessBaseAPI *api;
};

/// Tesseract asks OpenMP for four threads, which take more time than they save. The variable of the environment that forbids it can't
/// be set here: other threads may read the environment meanwhile. No level of parallel regions may be active instead, which holds
/// for the calling thread.
static void use_one_thread() {
    using Setter = void (*)(int);
    static const Setter setter = reinterpret_cast<Setter>(dlsym(RTLD_DEFAULT, "omp_set_max_active_levels"));
    if (setter) setter(0);
}

extern "C" int32_t ctesseract_languages(char *result, int32_t capacity) {
    try {
        TessBaseAPI *api = TessBaseAPICreate();
        TessBaseAPISetVariable(api, "debug_file", "/dev/null");
        // The folder is found by loading any language.
        for (const char *language : {"eng", "deu", "fra", "spa", "ces", "osd"}) {
            if (TessBaseAPIInit3(api, nullptr, language) == 0) break;
        }
        char **list = TessBaseAPIGetAvailableLanguagesAsVector(api);
        std::string text;
        if (list) {
            for (char **language = list; *language; language++) {
                text += *language;
                text += '\n';
            }
            TessDeleteTextArray(list);
        }
        TessBaseAPIDelete(api);
        if (text.size() + 1 > static_cast<size_t>(capacity)) return -1;
        std::memcpy(result, text.c_str(), text.size() + 1);
        return 0;
    } catch (...) {
        return -1;
    }
}

extern "C" CTextReader *ctesseract_create(const char *languages, int32_t use_dictionary) {
    try {
        TessBaseAPI *api = TessBaseAPICreate();
        if (!api) return nullptr;
        // Leptonica writes to standard error about every empty box.
        setMsgSeverity(L_SEVERITY_NONE);
        std::vector<char *> names, values;
        char system[] = "load_system_dawg", frequent[] = "load_freq_dawg", no[] = "0", debug[] = "debug_file", null[] = "/dev/null";
        names.push_back(debug);
        values.push_back(null);
        if (!use_dictionary) {
            names.insert(names.end(), {system, frequent});
            values.insert(values.end(), {no, no});
        }
        if (TessBaseAPIInit4(
                api, nullptr, languages, OEM_LSTM_ONLY, nullptr, 0, names.data(), values.data(), names.size(), 0)
            != 0) {
            TessBaseAPIDelete(api);
            return nullptr;
        }
        // Characters that serial numbers don't have, and that are mistaken for letters that they do have.
        if (!use_dictionary) TessBaseAPISetVariable(api, "tessedit_char_blacklist", "$€£¥§©®™|\\\"'`{}[]<>!?@&%^_~¢«»‘’“”");
        return new CTextReader{api};
    } catch (...) {
        return nullptr;
    }
}

extern "C" void ctesseract_delete(CTextReader *reader) {
    if (!reader) return;
    try {
        TessBaseAPIDelete(reader->api);
    } catch (...) {
    }
    delete reader;
}

extern "C" int32_t ctesseract_read(
    CTextReader *reader, const uint8_t *gray, int32_t width, int32_t height, int32_t mode, int32_t milliseconds, CTextWord **words,
    int32_t *count) {
    *words = nullptr;
    *count = 0;
    std::vector<CTextWord> found;
    try {
        use_one_thread();
        TessBaseAPI *api = reader->api;
        TessBaseAPISetPageSegMode(api, static_cast<TessPageSegMode>(mode));
        TessBaseAPISetImage(api, gray, width, height, 1, width);
        TessBaseAPISetSourceResolution(api, 300);
        ETEXT_DESC *monitor = TessMonitorCreate();
        TessMonitorSetDeadlineMSecs(monitor, milliseconds);
        const int failed = TessBaseAPIRecognize(api, monitor);
        TessMonitorDelete(monitor);
        TessResultIterator *iterator = failed ? nullptr : TessBaseAPIGetIterator(api);
        int32_t line = -1;
        if (iterator) {
            const TessPageIterator *page = TessResultIteratorGetPageIteratorConst(iterator);
            do {
                if (line < 0 || TessPageIteratorIsAtBeginningOf(page, RIL_TEXTLINE)) line++;
                char *text = TessResultIteratorGetUTF8Text(iterator, RIL_WORD);
                if (!text) continue;
                CTextWord word{};
                int left = 0, top = 0, right = 0, bottom = 0;
                TessPageIteratorBoundingBox(page, RIL_WORD, &left, &top, &right, &bottom);
                word.text = strdup(text);
                word.confidence = TessResultIteratorConfidence(iterator, RIL_WORD);
                word.left = left, word.top = top, word.right = right, word.bottom = bottom, word.line = line;
                TessDeleteText(text);
                if (word.text) found.push_back(word);
            } while (TessResultIteratorNext(iterator, RIL_WORD));
            TessResultIteratorDelete(iterator);
        }
        TessBaseAPIClear(api);
        if (!found.empty()) {
            *words = static_cast<CTextWord *>(std::malloc(found.size() * sizeof(CTextWord)));
            if (!*words) {
                for (auto &word : found) std::free(word.text);
                return -1;
            }
            std::memcpy(*words, found.data(), found.size() * sizeof(CTextWord));
            *count = static_cast<int32_t>(found.size());
        }
        return 0;
    } catch (...) {
        for (auto &word : found) std::free(word.text);
        return -1;
    }
}

extern "C" void ctesseract_free_words(CTextWord *words, int32_t count) {
    for (int32_t i = 0; i < count; i++) std::free(words[i].text);
    std::free(words);
}
