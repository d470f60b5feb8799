import Codecs
import Foundation
import Support

/// Writes an E57 file's content and puts a checksum behind every 1020 bytes.
struct E57PageWriter: ~Copyable {
    private var file: AtomicFile
    /// The header comes when everything else is known.
    private var page = [UInt8](repeating: 0, count: E57Pages.headerSize)
    /// The first page, whose header is known only at the end.
    private var firstPage: [UInt8] = []
    /// Bytes of content so far.
    private(set) var count = E57Pages.headerSize
    /// Of all content so far: the same content gives the same ids.
    private var digest = (UInt64(0x9E37_79B9_7F4A_7C15), UInt64(0xD1B5_4A32_D192_ED03))

    init(_ url: URL) throws(FormatError) { file = try AtomicFile.begin(url) }

    mutating func put(_ bytes: [UInt8]) throws(FormatError) {
        var done = 0
        while done < bytes.count {
            let n = min(E57Pages.contentSize - page.count, bytes.count - done)
            page.append(contentsOf: bytes[done..<done + n])
            done += n
            count += n
            if page.count == E57Pages.contentSize { try flush() }
        }
    }

    /// Zeros up to the next multiple of four bytes, where every section begins.
    mutating func align() throws(FormatError) { try put([UInt8](repeating: 0, count: (4 - count % 4) % 4)) }

    /// An id of all content so far.
    var id: String {
        let sum = (UInt64(Self.checksum(page)) | UInt64(count) << 32) &* 0x9E37_79B9_7F4A_7C15
        let digits = [digest.0 ^ sum, digest.1 &+ sum].map { value in
            let text = String(value, radix: 16, uppercase: true)
            return String(repeating: "0", count: 16 - text.count) + text
        }.joined()
        var parts: [Substring] = []
        var rest = digits[...]
        for n in [8, 4, 4, 4, 12] {
            parts.append(rest.prefix(n))
            rest = rest.dropFirst(n)
        }
        return "{\(parts.joined(separator: "-"))}"
    }

    private mutating func flush() throws(FormatError) {
        if firstPage.isEmpty { firstPage = page }
        let sum = Self.checksum(page)
        digest.0 = (digest.0 ^ UInt64(sum)) &* 0xBF58_476D_1CE4_E5B9
        digest.0 ^= digest.0 >> 29
        digest.1 = (digest.1 &+ digest.0) &* 0x94D0_49BB_1331_11EB
        digest.1 ^= digest.1 >> 32
        try file.putArray(page)
        try file.putArray(Self.bytes(sum))
        page.removeAll(keepingCapacity: true)
    }

    private static func checksum(_ page: [UInt8]) -> UInt32 { page.withUnsafeBytes { CRC32C.of($0) } }

    /// The checksum's greatest byte comes first, unlike all other numbers'.
    private static func bytes(_ sum: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * UInt32($0))) } }

    /// Fills the last page, writes the header and puts the file in its place.
    /// - Parameter xml: logical place and length of the XML section.
    consuming func finish(xml: (start: Int, length: Int)) throws(FormatError) {
        if !page.isEmpty { try put([UInt8](repeating: 0, count: E57Pages.contentSize - page.count)) }
        var header = LittleEndianWriter()
        header.text(E57Pages.signature, 8)
        header.uint32(1)
        header.uint32(0)
        header.uint64(count / E57Pages.contentSize * E57Pages.pageSize)
        header.uint64(E57Pages.physical(xml.start))
        header.uint64(xml.length)
        header.uint64(E57Pages.pageSize)
        firstPage.replaceSubrange(..<header.bytes.count, with: header.bytes)
        try file.put(firstPage + Self.bytes(Self.checksum(firstPage)), at: 0)
        try AtomicFile.end(file)
    }
}
