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
    mutating func floats(_ array: FBXArray) throws(FormatError) -> FBXNumbers {
        try numbers(array, FBXNumbers.Kind(array.type).flatMap { $0.isWhole ? nil : $0 })
    }

    /// The values of an array of whole numbers.
    mutating func integers(_ array: FBXArray) throws(FormatError) -> FBXNumbers {
        try numbers(array, FBXNumbers.Kind(array.type).flatMap { $0.isWhole ? $0 : nil })
    }

    private mutating func numbers(_ array: FBXArray, _ kind: FBXNumbers.Kind?) throws(FormatError) -> FBXNumbers {
        guard let kind else { throw .unreadable("an array has an unexpected type of numbers") }
        let stored = array.count.multipliedReportingOverflow(by: FBXArray.size(array.type) ?? 0)
        // What is made of them takes up to as much again.
        guard array.count >= 0, !stored.overflow, stored.partialValue <= budget / 2 else {
            throw .unreadable("its arrays decompress to more than the limit for a file of its size")
        }
        budget -= 2 * stored.partialValue
        let bytes: [UInt8]
        if let content = array.bytes.baseAddress.flatMap({ prepared.removeValue(forKey: $0) }), content.count == stored.partialValue
        {
            bytes = content
        } else {
            bytes = array.isPacked ? try Deflate.inflate(array.bytes, count: stored.partialValue) : Array(array.bytes)
        }
        guard bytes.count >= stored.partialValue else { throw .unreadable("an array is shorter than declared; get the file again") }
        return FBXNumbers(bytes, kind: kind, count: array.count)
    }
}
