import CTesseract
import Foundation

/// A Tesseract instance, for one thread at a time.
final class TesseractEngine {
    private let reader: OpaquePointer

    /// How a page is divided.
    enum Layout: Int32 {
        case block = 6
        case line = 7
        case sparse = 11
    }

    /// A word in an image.
    struct Word {
        var text: String
        var confidence: Double
        var bounds: TextLine.Bounds
        var line: Int
    }

    /// - Throws: `RecognitionError` where a model is missing or damaged.
    init(languages: [String], usesDictionary: Bool) throws(RecognitionError) {
        guard let reader = ctesseract_create(languages.joined(separator: "+"), usesDictionary ? 1 : 0) else {
            throw RecognitionError(
                .missing, input: "text recognition",
                problem: "the language models \(languages.joined(separator: ", ")) can't be loaded",
                remedy: "install them (on Debian: apt install \(languages.map { "tesseract-ocr-\($0)" }.joined(separator: " ")))")
        }
        self.reader = reader
    }

    deinit { ctesseract_delete(reader) }

    /// The words of an image; empty after `seconds`, and for images that are too small to have any.
    func words(_ image: GrayImage, layout: Layout, seconds: Double = 20) throws(RecognitionError) -> [Word] {
        guard image.width >= 8, image.height >= 8 else { return [] }
        var words: UnsafeMutablePointer<CTextWord>?
        var count: Int32 = 0
        let status = image.pixels.withUnsafeBufferPointer { pixels in
            ctesseract_read(
                reader, pixels.baseAddress, Int32(image.width), Int32(image.height), layout.rawValue, Int32(seconds * 1000), &words,
                &count)
        }
        guard status == 0 else { throw RecognitionError(.failure, input: "image", problem: "Tesseract failed") }
        defer { ctesseract_free_words(words, count) }
        return (0..<Int(count)).compactMap { i in
            guard let word = words?[i], let text = word.text else { return nil }
            let trimmed = String(cString: text).trimmingCharacters(in: .whitespacesAndNewlines)
            guard !trimmed.isEmpty else { return nil }
            return Word(
                text: trimmed, confidence: min(1, max(0, Double(word.confidence) / 100)),
                bounds: .init(
                    x: Int(word.left), y: Int(word.top), width: Int(word.right - word.left), height: Int(word.bottom - word.top)),
                line: Int(word.line))
        }
    }
}
