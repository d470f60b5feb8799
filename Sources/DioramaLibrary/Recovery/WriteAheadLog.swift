import Foundation

/// Looks through a write-ahead log (sqlite.org/fileformat2.html, section 4) without SQLite, which takes the first frame that it
/// can't read for the end of the log and forgets the rest.
struct WriteAheadLog {
    /// Transactions that SQLite will find.
    private(set) var readable = 0
    /// Finished transactions behind a frame that can't be read.
    private(set) var unreadable = 0
    /// Bytes of a page.
    private(set) var pageSize = 0
    /// Where in the log the newest contents of each page begin, by page number: only those of transactions that SQLite will find.
    private(set) var pages: [Int: Int] = [:]

    /// Whether finished and durable transactions are lost. The last one may have been on its way when the power went; the one
    /// before it had reached the disk before the last was begun.
    var isTorn: Bool { unreadable >= 2 }

    /// - Returns: nil where there is no log, or nothing in it.
    init?(_ file: URL, to action: String) throws(LibraryError) {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        let bytes: Data
        do {
            bytes = try Data(contentsOf: file, options: .alwaysMapped)
        } catch {
            throw LibraryError(error, could: action, in: file)
        }
        guard bytes.count > 32 else { return nil }
        bytes.withUnsafeBytes { scan($0) }
    }

    private mutating func scan(_ bytes: UnsafeRawBufferPointer) {
        func number(_ at: Int) -> UInt32 { UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self)) }
        let magic = number(0)
        let isBig = magic & 1 == 1
        var sum = Checksum()
        sum.add(bytes, from: 0, count: 24, isBigEndian: isBig)
        let isHeaderWhole =
            magic & 0xFFFF_FFFE == 0x377F_0682 && sum.first == number(24) && sum.second == number(28) && number(4) == 3_007_000
        let stated = Int(number(8))
        pageSize = isHeaderWhole || [512, 1024, 2048, 4096, 8192, 16384, 32768, 65536].contains(stated) ? stated : 4096
        let frame = 24 + pageSize
        guard bytes.count >= 32 + frame else { return }
        // Where the header is damaged, the first frame says which generation of frames is meant.
        let salts = isHeaderWhole ? (number(16), number(20)) : (number(40), number(44))
        var isChained = isHeaderWhole
        var unfinished: [Int: Int] = [:]
        for at in stride(from: 32, through: bytes.count - frame, by: frame) {
            let isOfThisGeneration = number(at + 8) == salts.0 && number(at + 12) == salts.1
            if isChained {
                sum.add(bytes, from: at, count: 8, isBigEndian: isBig)
                sum.add(bytes, from: at + 24, count: pageSize, isBigEndian: isBig)
                isChained = isOfThisGeneration && sum.first == number(at + 16) && sum.second == number(at + 20)
            }
            let isCommit = number(at + 4) != 0
            if isChained { unfinished[Int(number(at))] = at + 24 }
            if isChained && isCommit {
                readable += 1
                pages.merge(unfinished) { $1 }
                unfinished = [:]
            }
            // A damaged page number or salt of one frame does not matter here: only commits of frames that look whole are counted.
            if !isChained && isCommit && isOfThisGeneration && number(at) != 0 { unreadable += 1 }
        }
    }

    /// Section 4.2, "Checksum Algorithm".
    private struct Checksum {
        var first: UInt32 = 0
        var second: UInt32 = 0

        mutating func add(_ bytes: UnsafeRawBufferPointer, from start: Int, count: Int, isBigEndian isBig: Bool) {
            var a = first
            var b = second
            for at in stride(from: start, to: start + count, by: 8) {
                let x = bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self)
                let y = bytes.loadUnaligned(fromByteOffset: at + 4, as: UInt32.self)
                a = a &+ (isBig ? UInt32(bigEndian: x) : UInt32(littleEndian: x)) &+ b
                b = b &+ (isBig ? UInt32(bigEndian: y) : UInt32(littleEndian: y)) &+ a
            }
            first = a
            second = b
        }
    }
}
