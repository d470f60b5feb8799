/// The path of an archive's entry, checked to stay inside of the folder that it is unpacked into.
struct ArchivePath: Equatable {
    /// Names from the top down; none of them is empty, `.` or `..`.
    let components: [String]

    enum Refusal: Error {
        case absolute, climbing, unusable
    }

    static let maximumBytes = 1024
    static let maximumDepth = 32

    /// Reads `/`-separated `text`. Archives made by some Windows programs separate by backslashes, so these separate as well.
    ///
    /// It compares bytes: to Swift, a slash and a combining accent after it are one `Character`, to the system they are not.
    init(_ text: String) throws(Refusal) {
        let slash = UInt8(ascii: "/")
        let bytes = text.utf8.map { $0 == UInt8(ascii: "\\") ? slash : $0 }
        if bytes.first == slash || Self.hasDrive(bytes) { throw .absolute }
        let names = bytes.split(separator: slash).map(Array.init).filter { $0 != [UInt8(ascii: ".")] }
        if names.contains([UInt8(ascii: "."), UInt8(ascii: ".")]) { throw .climbing }
        let isUsable =
            bytes.count <= Self.maximumBytes && names.count <= Self.maximumDepth
            && names.allSatisfy { name in name.count <= 255 && name.allSatisfy { $0 >= 32 && $0 != 127 } }
        guard isUsable else { throw .unusable }
        components = names.map { String(decoding: $0, as: UTF8.self) }
    }

    /// `C:` at the beginning.
    private static func hasDrive(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 2 && (bytes[0] | 0x20) >= UInt8(ascii: "a") && (bytes[0] | 0x20) <= UInt8(ascii: "z")
            && bytes[1] == UInt8(ascii: ":")
    }

    /// Whether it is something that operating systems leave in archives: `__MACOSX/…`, `._name`, `.DS_Store`.
    var isJunk: Bool { components.contains { $0 == "__MACOSX" || $0 == ".DS_Store" || $0.hasPrefix("._") } }
}
