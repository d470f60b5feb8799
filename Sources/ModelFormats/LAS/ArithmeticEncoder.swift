/// LASzip's arithmetic coder: 32-bit interval with carries into the bytes that are out already (Said, “FastAC”).
struct ArithmeticEncoder {
    private(set) var bytes: [UInt8] = []
    private var base: UInt32 = 0
    private var length = UInt32.max

    private static let leastLength: UInt32 = 1 << 24

    init(reserving count: Int = 0) { bytes.reserveCapacity(count) }

    @inline(__always) private mutating func add(_ x: UInt32) {
        let (sum, carry) = base.addingReportingOverflow(x)
        base = sum
        if carry { propagate() }
    }

    @inline(never) private mutating func propagate() {
        var i = bytes.count - 1
        while i >= 0, bytes[i] == 255 {
            bytes[i] = 0
            i -= 1
        }
        if i >= 0 { bytes[i] += 1 }
    }

    @inline(__always) private mutating func widen() {
        while length < Self.leastLength {
            bytes.append(UInt8(base >> 24))
            base <<= 8
            length <<= 8
        }
    }

    @inline(__always) mutating func put(_ symbol: Int, _ model: SymbolModel) {
        let distribution = model.distribution
        let whole = length
        length >>= SymbolModel.lengthShift
        let x = distribution[symbol] &* length
        length = (symbol == model.last ? whole : distribution[symbol + 1] &* length) &- x
        add(x)
        widen()
        model.see(symbol)
    }

    @inline(__always) mutating func put(bit isOne: Bool, _ model: BitModel) {
        let x = model.words[2] &* (length >> BitModel.lengthShift)
        if isOne {
            length -= x
            add(x)
        } else {
            length = x
        }
        widen()
        model.see(isOne)
    }

    /// Bits of no model: 1…32.
    @inline(__always) mutating func put(bits value: UInt32, _ count: Int) {
        if count > 19 {
            fewBits(value & 0xFFFF, 16)
            fewBits(value >> 16, count - 16)
        } else {
            fewBits(value, count)
        }
    }

    @inline(__always) private mutating func fewBits(_ value: UInt32, _ count: Int) {
        length >>= UInt32(count)
        add(value &* length)
        widen()
    }

    /// Everything that was put, with the bytes that a decoder needs behind it. Nothing can be put afterwards.
    mutating func finish() -> [UInt8] {
        let isWide = length > 2 * Self.leastLength
        if isWide {
            add(Self.leastLength)
            length = Self.leastLength >> 1
        } else {
            add(Self.leastLength >> 1)
            length = Self.leastLength >> 9
        }
        widen()
        bytes += isWide ? [0, 0, 0] : [0, 0]
        return bytes
    }
}
