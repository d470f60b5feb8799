import Work

/// Unpacks a file's arrays, all of them together within a limit, so that a small file cannot fill the memory.
struct FBXArrays {
    private var budget: Int
    /// What `prepare` unpacked, by where it lies in the file; each is used once.
    private var prepared: [UnsafeRawPointer: [UInt8]] = [:]

    init(fileSize: Int) { budget = (32 << 20) + 40 * fileSize }

    /// Unpacks these arrays on all cores. Those that cannot be unpacked are left for the one who reads them to tell.
    mutating func prepare(_ arrays: [FBXArray]) {
        let packed = arrays.filter { $0.isPacked && $0.count >= 0x4000 && FBXArray.size($0.type) != nil }
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

    /// The values of an array of floats of either size.
    mutating func doubles(_ array: FBXArray) throws(FormatError) -> [Double] {
        try unpack(array, to: 8) { bytes in
            switch array.type {
            case UInt8(ascii: "d"):
                return (0..<array.count).map {
                    Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self)))
                }
            case UInt8(ascii: "f"):
                return (0..<array.count).map {
                    Double(Float(bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self))))
                }
            default: return nil
            }
        }
    }

    /// The values of an array of whole numbers.
    mutating func integers(_ array: FBXArray) throws(FormatError) -> [Int] {
        try unpack(array, to: 8) { bytes in
            switch array.type {
            case UInt8(ascii: "i"):
                return (0..<array.count).map {
                    Int(Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Int32.self)))
                }
            case UInt8(ascii: "l"):
                return (0..<array.count).map {
                    Int(Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * $0, as: Int64.self)))
                }
            default: return nil
            }
        }
    }

    private mutating func unpack<T>(
        _ array: FBXArray, to size: Int, _ read: (UnsafeRawBufferPointer) -> [T]?
    ) throws(FormatError) -> [T] {
        let stored = array.count * (FBXArray.size(array.type) ?? 1)
        guard array.count >= 0, stored + size * array.count <= budget else {
            throw .unreadable("its arrays unpack to more than fits into memory for a file of its size")
        }
        budget -= stored + size * array.count
        let values: [T]?
        if let content = array.bytes.baseAddress.flatMap({ prepared.removeValue(forKey: $0) }), content.count == stored {
            values = content.withUnsafeBytes { read($0) }
        } else if array.isPacked {
            values = try Deflate.inflate(array.bytes, count: stored).withUnsafeBytes { read($0) }
        } else {
            values = read(array.bytes)
        }
        guard let values else { throw .unreadable("an array is not of the numbers that belong there") }
        return values
    }
}
