import Codecs
import Support

/// The pages of an E57 file: every 1024 bytes end with a checksum of the others (ASTM E2807, section 6.2).
///
/// Places in the file are physical, with the checksums; contents are logical, without them.
struct E57Pages {
    static let pageSize = 1024
    static let contentSize = 1020
    static let signature = "ASTM-E57"
    static let headerSize = 48
    /// The largest XML section that is read; it becomes a tree in memory.
    private static let maxXML = 1 << 26

    let bytes: UnsafeRawBufferPointer
    private let xmlOffset: Int
    private let xmlLength: Int

    /// - Throws: where the header is damaged or the file is truncated.
    init(_ bytes: UnsafeRawBufferPointer) throws(FormatError) {
        guard bytes.count >= Self.pageSize else { throw .unreadable("ends inside its E57 header; the file is truncated") }
        let file = LittleEndianBytes(bytes)
        let major = file.uint32(8)
        let minor = file.uint32(12)
        guard major == 1 else { throw .unreadable("is E57 \(major).\(minor); only version 1 is read") }
        guard file.uint64(40) == Self.pageSize else {
            throw .unreadable("has pages of \(file.uint64(40)) bytes; the standard has pages of 1024")
        }
        let length = file.uint64(16)
        guard length % UInt64(Self.pageSize) == 0, length >= Self.pageSize else { throw .unreadable("its header is damaged") }
        guard length <= bytes.count else {
            throw .unreadable("declares \(length) bytes but contains only \(bytes.count); the file is truncated; copy it again")
        }
        guard let offset = Int(exactly: file.uint64(24)), let xml = Int(exactly: file.uint64(32)), xml <= Self.maxXML else {
            throw .unreadable("its header is damaged")
        }
        self.bytes = UnsafeRawBufferPointer(rebasing: bytes[..<Int(length)])
        xmlOffset = offset
        xmlLength = xml
    }

    /// Compares all pages with their checksums.
    func verify() throws(FormatError) {
        let count = bytes.count / Self.pageSize
        var isGood = [Bool](repeating: true, count: count)
        isGood.withUnsafeMutableBufferPointer { isGood in
            nonisolated(unsafe) let isGood = isGood
            Parallel.forEachRange(count, minimum: 256) { range in
                for i in range {
                    let start = i * Self.pageSize
                    let content = UnsafeRawBufferPointer(rebasing: bytes[start..<start + Self.contentSize])
                    let sum = bytes.loadUnaligned(fromByteOffset: start + Self.contentSize, as: UInt32.self)
                    isGood[i] = CRC32C.of(content) == UInt32(bigEndian: sum)
                }
            }
        }
        if let bad = isGood.firstIndex(of: false) {
            throw .unreadable("page \(bad + 1) of its \(count) does not match its checksum; the file is damaged; copy it again")
        }
    }

    /// The tree of the XML section.
    func readTree() throws(FormatError) -> XMLTreeNode {
        guard xmlLength > 0, let start = logical(xmlOffset), var xml = read(start, xmlLength) else {
            throw .unreadable("its XML section is stored beyond the end of the file; the file is truncated or damaged")
        }
        // Some writers count the padding of the last page.
        while xml.last == 0 { xml.removeLast() }
        let result = xml.withUnsafeBytes { bytes -> Result<XMLTreeNode, FormatError> in
            do throws(FormatError) { return .success(try XMLTreeNode.read(bytes)) } catch { return .failure(error) }
        }
        let root = try result.get()
        guard root.name == "e57Root" else { throw .unreadable("its XML begins with <\(Text.clean(root.name))>, not <e57Root>") }
        return root
    }

    /// The logical place of a physical one; nil beyond the end or inside of a checksum.
    func logical(_ physical: Int) -> Int? {
        guard physical >= 0, physical < bytes.count, physical % Self.pageSize < Self.contentSize else { return nil }
        return physical / Self.pageSize * Self.contentSize + physical % Self.pageSize
    }

    static func physical(_ logical: Int) -> Int { logical / contentSize * pageSize + logical % contentSize }

    /// Bytes of content in the file.
    var contentCount: Int { bytes.count / Self.pageSize * Self.contentSize }

    /// Content from a logical place on; nil where the file ends before.
    func read(_ start: Int, _ count: Int) -> [UInt8]? {
        guard start >= 0, count >= 0, start <= contentCount, count <= contentCount - start else { return nil }
        return [UInt8](unsafeUninitializedCapacity: count) { target, n in
            copy(start, count, to: UnsafeMutableRawPointer(target.baseAddress!))
            n = count
        }
    }

    /// The same to memory of the caller's, who has made sure that it is there.
    func copy(_ start: Int, _ count: Int, to target: UnsafeMutableRawPointer) {
        var place = start
        var done = 0
        while done < count {
            let inPage = place % Self.contentSize
            let n = min(Self.contentSize - inPage, count - done)
            (target + done).copyMemory(from: bytes.baseAddress! + (place / Self.contentSize * Self.pageSize + inPage), byteCount: n)
            place += n
            done += n
        }
    }
}
