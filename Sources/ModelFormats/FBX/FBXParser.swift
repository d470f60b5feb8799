import Codecs

/// Reads the records of a binary FBX file (version 7; there is no published specification, other readers define the layout). Every
/// length is checked against the bytes around it.
struct FBXParser {
    private let bytes: UnsafeRawBufferPointer
    let version: Int
    private let isWide: Bool

    private static let sign = Array("Kaydara FBX Binary  \0".utf8)
    private static let headerSize = 27
    private static let depthLimit = 32

    init(_ bytes: UnsafeRawBufferPointer) throws(FormatError) {
        self.bytes = bytes
        if Self.isText(bytes) {
            throw .unreadable("is a text FBX, which is not read; save it as binary FBX (version 7.1 or later)")
        }
        guard bytes.count >= Self.headerSize, bytes.starts(with: Self.sign) else {
            throw .unreadable("does not begin as a binary FBX file, or is truncated")
        }
        version = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 23, as: UInt32.self)))
        guard version >= 7000, version < 8000 else {
            throw .unreadable("has FBX version \(Double(version) / 1000); versions 7.0 to 7.7 are read")
        }
        isWide = version >= 7500
    }

    /// Whether it begins as FBX files in text do.
    static func isText(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.starts(with: Array("; FBX".utf8)) || bytes.starts(with: Array("FBXHeaderExtension:".utf8))
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
            let values = UnsafeRawBufferPointer(rebasing: bytes[place..<place + length])
            let properties = try properties(values, count, at: place)
            place += length
            let children = place < last ? try records(&place, end: last, parent: name, depth: depth + 1, isWanted: isWanted) : []
            place = last
            result.append(FBXNode(name, properties: properties, children: children))
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
            case UInt8(ascii: "C"), UInt8(ascii: "B"): result.append(.integer(Int(try load(UInt8.self))))
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
                result.append(.array(FBXArray(type: type, count: n, isPacked: isPacked, bytes: content)))
            }
        }
        return result
    }
}
