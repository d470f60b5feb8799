import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The first 100 bytes of an SQLite database (sqlite.org/fileformat2.html, 1.3), read without SQLite, which would repair and write.
///
/// Only for databases that nobody in this process has open: closing a file drops SQLite's locks on it.
struct DatabaseHeader {
    static let magic = Array("SQLite format 3\0".utf8)
    private(set) var bytes: [UInt8]
    /// Bytes of the whole file.
    let fileSize: Int64

    /// - Returns: nil where there is no such file.
    init?(_ file: URL, to action: String) throws(LibraryError) {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0 {
            if errno == ENOENT { return nil }
            throw LibraryError(system: errno, could: action, at: file)
        }
        defer { close(descriptor) }
        var status = stat()
        if fstat(descriptor, &status) != 0 { throw LibraryError(system: errno, could: action, at: file) }
        if status.st_mode & S_IFMT != S_IFREG { throw LibraryError(.notALibrary, "\(file.path) is not a file") }
        fileSize = Int64(status.st_size)
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = pread(descriptor, &bytes, 100, 0)
        if count < 0 { throw LibraryError(system: errno, could: action, at: file) }
        self.bytes = Array(bytes.prefix(count))
    }

    /// Bytes a page: a power of two from 512 to 65536; nil where that is damaged.
    var pageSize: Int? {
        guard bytes.count >= 18 else { return nil }
        let size = Int(bytes[16]) << 8 | Int(bytes[17])
        if size == 1 { return 65_536 }
        return size >= 512 && size & (size - 1) == 0 ? size : nil
    }

    /// Pages of the database as it was when the header was last written; nil where the header does not know.
    var pageCount: Int64? {
        guard bytes.count == 100, number(24) == number(92), number(28) > 0 else { return nil }
        return Int64(number(28))
    }

    var applicationID: UInt32 { bytes.count >= 72 ? number(68) : 0 }

    /// What is wrong with these bytes; nil where nothing is.
    var problem: String? {
        guard bytes.count == 100 else { return "only \(bytes.count) bytes" }
        if Array(bytes[..<16]) != Self.magic { return "it does not begin as a database does" }
        if pageSize == nil { return "page size" }
        if !(1...2).contains(bytes[18]) || !(1...2).contains(bytes[19]) { return "format version" }
        if Array(bytes[21...23]) != [64, 32, 32] { return "payload fractions" }
        // Both are 0 until the first table is made, which may still be in the write-ahead log.
        if number(44) > 4 { return "schema format" }
        if number(56) > 1 { return "text encoding" }
        return nil
    }

    /// The same header with the fields repaired that are the same in every library's database; nil where the page size is not
    /// known.
    func repaired(pageSize: Int?) -> [UInt8]? {
        guard let size = self.pageSize ?? pageSize else { return nil }
        var fixed = bytes + [UInt8](repeating: 0, count: 100 - bytes.count)
        fixed.replaceSubrange(0..<16, with: Self.magic)
        (fixed[16], fixed[17]) = size == 65_536 ? (0, 1) : (UInt8(size >> 8), UInt8(size & 255))
        if !(1...2).contains(fixed[18]) || fixed[18] != fixed[19] { (fixed[18], fixed[19]) = (2, 2) }
        // No bytes are kept free at the ends of pages, and nothing is vacuumed by the way.
        fixed.replaceSubrange(20...23, with: [0, 64, 32, 32])
        fixed.replaceSubrange(52..<56, with: [0, 0, 0, 0])
        fixed.replaceSubrange(64..<68, with: [0, 0, 0, 0])
        // A list of free pages that can't be: without it these pages are lost, and nothing else.
        let pages = fileSize / Int64(size)
        let firstFree = Int64(Self.number(fixed, 32)), freeCount = Int64(Self.number(fixed, 36))
        if firstFree > pages || freeCount >= pages || (firstFree == 0) != (freeCount == 0) {
            fixed.replaceSubrange(32..<40, with: [UInt8](repeating: 0, count: 8))
        }
        fixed.replaceSubrange(44..<48, with: [0, 0, 0, 4])
        fixed.replaceSubrange(56..<60, with: [0, 0, 0, 1])
        return fixed
    }

    private func number(_ at: Int) -> UInt32 { Self.number(bytes, at) }

    private static func number(_ bytes: [UInt8], _ at: Int) -> UInt32 { bytes[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) } }
}
