import Geometry

/// The numbers of a USD value: a list, or their offset in the file, which stays in memory while it is read.
struct USDNumbers: RandomAccessCollection {
    private enum Storage {
        case doubles([Double])
        /// The bits of 32-bit numbers with a sign: most are indices, which have none.
        case ints([UInt32])
        case stored(UnsafeRawBufferPointer, USDCType.Scalar)
    }

    private var storage: Storage
    let startIndex = 0
    private(set) var endIndex: Int

    init(_ list: [Double] = []) { (storage, endIndex) = (.doubles(list), list.count) }

    /// - Parameter list: the bits of 32-bit numbers with a sign.
    init(_ list: [UInt32]) { (storage, endIndex) = (.ints(list), list.count) }

    /// All numbers of this kind in `bytes`.
    init(_ bytes: UnsafeRawBufferPointer, _ scalar: USDCType.Scalar) {
        storage = .stored(bytes, scalar)
        endIndex = bytes.count / scalar.size
    }

    subscript(i: Int) -> Double {
        switch storage {
        case .doubles(let list): list[i]
        case .ints(let list): Double(Int32(bitPattern: list[i]))
        case .stored(let bytes, let scalar): scalar.load(bytes, i * scalar.size)
        }
    }

    mutating func append(_ number: Double) {
        guard case .doubles(var list) = storage else { return }
        // Two owners would copy the list at each number.
        storage = .ints([])
        list.append(number)
        storage = .doubles(list)
        endIndex += 1
    }

    /// Whether all are this one.
    func areAll(_ number: Int32) -> Bool {
        if case .ints(let list) = storage { return list.allSatisfyOnAllCores { $0 == UInt32(bitPattern: number) } }
        return allSatisfy { $0 == Double(number) }
    }

    /// Groups of three as floats.
    func triples() -> [Vector3] {
        if case .stored(let bytes, .float) = storage {
            return [Vector3](count: count / 3) { range, out in
                for i in range {
                    out[i] = Vector3(
                        bytes.loadUnaligned(fromByteOffset: 12 * i, as: Float.self),
                        bytes.loadUnaligned(fromByteOffset: 12 * i + 4, as: Float.self),
                        bytes.loadUnaligned(fromByteOffset: 12 * i + 8, as: Float.self))
                }
            }
        }
        return (0..<count / 3).map { Vector3(Float(self[3 * $0]), Float(self[3 * $0 + 1]), Float(self[3 * $0 + 2])) }
    }

    /// Groups of three as positions: floats where the file has floats.
    func positions() -> Positions {
        if case .stored(_, .float) = storage { return .floats(triples()) }
        return .doubles((0..<count / 3).map { SIMD3(self[3 * $0], self[3 * $0 + 1], self[3 * $0 + 2]) })
    }

    /// Groups of two as floats.
    func pairs() -> [Vector2] { (0..<count / 2).map { Vector2(Float(self[2 * $0]), Float(self[2 * $0 + 1])) } }

    /// All as numbers below `limit`; otherwise the first that is none.
    func indices(below limit: Int) -> Result<[UInt32], USDWrongIndex> {
        if case .ints(let list) = storage {
            // Negative ones are above every limit.
            let top = UInt32(clamping: Swift.min(limit, Int(Int32.max)))
            if list.allSatisfyOnAllCores({ $0 < top }) { return .success(list) }
        }
        var result: [UInt32] = []
        result.reserveCapacity(count)
        for x in self {
            guard let n = UInt32(exactly: x), n < limit else { return .failure(USDWrongIndex(value: x)) }
            result.append(n)
        }
        return .success(result)
    }
}

/// A number that is no index of a list.
struct USDWrongIndex: Error {
    let value: Double
}
