import CTesseract

/// Languages of text, by Tesseract's codes.
public enum TextLanguages {
    /// The languages that are read where they are installed.
    public static let preferred = ["eng", "deu", "fra", "spa", "ces"]

    /// The languages whose models are installed.
    public static let installed: Set<String> = {
        var buffer = [CChar](repeating: 0, count: 16384)
        guard ctesseract_languages(&buffer, Int32(buffer.count)) == 0 else { return [] }
        let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return Set(text.split(separator: "\n").map(String.init))
    }()

    /// A notice about languages of `wanted` that are not installed; nil where all are.
    static func notice(wanted: [String]) -> String? {
        let missing = wanted.filter { !installed.contains($0) }
        guard !missing.isEmpty else { return nil }
        let packages = missing.map { "tesseract-ocr-\($0)" }.joined(separator: " ")
        return "text in \(missing.joined(separator: ", ")) is read as if it were another language; "
            + "install it (on Debian: apt install \(packages))"
    }
}
