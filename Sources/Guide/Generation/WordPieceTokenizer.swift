import Foundation

/// Divides texts into the tokens of BERT models with a lower-case vocabulary: words and punctuation first, then each word into the
/// longest pieces that the vocabulary has (Devlin et al. 2018). Case and accents don't count.
public struct WordPieceTokenizer: Sendable {
    private let identifiers: [String: Int32]
    private let unknown: Int32
    private let start: Int32
    private let end: Int32
    /// Longer words are unknown.
    private static let longestWord = 100

    /// Creates a tokenizer from a vocabulary of one token a line, as `vocab.txt`.
    /// - Throws: `GuideError` where a special token is missing.
    public init(vocabulary: String) throws(GuideError) {
        var identifiers: [String: Int32] = [:]
        for (index, line) in vocabulary.split(separator: "\n", omittingEmptySubsequences: false).enumerated() where !line.isEmpty {
            identifiers[line.hasSuffix("\r") ? String(line.dropLast()) : String(line)] = Int32(clamping: index)
        }
        guard let unknown = identifiers["[UNK]"], let start = identifiers["[CLS]"], let end = identifiers["[SEP]"] else {
            throw GuideError("vocabulary", "[UNK], [CLS] or [SEP] is missing", remedy: "choose the vocab.txt of the model")
        }
        self.identifiers = identifiers
        self.unknown = unknown
        self.start = start
        self.end = end
    }

    /// The tokens of a text between those for start and end, `limit` at most.
    public func tokens(_ text: String, limit: Int = 256) -> [Int32] {
        var tokens = [start]
        for word in Self.words(text) {
            tokens += pieces(word)
            if tokens.count >= limit { break }
        }
        return tokens.prefix(max(1, limit - 1)) + [end]
    }

    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        func isAlone(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.value {
            case 33...47, 58...64, 91...96, 123...126, 0x4E00...0x9FFF, 0x3400...0x4DBF, 0xF900...0xFAFF, 0x20000...0x2FA1F: true
            default: scalar.properties.isPunctuation
            }
        }
        for scalar in text.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars {
            if scalar.properties.generalCategory == .nonspacingMark || scalar.value == 0 || scalar.value == 0xFFFD { continue }
            let isSpace = scalar.properties.isWhitespace
            if !isSpace && !isAlone(scalar) {
                if scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .format {
                    word.unicodeScalars.append(scalar)
                }
                continue
            }
            if !word.isEmpty { words.append(word) }
            word = ""
            if !isSpace { words.append(String(scalar)) }
        }
        return word.isEmpty ? words : words + [word]
    }

    private func pieces(_ word: String) -> [Int32] {
        let scalars = Array(word.unicodeScalars)
        guard scalars.count <= Self.longestWord else { return [unknown] }
        var result: [Int32] = []
        var from = 0
        while from < scalars.count {
            var to = scalars.count
            var found: Int32?
            while to > from, found == nil {
                var piece = from == 0 ? "" : "##"
                piece.unicodeScalars.append(contentsOf: scalars[from..<to])
                found = identifiers[piece]
                if found == nil { to -= 1 }
            }
            guard let found else { return [unknown] }
            result.append(found)
            from = to
        }
        return result
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isPunctuation: Bool {
        switch generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
            .otherPunctuation:
            true
        default: false
        }
    }
}
