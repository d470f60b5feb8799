/// The name of an object in a bucket: parts of letters, digits, `-`, `_`, `.` and `=`, joined by `/`. It can never refer to
/// anything outside a folder.
public struct BucketKey: Hashable, Sendable, CustomStringConvertible {
    /// The key as text: 1 to 512 bytes.
    public let description: String

    /// Reads a key; nil for anything else: empty parts, parts that begin with a dot, other characters.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...512).contains(text.utf8.count), parts.allSatisfy({ Self.isPart($0) }) else { return nil }
        description = String(text)
    }

    /// Whether `text` can be one part of a key.
    public static func isPart(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, first != UInt8(ascii: ".") else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "="):
                true
            default: false
            }
        }
    }

    /// The part after the last slash.
    public var name: Substring { description.split(separator: "/").last ?? "" }

    /// The key without its last part; nil where it has only one.
    public var folder: BucketKey? { description.lastIndex(of: "/").flatMap { BucketKey(description[..<$0]) } }
}

extension BucketKey: Comparable {
    /// By bytes, as buckets list them.
    public static func < (a: Self, b: Self) -> Bool { a.description.utf8.lexicographicallyPrecedes(b.description.utf8) }
}
