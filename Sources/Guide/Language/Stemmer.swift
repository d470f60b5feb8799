import CStemmer

/// The languages in which questions are understood.
public enum GuideLanguage: String, Sendable, CaseIterable, Codable {
    case english = "en"
    case german = "de"
    case french = "fr"
    case spanish = "es"
}

/// Reduces words to their stems, by Snowball (libstemmer). Not to be shared by threads.
final class Stemmer {
    private let stemmer: OpaquePointer?
    private var known: [String: String] = [:]

    init(_ language: GuideLanguage) {
        stemmer = sb_stemmer_new(language.rawValue, "UTF_8")
    }

    deinit { if let stemmer { sb_stemmer_delete(stemmer) } }

    /// The stem of a folded word. Numbers stay as they are.
    func stem(_ word: String) -> String {
        if let stem = known[word] { return stem }
        var text = word
        let result = text.withUTF8 { bytes -> String in
            guard let stemmer, let base = bytes.baseAddress,
                let stem = sb_stemmer_stem(stemmer, base, Int32(bytes.count))
            else { return word }
            let count = Int(sb_stemmer_length(stemmer))
            return String(decoding: UnsafeBufferPointer(start: stem, count: count), as: UTF8.self)
        }
        if known.count > 20_000 { known = [:] }
        known[word] = result
        return result
    }
}
