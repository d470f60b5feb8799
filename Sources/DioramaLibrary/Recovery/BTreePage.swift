import Foundation
import GRDB

/// A page of a table or an index in a damaged database. Each of its cells is read by itself: one that is damaged costs one row.
struct BTreePage {
    /// What the pages of one B-tree hold: rows of tables with rowids, or keys of indexes and rows of tables without rowids.
    enum Tree { case table, index }

    /// A row of a table, or an entry of an index.
    struct Record {
        /// The rowid; nil in the tree of an index.
        let rowid: Int64?
        let values: [DatabaseValue]
    }

    let tree: Tree
    /// The pages below this one, as it says.
    let children: [Int]
    private let isLeaf: Bool
    private let bytes: [UInt8]
    private let cells: [Int]

    /// - Returns: nil where the page can't be one of a B-tree.
    init?(_ number: Int, in pages: DatabasePages) {
        guard let bytes = pages.bytes(number) else { return nil }
        let start = number == 1 ? 100 : 0
        switch bytes[start] {
        case 2: (tree, isLeaf) = (.index, false)
        case 5: (tree, isLeaf) = (.table, false)
        case 10: (tree, isLeaf) = (.index, true)
        case 13: (tree, isLeaf) = (.table, true)
        default: return nil
        }
        let pointers = start + (isLeaf ? 8 : 12)
        let count = Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
        guard pointers + count * 2 <= bytes.count else { return nil }
        self.bytes = bytes
        cells = (0..<count).map { Int(bytes[pointers + $0 * 2]) << 8 | Int(bytes[pointers + $0 * 2 + 1]) }
            .filter { $0 >= pointers + count * 2 && $0 + 4 <= bytes.count }
        let below = isLeaf ? [] : cells.map { Int(bytes.number(at: $0)) } + [Int(bytes.number(at: start + 8))]
        children = below.filter { $0 > 1 && $0 <= pages.count && $0 != number }
    }

    /// The records of this page that can be read; none in the inner pages of a table, which have only rowids.
    func records(in pages: DatabasePages) -> [Record] {
        if tree == .table && !isLeaf { return [] }
        return cells.compactMap { record(at: $0, in: pages) }
    }

    private func record(at cell: Int, in pages: DatabasePages) -> Record? {
        var offset = isLeaf ? cell : cell + 4
        guard let size = bytes.varint(at: &offset), size > 0, size <= Int64(pages.count * pages.pageSize) else { return nil }
        var rowid: Int64?
        if tree == .table {
            guard let number = bytes.varint(at: &offset) else { return nil }
            rowid = number
        }
        guard let payload = payload(at: offset, size: Int(size), in: pages), let values = Self.values(payload) else { return nil }
        return Record(rowid: rowid, values: values)
    }

    /// Section 1.6: what does not fit into the page goes on in a chain of others.
    private func payload(at offset: Int, size: Int, in pages: DatabasePages) -> [UInt8]? {
        let usable = pages.pageSize
        let limit = tree == .table ? usable - 35 : (usable - 12) * 64 / 255 - 23
        if size <= limit { return offset + size <= bytes.count ? Array(bytes[offset..<offset + size]) : nil }
        let least = (usable - 12) * 32 / 255 - 23
        let preferred = least + (size - least) % (usable - 4)
        let local = preferred <= limit ? preferred : least
        guard offset + local + 4 <= bytes.count else { return nil }
        var payload = Array(bytes[offset..<offset + local])
        var next = Int(bytes.number(at: offset + local))
        var seen: Set<Int> = []
        while payload.count < size {
            guard next > 1, seen.insert(next).inserted, let page = pages.bytes(next) else { return nil }
            payload += page[4..<min(usable, 4 + size - payload.count)]
            next = Int(page.number(at: 0))
        }
        // The last page of a chain names none.
        return next == 0 ? payload : nil
    }

    /// Section 2.1, "Record Format". A record whose lengths do not agree, or with text that is not UTF-8, is damaged.
    private static func values(_ payload: [UInt8]) -> [DatabaseValue]? {
        var offset = 0
        guard let stated = payload.varint(at: &offset), stated >= 1, stated <= Int64(payload.count) else { return nil }
        var body = Int(stated)
        var values: [DatabaseValue] = []
        while offset < Int(stated) {
            guard let type = payload.varint(at: &offset), offset <= Int(stated), type >= 0 else { return nil }
            guard let size = size(ofType: type), size <= payload.count - body else { return nil }
            guard let value = value(ofType: type, payload[body..<body + size]) else { return nil }
            values.append(value)
            body += size
        }
        return body == payload.count ? values : nil
    }

    private static func size(ofType type: Int64) -> Int? {
        switch type {
        case 0, 8, 9: 0
        case 1...4: Int(type)
        case 5: 6
        case 6, 7: 8
        case 10, 11: nil
        default: Int((type - 12) / 2)
        }
    }

    private static func value(ofType type: Int64, _ bytes: ArraySlice<UInt8>) -> DatabaseValue? {
        switch type {
        case 0: return .null
        case 8: return 0.databaseValue
        case 9: return 1.databaseValue
        case 1...6:
            let isNegative = (bytes.first ?? 0) >= 128
            return Int64(bitPattern: bytes.reduce(isNegative ? .max : 0) { $0 << 8 | UInt64($1) }).databaseValue
        case 7: return Double(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) }).databaseValue
        default:
            if type % 2 == 0 { return Data(bytes).databaseValue }
            return String(validating: bytes, as: UTF8.self)?.databaseValue
        }
    }
}
