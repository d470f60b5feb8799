import Codecs

/// Reads the records of a binary FBX file (there is no published specification, other readers define the layout). Every length is
/// checked against the bytes around it.
struct FBXParser {
    private let bytes: UnsafeRawBufferPointer
    let version: Int
    private let isWide: Bool

    private static let sign = Array("Kaydara FBX Binary  \0".utf8)
    private static let headerSize = 27
    static let depthLimit = 64
    /// From which on numbers of one type are an array, in versions without arrays.
    static let listLength = 8

    init(_ bytes: UnsafeRawBufferPointer) throws(FormatError) {
        self.bytes = bytes
        guard bytes.count >= Self.headerSize, bytes.starts(with: Self.sign) else {
            throw .unreadable("does not begin as an FBX file, or is truncated")
        }
        guard bytes[22] == 0 else { throw .unreadable("is a binary FBX file with big-endian numbers, which are not read") }
        version = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 23, as: UInt32.self)))
        try Self.check(version)
        isWide = version >= 7500
    }

    static func check(_ version: Int) throws(FormatError) {
        guard version >= 6000, version < 8000 else {
            throw .unreadable("has FBX version \(Double(version) / 1000); versions 6.0 to 7.7 are read")
        }
    }

    /// The file's top records. Of those that `isWanted` does not name nothing is kept, and of objects that are not wanted neither.
    func records(isWanted: (_ name: String, _ parent: String?) -> Bool) throws(FormatError) -> [FBXNode] {
        var place = Self.headerSize
        return try records(&place, end: bytes.count, parent: nil, depth: 0, isWanted: isWanted)
    }

    /// The records up to the empty one that ends a list, or `end`.
    private func records(
        _ place: inout Int, end: Int, parent: String?, depth: Int, isWanted: (String, String?) -> Bool
    ) throws(FormatError) -> [FBXNode] {
        guard depth < Self.depthLimit else { throw .unreadable("its records are nested more than \(Self.depthLimit) deep") }
        let head = isWide ? 25 : 13
        var result: [FBXNode] = []
        while end - place >= head {
            let start = place
            let last = word(place)
            if last == 0 {
                place += head
                return result
            }
            let count = word(place + head / 3)
            let length = word(place + 2 * (head / 3))
            let nameLength = Int(bytes[place + head - 1])
            place += head
            guard last <= end, last >= place, nameLength <= last - place, length <= last - place - nameLength else {
                throw .unreadable("the record at byte \(start) exceeds its parent record; the file is truncated or damaged")
            }
            let name = String(decoding: UnsafeRawBufferPointer(rebasing: bytes[place..<place + nameLength]), as: UTF8.self)
            place += nameLength
            guard isWanted(name, parent) else {
                place = last
                continue
            }
            let content = UnsafeRawBufferPointer(rebasing: bytes[place..<place + length])
            let values: [FBXProperty]
            if let list = Self.list(content, count) { values = list } else { values = try properties(content, count, at: place) }
            place += length
            let children = place < last ? try records(&place, end: last, parent: name, depth: depth + 1, isWanted: isWanted) : []
            place = last
            result.append(FBXNode(name, properties: values, children: children))
        }
        // The file's own list ends with an empty record.
        guard depth > 0 else { throw .unreadable("ends inside its records; the file is truncated; copy it again") }
        return result
    }

    private func word(_ place: Int) -> Int {
        isWide
            ? Int(clamping: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
            : Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
    }

    /// Many numbers of one type as an array; nil where the values are not that.
    private static func list(_ bytes: UnsafeRawBufferPointer, _ count: Int) -> [FBXProperty]? {
        guard count >= listLength, let first = bytes.first, "YIFDL".utf8.contains(first) else { return nil }
        let type = first | 0x20
        guard let size = FBXArray.size(type), bytes.count == count * (size + 1) else { return nil }
        for i in 0..<count where bytes[i * (size + 1)] != first { return nil }
        return [.array(FBXArray(type: type, count: count, storage: .tagged, bytes: bytes))]
    }

    private func properties(_ bytes: UnsafeRawBufferPointer, _ count: Int, at start: Int) throws(FormatError) -> [FBXProperty] {
        guard count <= bytes.count else { throw .unreadable("the record at byte \(start) declares \(count) values") }
        var result: [FBXProperty] = []
        result.reserveCapacity(count)
        var place = 0
        func damaged() -> FormatError { .unreadable("a value at byte \(start + place) cannot be read; the file is damaged") }
        func load<T: FixedWidthInteger>(_: T.Type) throws(FormatError) -> T {
            guard bytes.count - place >= MemoryLayout<T>.size else { throw damaged() }
            let value = bytes.loadUnaligned(fromByteOffset: place, as: T.self)
            place += MemoryLayout<T>.size
            return T(littleEndian: value)
        }
        func take(_ n: Int) throws(FormatError) -> UnsafeRawBufferPointer {
            guard n <= bytes.count - place else { throw damaged() }
            place += n
            return UnsafeRawBufferPointer(rebasing: bytes[(place - n)..<place])
        }
        for _ in 0..<count {
            let type = try load(UInt8.self)
            switch type {
            case UInt8(ascii: "Y"): result.append(.integer(Int(try load(Int16.self))))
            case UInt8(ascii: "C"), UInt8(ascii: "B"), UInt8(ascii: "Z"): result.append(.integer(Int(try load(UInt8.self))))
            case UInt8(ascii: "I"): result.append(.integer(Int(try load(Int32.self))))
            case UInt8(ascii: "L"): result.append(.integer(Int(try load(Int64.self))))
            case UInt8(ascii: "F"): result.append(.number(Double(Float(bitPattern: try load(UInt32.self)))))
            case UInt8(ascii: "D"): result.append(.number(Double(bitPattern: try load(UInt64.self))))
            case UInt8(ascii: "S"), UInt8(ascii: "R"): result.append(.bytes(try take(Int(try load(UInt32.self)))))
            default:
                guard let size = FBXArray.size(type) else { throw damaged() }
                let n = Int(try load(UInt32.self))
                let packing = try load(UInt32.self)
                let length = Int(try load(UInt32.self))
                let isPacked = packing == 1
                // The stored length of plain arrays is not always right.
                let content = try take(isPacked ? length : n * size)
                result.append(.array(FBXArray(type: type, count: n, storage: isPacked ? .packed : .plain, bytes: content)))
            }
        }
        return result
    }
}
