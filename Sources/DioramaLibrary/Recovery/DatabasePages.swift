import Foundation

/// The pages of a damaged database (sqlite.org/fileformat2.html), read without SQLite, which gives a table up where the path to its
/// rows is damaged. The finished transactions of the write-ahead log are included.
///
/// Only for databases that nobody in this process has open: closing a file drops SQLite's locks on it.
struct DatabasePages {
    /// Bytes of a page. No bytes are reserved at the end of pages.
    let pageSize: Int
    /// Whole pages of the database. The first one has the number 1.
    let count: Int
    private let file: Data
    private let log: Data
    /// Where in the log the newest contents of a page begin.
    private let offsets: [Int: Int]

    /// - Returns: nil where there is no database, or less than a page of it.
    init?(_ database: URL, pageSize: Int, to action: String) throws(LibraryError) {
        guard FileManager.default.fileExists(atPath: database.path) else { return nil }
        let logFile = LibraryFolder.log(of: database)
        let log = try WriteAheadLog(logFile, to: action)
        do {
            file = try Data(contentsOf: database, options: .alwaysMapped)
            self.log = log == nil ? Data() : try Data(contentsOf: logFile, options: .alwaysMapped)
        } catch {
            throw LibraryError(error, could: action, in: database)
        }
        self.pageSize = pageSize
        offsets = log.map { $0.pageSize == pageSize ? $0.pages : [:] } ?? [:]
        // A database grows by the pages that are written.
        count = max(file.count / pageSize, min(offsets.keys.max() ?? 0, file.count / pageSize + offsets.count))
        if count == 0 { return nil }
    }

    /// The newest contents of a page; nil where there is no such page.
    func bytes(_ number: Int) -> [UInt8]? {
        if let start = offsets[number] { return [UInt8](log[start..<start + pageSize]) }
        guard number >= 1, number <= file.count / pageSize else { return nil }
        return [UInt8](file[(number - 1) * pageSize..<number * pageSize])
    }

    /// The pages of the freelist, as far as it can be followed. They may hold former contents.
    func free() -> Set<Int> {
        guard let header = bytes(1) else { return [] }
        var found: Set<Int> = []
        var trunk = Int(header.number(at: 32))
        while trunk > 1, trunk <= count, found.insert(trunk).inserted, let page = bytes(trunk) {
            let leaves = Int(page.number(at: 4))
            // What says otherwise is not a page of the freelist.
            guard leaves <= pageSize / 4 - 2 else {
                found.remove(trunk)
                break
            }
            found.formUnion((0..<leaves).map { Int(page.number(at: 8 + $0 * 4)) })
            trunk = Int(page.number(at: 0))
        }
        return found
    }
}

extension Array<UInt8> {
    /// The big-endian number of four bytes at an offset.
    func number(at offset: Int) -> UInt32 { self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }

    /// The number of one to nine bytes at an offset, which moves behind it (section 1.6, "varint"); nil where the bytes end first.
    func varint(at offset: inout Int) -> Int64? {
        var value: UInt64 = 0
        for i in 0..<9 {
            guard offset < count else { return nil }
            let byte = self[offset]
            offset += 1
            if i == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
            value = value << 7 | UInt64(byte & 127)
            if byte < 128 { return Int64(bitPattern: value) }
        }
        return nil
    }
}
