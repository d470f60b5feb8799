import Foundation

/// What the shared tables accept.
extension Check {
    /// A line, or nil where there is none or it is empty.
    static func optionalLine(_ text: String?, _ what: String, characters: Int) throws(LibraryError) -> String? {
        guard let text, !text.allSatisfy(\.isWhitespace) else { return nil }
        return try line(text, what, characters: characters)
    }

    /// Text of several lines; no control characters but line ends and tabs.
    static func text(_ text: String, _ what: String, characters: Int = 100_000) throws(LibraryError) -> String {
        if text.utf8.count > 8 * characters || text.count > characters {
            throw LibraryError(.invalidValue, "\(what) can have at most \(characters) characters")
        }
        let isControl = text.unicodeScalars.contains {
            $0.properties.generalCategory == .control && !"\n\r\t".unicodeScalars.contains($0)
        }
        if isControl { throw LibraryError(.invalidValue, "\(what) can't have control characters") }
        return text
    }

    static func optionalText(_ text: String?, _ what: String) throws(LibraryError) -> String? {
        guard let text, !text.isEmpty else { return nil }
        return try Check.text(text, what)
    }

    /// A time between the years 1 and 10,000.
    static func time(_ time: Date?, _ what: String) throws(LibraryError) {
        guard let time else { return }
        if !(-62_135_596_800..<253_402_300_800).contains(time.timeIntervalSince1970) {
            throw LibraryError(.invalidValue, "\(what) must lie between the years 1 and 10000")
        }
    }

    /// Each tag once, in the order given.
    static func tags(_ tags: [String]) throws(LibraryError) -> [String] {
        if tags.count > 100 { throw LibraryError(.invalidValue, "there can be at most 100 tags, not \(tags.count)") }
        var seen: Set<String> = []
        var checked: [String] = []
        for tag in tags {
            let tag = try line(tag, "a tag", characters: 100)
            if seen.insert(tag.lowercased()).inserted { checked.append(tag) }
        }
        return checked
    }

    /// A word of a set that may grow: 1 to 50 lowercase letters, digits and hyphens.
    static func word(_ word: String, _ what: String) throws(LibraryError) {
        let isWord = word.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
        if !(1...50).contains(word.utf8.count) || !isWord {
            throw LibraryError(
                .invalidValue, "\"\(word.prefix(60))\" can't be \(what): 1 to 50 lowercase letters, digits and hyphens")
        }
    }

    static func contentType(_ contentType: String) throws(LibraryError) {
        if contentType.isEmpty || contentType.utf8.count > 255 || !contentType.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
            throw LibraryError(.invalidValue, "a media type must be 1 to 255 printable ASCII characters")
        }
    }

    static func fileName(_ fileName: String) throws(LibraryError) {
        let name = try line(fileName, "a file's name", characters: 255)
        if name != fileName || name.utf8.count > 255 || name.contains("/") || name == "." || name == ".." {
            throw LibraryError(.invalidValue, "\"\(name)\" can't be a file's name: 1 to 255 bytes, no slash, no space at its ends")
        }
    }
}
