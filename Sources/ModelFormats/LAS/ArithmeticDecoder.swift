/// Decodes the output of LASzip's arithmetic coder: 32-bit interval, carry-free on this side (Said, “FastAC”).
///
/// Any bytes decode to something: after the end come zeros, and `isExhausted` is set when too many of them were needed.
struct ArithmeticDecoder {
    private var value: UInt32 = 0
    private var length = UInt32.max
    private var next: UnsafePointer<UInt8>
    private let end: UnsafePointer<UInt8>
    private var missing = 0

    private static let leastLength: UInt32 = 1 << 24

    init(_ bytes: UnsafeRawBufferPointer) {
        // An empty buffer may have no address; any other one does, since nothing is read there.
        next = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? UnsafePointer(bitPattern: 8)!
        end = next + bytes.count
        for _ in 0..<4 { value = value << 8 | byte() }
    }

    /// Whether more bytes were asked for than an encoder's last symbols may need.
    var isExhausted: Bool { missing > 8 }

    @inline(__always) private mutating func byte() -> UInt32 {
        guard next < end else {
            missing += 1
            return 0
        }
        let byte = UInt32(next.pointee)
        next += 1
        return byte
    }

    @inline(__always) private mutating func widen() {
        while length < Self.leastLength {
            value = value << 8 | byte()
            length <<= 8
            if length == 0 { length = .max }
        }
    }

    @inline(__always) mutating func symbol(_ model: SymbolModel) -> Int {
        let distribution = model.distribution
        let whole = length
        length >>= SymbolModel.lengthShift
        // Damaged bytes may lie above the interval.
        let place = min(value / length, (1 << SymbolModel.lengthShift) - 1)
        var low = 0
        var high = model.count
        if model.hasTable {
            let slot = Int(place >> model.tableShift)
            low = Int(model.table[slot])
            high = Int(model.table[slot + 1]) + 1
        }
        while high > low + 1 {
            let middle = (low + high) >> 1
            if distribution[middle] > place { high = middle } else { low = middle }
        }
        let x = distribution[low] &* length
        let y = low == model.last ? whole : distribution[low + 1] &* length
        value &-= x
        length = y &- x
        widen()
        model.see(low)
        return low
    }

    @inline(__always) mutating func bit(_ model: BitModel) -> Int {
        let x = model.words[2] &* (length >> BitModel.lengthShift)
        let isOne = value >= x
        if isOne {
            value -= x
            length -= x
        } else {
            length = x
        }
        widen()
        model.see(isOne)
        return isOne ? 1 : 0
    }

    /// Bits of no model: 1…32.
    @inline(__always) mutating func bits(_ count: Int) -> UInt32 {
        if count > 19 {
            let low = fewBits(16)
            return fewBits(count - 16) << 16 | low
        }
        return fewBits(count)
    }

    @inline(__always) private mutating func fewBits(_ count: Int) -> UInt32 {
        length >>= UInt32(count)
        let symbol = value / length
        value &-= length &* symbol
        widen()
        return symbol & (1 << UInt32(count) - 1)
    }
}
