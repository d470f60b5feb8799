import Codecs
import Geometry

/// A field of a point record: how its values are stored, and those that have come but are not used yet (ASTM E2807, section 9).
struct E57Field {
    enum Kind {
        case float
        case double
        /// The stored number plus `minimum`, times `scale`, plus `offset`.
        case integer(bits: Int, minimum: Int, scale: Double, offset: Double)
    }

    let kind: Kind
    /// Largest value less the smallest of an integer, for colours.
    let limits: (low: Double, high: Double)?
    /// Values in their order.
    private(set) var values: [Double] = []
    /// How many of `values` are used already.
    private var used = 0
    /// Values that came so far.
    private var total = 0
    /// Bytes of a value that has not come whole, and how many bits of the first are used.
    private var rest: [UInt8] = []
    private var restBits = 0

    init?(_ node: XMLTreeNode) {
        switch node.attribute("type") {
        case "Float":
            kind = node.attribute("precision") == "single" ? .float : .double
            limits = nil
        case "Integer", "ScaledInteger":
            let low = node.integer("minimum") ?? .min
            let high = node.integer("maximum") ?? .max
            guard low <= high else { return nil }
            let range = UInt64(bitPattern: Int64(high)) &- UInt64(bitPattern: Int64(low))
            let isScaled = node.attribute("type") == "ScaledInteger"
            let scale = isScaled ? node.attribute("scale").flatMap(XMLTreeNode.number) ?? 1 : 1
            let offset = isScaled ? node.attribute("offset").flatMap(XMLTreeNode.number) ?? 0 : 0
            kind = .integer(bits: 64 - range.leadingZeroBitCount, minimum: low, scale: scale, offset: offset)
            limits = (Double(low) * scale + offset, Double(high) * scale + offset)
        default: return nil
        }
    }

    /// Bits of a value.
    var bits: Int {
        switch kind {
        case .float: 32
        case .double: 64
        case .integer(let bits, _, _, _): bits
        }
    }

    /// The type of an attribute that holds the values plus a whole number.
    func scalar(adding addend: Double) -> PointAttribute.Scalar {
        switch kind {
        case .float: return .float
        case .double: return .double
        case .integer(let bits, _, let scale, let offset):
            guard scale == 1, offset == 0, let limits else { return bits <= 16 && offset == 0 ? .float : .double }
            for type in [PointAttribute.Scalar.uint8, .int8, .uint16, .int16, .uint32, .int32] {
                guard let range = type.integers else { continue }
                if limits.low + addend >= range.lowerBound, limits.high + addend <= range.upperBound { return type }
            }
            return .double
        }
    }

    /// Values that can be used.
    var available: Int { values.count - used }

    @inline(__always) subscript(i: Int) -> Double { values[used + i] }

    mutating func use(_ n: Int) {
        used += n
        if used == values.count {
            values.removeAll(keepingCapacity: true)
            used = 0
        } else if used > 1 << 16 {
            values.removeFirst(used)
            used = 0
        }
    }

    /// Takes the next bytes of the field's stream; at most `most` values come of it altogether. Values of no bits come by
    /// themselves.
    mutating func take(_ bytes: UnsafeRawBufferPointer, most: Int) {
        let bits = bits
        let wanted = most - total
        guard bits > 0, wanted > 0 else { return }
        if rest.isEmpty {
            let n = min(bytes.count * 8 / bits, wanted)
            decode(bytes, from: 0, n)
            keep(bytes, from: n * bits, n: n, most: most)
        } else {
            let joined = rest + bytes
            joined.withUnsafeBytes { joined in
                let n = min((joined.count * 8 - restBits) / bits, wanted)
                decode(joined, from: restBits, n)
                keep(joined, from: restBits + n * bits, n: n, most: most)
            }
        }
    }

    /// Gives a field of no bits its one value so often.
    mutating func fill(_ n: Int) {
        guard case .integer(0, let minimum, let scale, let offset) = kind else { return }
        values.append(contentsOf: repeatElement(Double(minimum) * scale + offset, count: n))
    }

    private mutating func keep(_ bytes: UnsafeRawBufferPointer, from bit: Int, n: Int, most: Int) {
        total += n
        rest = total < most ? Array(bytes[(bit / 8)...]) : []
        restBits = bit % 8
    }

    private mutating func decode(_ bytes: UnsafeRawBufferPointer, from start: Int, _ n: Int) {
        guard n > 0 else { return }
        values.reserveCapacity(values.count + n)
        switch kind {
        case .float:
            for i in 0..<n {
                let pattern = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start / 8 + 4 * i, as: UInt32.self))
                values.append(Double(Float(bitPattern: pattern)))
            }
        case .double:
            for i in 0..<n {
                let pattern = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start / 8 + 8 * i, as: UInt64.self))
                values.append(Double(bitPattern: pattern))
            }
        case .integer(let bits, let minimum, let scale, let offset):
            if bits == 8, start % 8 == 0 {
                for i in 0..<n { values.append(Double(Int(bytes[start / 8 + i]) &+ minimum) * scale + offset) }
                return
            }
            let mask: UInt64 = bits == 64 ? .max : 1 << UInt64(bits) - 1
            for i in 0..<n {
                let bit = start + i * bits
                let stored = Self.word(bytes, bit) & mask
                values.append(Double(Int(truncatingIfNeeded: stored) &+ minimum) * scale + offset)
            }
        }
    }

    /// 64 bits from this one on; zeros behind the end.
    @inline(__always) private static func word(_ bytes: UnsafeRawBufferPointer, _ bit: Int) -> UInt64 {
        let place = bit / 8
        let shift = UInt64(bit % 8)
        if place + 9 <= bytes.count {
            let low = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            return shift == 0 ? low : low >> shift | UInt64(bytes[place + 8]) << (64 - shift)
        }
        var word: UInt64 = 0
        for k in 0..<9 where place + k < bytes.count {
            let byte = UInt64(bytes[place + k])
            word |= k == 0 ? byte >> shift : 8 * UInt64(k) - shift < 64 ? byte << (8 * UInt64(k) - shift) : 0
        }
        return word
    }
}
