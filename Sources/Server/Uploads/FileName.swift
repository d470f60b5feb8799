/// A file name as an upload may give it.
enum FileName {
    /// `text` as a bare file name of at most 255 bytes, or nil: no folders, no control characters, not hidden.
    static func valid(_ text: String) -> String? {
        guard text.utf8.count <= 255, let first = text.utf8.first, first != UInt8(ascii: "."),
            !text.unicodeScalars.contains(where: { $0 == "/" || $0 == "\\" || $0.properties.generalCategory == .control })
        else { return nil }
        return text
    }
}
