import Codecs
import Support

/// Unpacks a file's arrays, all of them together within a limit, so that a small file cannot fill the memory.
struct FBXArrays {
    private var budget: Int
    /// What `prepare` unpacked, by its position in the file; each is used once.
    private var prepared: [UnsafeRawPointer: [UInt8]] = [:]

    init(fileSize: Int) { budget = (32 << 20) + 40 * fileSize }

    /// Unpacks these arrays on all cores. Errors of those that cannot be unpacked are thrown when they are read.
    mutating func prepare(_ arrays: [FBXArray]) {
        let packed = arrays.filter { $0.storage == .packed && $0.count >= 0x4000 && FBXArray.size($0.type) != nil }
        let total = packed.reduce(0) { $0 + $1.count * 8 }
        guard packed.count > 1, total <= budget else { return }
        var contents = [[UInt8]](repeating: [], count: packed.count)
        contents.withUnsafeMutableBufferPointer { contents in
            nonisolated(unsafe) let (contents, packed) = (contents, packed)
            Parallel.forEach(packed.count) { i in
                let stored = packed[i].count * (FBXArray.size(packed[i].type) ?? 1)
                contents[i] = (try? Deflate.inflate(packed[i].bytes, count: stored)) ?? []
            }
        }
        for (array, content) in zip(packed, contents) where !content.isEmpty {
            if let base = array.bytes.baseAddress { prepared[base] = content }
        }
    }

    /// The floats of a record, of either size; nil where it has no numbers.
    mutating func floats(_ node: FBXNode?) throws(FormatError) -> FBXNumbers? {
        guard let node, let first = node.properties.first else { return nil }
        guard case .array(let array) = first else { return Self.scalars(node, isWhole: false) }
        if array.storage == .text { return try text(array, isWhole: false) }
        guard let kind = FBXNumbers.Kind(array.type) else { throw Self.unexpected }
        return try numbers(array, kind)
    }

    /// The whole numbers of a record; nil where it has no numbers.
    mutating func integers(_ node: FBXNode?) throws(FormatError) -> FBXNumbers? {
        guard let node, let first = node.properties.first else { return nil }
        guard case .array(let array) = first else { return Self.scalars(node, isWhole: true) }
        if array.storage == .text { return try text(array, isWhole: true) }
        guard let kind = FBXNumbers.Kind(array.type), kind.isWhole else { throw Self.unexpected }
        return try numbers(array, kind)
    }

    private static let unexpected = FormatError.unreadable("an array has an unexpected type of numbers")

    private mutating func take(_ bytes: Int) throws(FormatError) {
        // What is made of them takes up to as much again.
        guard bytes <= budget / 2 else { throw .unreadable("its arrays decompress to more than the limit for a file of its size") }
        budget -= 2 * bytes
    }

    private mutating func numbers(_ array: FBXArray, _ kind: FBXNumbers.Kind) throws(FormatError) -> FBXNumbers {
        let size = FBXArray.size(array.type) ?? 0
        let stored = array.count.multipliedReportingOverflow(by: size)
        guard array.count >= 0, !stored.overflow else { throw Self.unexpected }
        try take(stored.partialValue)
        let bytes: [UInt8]
        if let content = array.bytes.baseAddress.flatMap({ prepared.removeValue(forKey: $0) }), content.count == stored.partialValue
        {
            bytes = content
        } else if array.storage == .packed {
            bytes = try Deflate.inflate(array.bytes, count: stored.partialValue)
        } else if array.storage == .tagged {
            var plain: [UInt8] = []
            plain.reserveCapacity(stored.partialValue)
            for i in 0..<array.count { plain += array.bytes[(size + 1) * i + 1..<(size + 1) * (i + 1)] }
            bytes = plain
        } else {
            bytes = Array(array.bytes)
        }
        guard bytes.count >= stored.partialValue else { throw .unreadable("an array is shorter than declared; get the file again") }
        return FBXNumbers(bytes, kind: kind, count: array.count)
    }

    /// Decimal numbers, which the parser has counted.
    private mutating func text(_ array: FBXArray, isWhole: Bool) throws(FormatError) -> FBXNumbers {
        try take(8 * array.count)
        guard array.count > 0 else { return FBXNumbers([], kind: isWhole ? .int64 : .double, count: 0) }
        var words: [UInt64] = []
        words.reserveCapacity(array.count)
        var scanner = TextScanner(array.bytes)
        while words.count < array.count {
            scanner.move(to: FBXTextParser.skipSpace(scanner.base, scanner.position, scanner.end))
            if scanner.byte == UInt8(ascii: ",") {
                scanner.move(to: FBXTextParser.skipSpace(scanner.base, scanner.position + 1, scanner.end))
            }
            let value: Double
            if let number = scanner.double(before: { $0 <= 0x20 || $0 == UInt8(ascii: ",") }) {
                value = number
            } else {
                let start = scanner.position
                while !scanner.atEnd, scanner.byte > 0x20, scanner.byte != UInt8(ascii: ",") { scanner.advance() }
                value = FBXTextParser.number(UnsafeRawBufferPointer(rebasing: array.bytes[start..<scanner.position]))
            }
            words.append(isWhole ? UInt64(bitPattern: Int64(Self.whole(value))) : value.bitPattern)
        }
        let bytes = words.withUnsafeBytes { Array($0) }
        return FBXNumbers(bytes, kind: isWhole ? .int64 : .double, count: words.count)
    }

    private static func whole(_ x: Double) -> Int { x.isFinite && abs(x) < 1e18 ? Int(x) : .max }

    private static func scalars(_ node: FBXNode, isWhole: Bool) -> FBXNumbers? {
        let numbers = node.properties.compactMap(\.number)
        guard !numbers.isEmpty, numbers.count == node.properties.count else { return nil }
        let words = node.properties.map { value -> UInt64 in
            isWhole
                ? UInt64(bitPattern: Int64(value.integer ?? whole(value.number ?? .nan))) : (value.number ?? .nan).bitPattern
        }
        return FBXNumbers(words.withUnsafeBytes { Array($0) }, kind: isWhole ? .int64 : .double, count: words.count)
    }
}
