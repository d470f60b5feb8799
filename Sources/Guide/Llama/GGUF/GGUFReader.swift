/// A value of a GGUF file's metadata, as far as it is needed: long texts and lists are skipped.
enum GGUFValue: Equatable {
    case integer(Int)
    case real(Double)
    case bool(Bool)
    case string(String)
    /// A short list of integers.
    case integers([Int])
    /// Any other list, by its length.
    case list(Int)
    /// A text that is too long to be of interest, or a number beyond 63 bits.
    case skipped

    var integer: Int? {
        if case .integer(let value) = self { return value }
        return nil
    }

    var string: String? {
        if case .string(let value) = self { return value }
        return nil
    }

    var bool: Bool? {
        if case .bool(let value) = self { return value }
        return nil
    }

    /// Elements of a list.
    var count: Int? {
        switch self {
        case .integers(let values): values.count
        case .list(let count): count
        default: nil
        }
    }

    /// One integer for each of `count` layers, from a list or a number that holds for all; nil where one is outside `0...limit`.
    func integers(_ count: Int, limit: Int) -> [Int]? {
        switch self {
        case .integer(let value): (0...limit).contains(value) ? [Int](repeating: value, count: count) : nil
        case .integers(let values): values.count == count && values.allSatisfy { (0...limit).contains($0) } ? values : nil
        default: nil
        }
    }
}

/// What the list of tensors says in sum.
struct GGUFTensors {
    var count = 0
    /// Bytes of their values.
    var bytes: UInt64 = 0
}

/// Reads the parts of a GGUF file, never beyond its bytes.
struct GGUFReader {
    /// What is wrong with a file.
    struct Problem: Error {
        let text: String
        init(_ text: String) { self.text = text }
    }

    private let bytes: UnsafeRawBufferPointer
    private var offset = 0
    private static let longestText = 1 << 16
    private static let longestIntegers = 4096

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    private var remaining: Int { bytes.count - offset }

    private mutating func integer<T: FixedWidthInteger>(_ type: T.Type) throws(Problem) -> T {
        guard remaining >= MemoryLayout<T>.size else { throw Problem("the file is cut off after \(bytes.count) bytes") }
        defer { offset += MemoryLayout<T>.size }
        return T(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: T.self))
    }

    /// A count of things that take at least `size` bytes each.
    private mutating func count(_ size: Int) throws(Problem) -> Int {
        let start = offset
        guard let value = Int(exactly: try integer(UInt64.self)), value <= remaining / size else {
            throw Problem("the count at byte \(start) is larger than the file")
        }
        return value
    }

    /// Signature, version and the counts of tensors and values.
    mutating func start() throws(Problem) -> (tensors: Int, values: Int) {
        guard try integer(UInt32.self) == 0x4655_4747 else { throw Problem("this is not a GGUF file") }
        let version = try integer(UInt32.self)
        guard version == 2 || version == 3 else {
            throw Problem("GGUF version \(version) isn't supported; versions 2 and 3, little endian, are")
        }
        // A tensor takes at least its length of name, its count of dimensions, its type and its offset; a value key, type and byte.
        let tensors = try count(24)
        return (tensors, try count(13))
    }

    mutating func string() throws(Problem) -> String {
        let length = try count(1)
        defer { offset += length }
        return String(decoding: bytes[offset..<offset + min(length, Self.longestText)], as: UTF8.self)
    }

    mutating func value() throws(Problem) -> GGUFValue {
        let type = try integer(UInt32.self)
        return type == 9 ? try list(depth: 0) : try scalar(type)
    }

    private mutating func scalar(_ type: UInt32) throws(Problem) -> GGUFValue {
        switch type {
        case 0: return .integer(Int(try integer(UInt8.self)))
        case 1: return .integer(Int(try integer(Int8.self)))
        case 2: return .integer(Int(try integer(UInt16.self)))
        case 3: return .integer(Int(try integer(Int16.self)))
        case 4: return .integer(Int(try integer(UInt32.self)))
        case 5: return .integer(Int(try integer(Int32.self)))
        case 6: return .real(Double(Float(bitPattern: try integer(UInt32.self))))
        case 7: return .bool(try integer(UInt8.self) != 0)
        case 8:
            let start = offset
            let text = try string()
            return offset - start - 8 > Self.longestText ? .skipped : .string(text)
        case 10: return Int(exactly: try integer(UInt64.self)).map { .integer($0) } ?? .skipped
        case 11: return .integer(Int(try integer(Int64.self)))
        case 12: return .real(Double(bitPattern: try integer(UInt64.self)))
        default: throw Problem("the type \(type) of a value before byte \(offset) is unknown")
        }
    }

    /// Bytes of a scalar; nil for a text.
    private static func size(_ type: UInt32) throws(Problem) -> Int? {
        switch type {
        case 0, 1, 7: 1
        case 2, 3: 2
        case 4, 5, 6: 4
        case 8: nil
        case 10, 11, 12: 8
        default: throw Problem("the type \(type) of a list is unknown")
        }
    }

    private mutating func list(depth: Int) throws(Problem) -> GGUFValue {
        let type = try integer(UInt32.self)
        if type == 9 {
            guard depth < 4 else { throw Problem("lists are nested too deeply at byte \(offset)") }
            let count = try count(12)
            for _ in 0..<count { _ = try list(depth: depth + 1) }
            return .list(count)
        }
        guard let size = try Self.size(type) else {
            let count = try count(8)
            for _ in 0..<count {
                let length = try self.count(1)
                offset += length
            }
            return .list(count)
        }
        let count = try count(size)
        guard count <= Self.longestIntegers, ![6, 7, 12].contains(type) else {
            offset += count * size
            return .list(count)
        }
        var values: [Int] = []
        for _ in 0..<count {
            if case .integer(let value) = try scalar(type) { values.append(value) }
        }
        return values.count == count ? .integers(values) : .list(count)
    }

    /// The list of tensors, checked against the bytes that follow it.
    mutating func tensors(_ count: Int, alignment: Int) throws(Problem) -> GGUFTensors {
        guard alignment > 0, alignment <= 1 << 20, alignment & (alignment - 1) == 0 else {
            throw Problem("the alignment of the tensors is not a power of two")
        }
        var result = GGUFTensors(count: count)
        var end: UInt64 = 0
        for _ in 0..<count {
            let name = try string()
            let tensor = try tensor(name)
            let (sum, overflow) = result.bytes.addingReportingOverflow(tensor.bytes)
            let (last, beyond) = tensor.offset.addingReportingOverflow(tensor.bytes)
            guard !overflow, !beyond else { throw Problem("the size of the tensor \(name.prefix(60)) is impossible") }
            result.bytes = sum
            end = max(end, last)
        }
        let start = (offset + alignment - 1) / alignment * alignment
        let present = UInt64(max(0, bytes.count - start))
        guard end <= present else { throw Problem("the file is cut off: \(end - present) bytes of its tensors are missing") }
        return result
    }

    private mutating func tensor(_ name: String) throws(Problem) -> (offset: UInt64, bytes: UInt64) {
        let dimensions = try integer(UInt32.self)
        guard dimensions <= 4 else { throw Problem("the tensor \(name.prefix(60)) has \(dimensions) dimensions") }
        var elements: UInt64 = 1
        for _ in 0..<dimensions {
            let (product, overflow) = elements.multipliedReportingOverflow(by: try integer(UInt64.self))
            guard !overflow else { throw Problem("the size of the tensor \(name.prefix(60)) is impossible") }
            elements = product
        }
        let type = try integer(UInt32.self)
        let start = try integer(UInt64.self)
        guard let block = Self.blocks[type] else {
            throw Problem("the tensor \(name.prefix(60)) has the unknown type \(type)")
        }
        let (bytes, overflow) = (elements / block.elements).multipliedReportingOverflow(by: block.bytes)
        guard !overflow, elements.isMultiple(of: block.elements) else {
            throw Problem("the size of the tensor \(name.prefix(60)) is impossible")
        }
        return (start, bytes)
    }

    /// Elements and bytes of a block of each tensor type, by its number.
    private static let blocks: [UInt32: (elements: UInt64, bytes: UInt64)] = [
        0: (1, 4), 1: (1, 2), 2: (32, 18), 3: (32, 20), 6: (32, 22), 7: (32, 24), 8: (32, 34), 9: (32, 36), 10: (256, 84),
        11: (256, 110), 12: (256, 144), 13: (256, 176), 14: (256, 210), 15: (256, 292), 16: (256, 66), 17: (256, 74),
        18: (256, 98), 19: (256, 50), 20: (32, 18), 21: (256, 110), 22: (256, 82), 23: (256, 136), 24: (1, 1), 25: (1, 2),
        26: (1, 4), 27: (1, 8), 28: (1, 8), 29: (256, 56), 30: (1, 2), 34: (256, 54), 35: (256, 66), 39: (32, 17), 40: (64, 36),
        41: (128, 18), 42: (64, 18),
    ]
}
