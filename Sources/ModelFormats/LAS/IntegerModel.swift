/// Codes whole numbers as corrections of predictions: how many bits the correction has under a model chosen by the caller, then its
/// upper eight bits under a model of that width, then the rest as they are (LASzip's integer compressor).
struct IntegerModel {
    /// Bits of the latest correction, which choose models of what comes next.
    private(set) var width = 0
    private let contexts: [SymbolModel]
    private var corrections: [SymbolModel?]
    private let zeroOrOne: BitModel
    private let store: ModelStore
    private let decodes: Bool
    /// 16 or 32.
    private let bits: Int

    private static let modelledBits = 8

    init(bits: Int, contexts: Int, _ store: ModelStore, decodes: Bool) {
        self.bits = bits
        self.store = store
        self.decodes = decodes
        self.contexts = (0..<contexts).map { _ in SymbolModel(bits + 1, store, decodes: decodes) }
        corrections = Array(repeating: nil, count: bits + 1)
        zeroOrOne = BitModel(store)
    }

    /// The models of corrections are made when they are first needed: most never are.
    @inline(__always) private mutating func correction(_ width: Int) -> SymbolModel {
        if let model = corrections[width] { return model }
        let model = SymbolModel(1 << min(width, Self.modelledBits), store, decodes: decodes)
        corrections[width] = model
        return model
    }

    @inline(__always) mutating func decode(_ prediction: Int32, context: Int, decoder: inout ArithmeticDecoder) -> Int32 {
        width = decoder.symbol(contexts[context])
        var c: Int32
        if width == 0 {
            c = Int32(decoder.bit(zeroOrOne))
        } else if width < 32 {
            let model = correction(width)
            let high = Int32(truncatingIfNeeded: decoder.symbol(model))
            if width <= Self.modelledBits {
                c = high
            } else {
                let rest = width - Self.modelledBits
                c = high << Int32(rest) | Int32(bitPattern: decoder.bits(rest))
            }
            if c >= 1 << Int32(width - 1) { c &+= 1 } else { c &-= 1 << Int32(width) &- 1 }
        } else {
            c = .min
        }
        let real = prediction &+ c
        // Numbers of 16 bits stay among them.
        return bits == 16 ? real & 0xFFFF : real
    }

    @inline(__always) mutating func encode(_ real: Int32, prediction: Int32, context: Int, encoder: inout ArithmeticEncoder) {
        var c = real &- prediction
        if bits == 16 { c = Int32(Int16(truncatingIfNeeded: c)) }
        let size = UInt32(bitPattern: c <= 0 ? 0 &- c : c - 1)
        width = 32 - size.leadingZeroBitCount
        encoder.put(width, contexts[context])
        if width == 0 {
            encoder.put(bit: c == 1, zeroOrOne)
        } else if width < 32 {
            let value = UInt32(bitPattern: c < 0 ? c &+ (1 << Int32(width) &- 1) : c - 1)
            let model = correction(width)
            if width <= Self.modelledBits {
                encoder.put(Int(value), model)
            } else {
                let rest = width - Self.modelledBits
                encoder.put(Int(value >> UInt32(rest)), model)
                encoder.put(bits: value & (1 << UInt32(rest) - 1), rest)
            }
        }
    }
}

/// The median of the latest five numbers, roughly: LASzip's, which both sides have to compute alike.
struct StreamingMedian {
    private var v0: Int32 = 0
    private var v1: Int32 = 0
    private(set) var middle: Int32 = 0
    private var v3: Int32 = 0
    private var v4: Int32 = 0
    private var dropsHigh = true

    @inline(__always) mutating func add(_ v: Int32) {
        if dropsHigh {
            if v < middle {
                v4 = v3
                v3 = middle
                if v < v0 {
                    middle = v1
                    v1 = v0
                    v0 = v
                } else if v < v1 {
                    middle = v1
                    v1 = v
                } else {
                    middle = v
                }
            } else {
                if v < v3 { (v4, v3) = (v3, v) } else { v4 = v }
                dropsHigh = false
            }
        } else {
            if middle < v {
                v0 = v1
                v1 = middle
                if v4 < v {
                    middle = v3
                    v3 = v4
                    v4 = v
                } else if v3 < v {
                    middle = v3
                    v3 = v
                } else {
                    middle = v
                }
            } else {
                if v1 < v { (v0, v1) = (v1, v) } else { v0 = v }
                dropsHigh = true
            }
        }
    }
}
