import Codecs

/// LASzip's record in a LAZ file: how the points are compressed.
struct LAZHeader {
    struct Item {
        /// What it is: 6 coordinates and more of formats 0 to 5, 7 GPS time, 8 colour, 0 extra bytes; 10 to 14 their successors of
        /// formats 6 to 10.
        var type: Int
        var size: Int
        var version: Int
    }

    /// How the points are laid out: 1 one after the other, 2 the same in chunks, 3 in chunks with a layer for each part.
    var compressor = 0
    var coder = 0
    /// Points in each chunk; nil if the chunk table has the counts.
    var chunkSize: Int?
    var items: [Item] = []

    static let pointwise = 1
    static let chunked = 2
    static let layered = 3

    /// nil where the record is too short.
    init?(_ file: LittleEndianBytes) {
        guard file.bytes.count >= 34 else { return nil }
        compressor = file.uint16(0)
        coder = file.uint16(2)
        let size = file.uint32(12)
        chunkSize = size == Int(UInt32.max) ? nil : size
        let count = file.uint16(32)
        guard count <= (file.bytes.count - 34) / 6 else { return nil }
        items = (0..<count).map { i in
            Item(type: file.uint16(34 + 6 * i), size: file.uint16(36 + 6 * i), version: file.uint16(38 + 6 * i))
        }
    }

    /// Refuses what is not read, by its name.
    func check(_ header: LASHeader) throws(FormatError) {
        guard coder == 0 else { throw .unreadable("is compressed with an unsupported coder (\(coder))") }
        guard (Self.pointwise...Self.layered).contains(compressor) else {
            throw .unreadable("is compressed with an unsupported compressor (\(compressor))")
        }
        guard items.reduce(0, { $0 + $1.size }) == header.recordLength, let first = items.first else {
            throw .unreadable("its LASzip record does not match its point format; the header is damaged")
        }
        guard items.contains(where: { [8, 11, 12].contains($0.type) }) == (header.colorOffset != nil) else {
            throw .unreadable("its LASzip record declares other colours than its point format; the header is damaged")
        }
        if let chunkSize, chunkSize == 0 { throw .unreadable("its LASzip record is damaged: chunks of no points") }
        if compressor == Self.layered {
            guard first.type == 10, first.size == 30 else { throw .unreadable("its LASzip record is damaged: no coordinates") }
            for item in items {
                guard (10...14).contains(item.type), item.version == 3 || item.version == 4 else { throw unknown(item) }
            }
            let types = items.map(\.type)
            let sizes = [10: 30, 11: 6, 12: 8, 13: 29]
            guard Set(types).count == types.count, items.allSatisfy({ sizes[$0.type] ?? $0.size == $0.size }),
                !(types.contains(11) && types.contains(12))
            else { throw .unreadable("its LASzip record is damaged: its parts have other sizes than their types") }
        } else {
            guard first.type == 6, first.size == 20 else { throw .unreadable("its LASzip record is damaged: no coordinates") }
            for item in items {
                guard [0: true, 6: true, 7: item.size == 8, 8: item.size == 6][item.type] == true, item.version == 2 else {
                    throw unknown(item)
                }
            }
        }
    }

    private func unknown(_ item: Item) -> FormatError {
        let what =
            item.type == 9
            ? "waveforms" : item.version == 1 ? "points of LASzip 1" : "an unknown part (\(item.type), version \(item.version))"
        return .unreadable("has \(what) in an unsupported compression; convert it to LAS with laszip")
    }
}
