import Foundation

/// Values as the library stores them in its columns of JSON: sorted keys, so that equal values give equal bytes.
enum StoredJSON {
    /// - Throws: `EncodingError` where the value holds a number that JSON can't express.
    static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
