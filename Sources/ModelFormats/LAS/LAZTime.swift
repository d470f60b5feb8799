/// GPS times as the bits of doubles, in up to four sequences (LASzip GPSTIME11 version 2, and the times of POINT14).
struct LAZTime {
    private var times: [Int64]
    private var differences: [Int32] = [0, 0, 0, 0]
    private var extremes = [0, 0, 0, 0]
    private var last = 0
    private var next = 0
    private let multiples: SymbolModel
    private let beginnings: SymbolModel
    private var numbers: IntegerModel

    /// Whether times that do not change have no symbol: POINT14 has that in another layer.
    private let isLayered: Bool
    /// Whether a file's time jumps between sequences without end.
    private(set) var isDamaged = false

    private static let most = 500
    private static let least = -10
    private static let unchanged = 511
    private static let full = 512

    init(_ first: Int64, _ store: ModelStore, isLayered: Bool, decodes: Bool) {
        self.isLayered = isLayered
        times = [first, 0, 0, 0]
        multiples = SymbolModel(Self.full + (isLayered ? 3 : 4), store, decodes: decodes)
        beginnings = SymbolModel(isLayered ? 5 : 6, store, decodes: decodes)
        numbers = IntegerModel(bits: 32, contexts: 9, store, decodes: decodes)
    }

    // MARK: Decoding

    /// The next time.
    mutating func decode(_ decoder: inout ArithmeticDecoder) -> Int64 {
        for _ in 0..<8 {
            if differences[last] == 0 {
                // The symbol 0 means that the time did not change.
                let symbol = decoder.symbol(beginnings) + (isLayered ? 1 : 0)
                switch symbol {
                case 0: return times[last]
                case 1:
                    differences[last] = numbers.decode(0, context: 0, decoder: &decoder)
                    times[last] &+= Int64(differences[last])
                    extremes[last] = 0
                    return times[last]
                case 2:
                    readFull(&decoder)
                    return times[last]
                default: last = (last + symbol - 2) & 3
                }
                continue
            }
            var symbol = decoder.symbol(multiples)
            if isLayered, symbol >= Self.unchanged { symbol += 1 }
            if symbol > Self.full {
                last = (last + symbol - Self.full) & 3
                continue
            }
            if symbol == Self.full {
                readFull(&decoder)
            } else if symbol == 1 {
                times[last] &+= Int64(numbers.decode(differences[last], context: 1, decoder: &decoder))
                extremes[last] = 0
            } else if symbol < Self.unchanged {
                readMultiple(symbol, &decoder)
            }
            return times[last]
        }
        isDamaged = true
        return times[last]
    }

    private mutating func readMultiple(_ symbol: Int, _ decoder: inout ArithmeticDecoder) {
        let multiple = symbol <= Self.most ? symbol : max(Self.most - symbol, Self.least)
        let context = Self.context(multiple)
        let difference = numbers.decode(Int32(multiple) &* differences[last], context: context, decoder: &decoder)
        noteExtreme(context, difference)
        times[last] &+= Int64(difference)
    }

    private mutating func readFull(_ decoder: inout ArithmeticDecoder) {
        let high = numbers.decode(Int32(truncatingIfNeeded: times[last] >> 32), context: 8, decoder: &decoder)
        begin(Int64(high) << 32 | Int64(decoder.bits(32)))
    }

    /// A sequence that begins with this time replaces the oldest one.
    private mutating func begin(_ time: Int64) {
        next = (next + 1) & 3
        times[next] = time
        last = next
        differences[last] = 0
        extremes[last] = 0
    }

    /// Which models code the rest behind a multiple of the last difference.
    private static func context(_ multiple: Int) -> Int {
        multiple == 0 ? 7 : multiple == most ? 4 : multiple == least ? 6 : multiple < 0 ? 5 : multiple < 10 ? 2 : 3
    }

    /// After several differences that are no such multiples, the latest one becomes that of the sequence.
    private mutating func noteExtreme(_ context: Int, _ difference: Int32) {
        guard context == 7 || context == 4 || context == 6 else { return }
        extremes[last] += 1
        if extremes[last] > 3 {
            differences[last] = difference
            extremes[last] = 0
        }
    }

    // MARK: Encoding

    /// Codes the next time. Only for layers: a time that does not change is not coded.
    mutating func encode(_ time: Int64, _ encoder: inout ArithmeticEncoder) {
        // Another sequence, where this one is too far away and the other one is not.
        if !Self.isShort(time &- times[last]), let step = (1..<4).first(where: { Self.isShort(time &- times[(last + $0) & 3]) }) {
            if differences[last] == 0 {
                encoder.put(step + 1, beginnings)
            } else {
                encoder.put(Self.unchanged + step, multiples)
            }
            last = (last + step) & 3
        }
        let difference = time &- times[last]
        guard Self.isShort(difference) else {
            if differences[last] == 0 { encoder.put(1, beginnings) } else { encoder.put(Self.unchanged, multiples) }
            writeFull(time, &encoder)
            return
        }
        let short = Int32(difference)
        if differences[last] == 0 {
            encoder.put(0, beginnings)
            numbers.encode(short, prediction: 0, context: 0, encoder: &encoder)
            differences[last] = short
            extremes[last] = 0
        } else {
            writeMultiple(short, &encoder)
        }
        times[last] = time
    }

    private static func isShort(_ difference: Int64) -> Bool { Int32(exactly: difference) != nil }

    private mutating func writeMultiple(_ difference: Int32, _ encoder: inout ArithmeticEncoder) {
        let quotient = (Float(difference) / Float(differences[last])).rounded()
        let multiple = Int(min(max(quotient, Float(Self.least)), Float(Self.most)))
        if multiple == 1 {
            encoder.put(1, multiples)
            numbers.encode(difference, prediction: differences[last], context: 1, encoder: &encoder)
            extremes[last] = 0
            return
        }
        encoder.put(multiple >= 0 ? multiple : Self.most - multiple, multiples)
        let context = Self.context(multiple)
        let prediction = Int32(multiple) &* differences[last]
        numbers.encode(difference, prediction: prediction, context: context, encoder: &encoder)
        noteExtreme(context, difference)
    }

    private mutating func writeFull(_ time: Int64, _ encoder: inout ArithmeticEncoder) {
        let high = Int32(truncatingIfNeeded: times[last] >> 32)
        numbers.encode(Int32(truncatingIfNeeded: time >> 32), prediction: high, context: 8, encoder: &encoder)
        encoder.put(bits: UInt32(truncatingIfNeeded: time), 32)
        begin(time)
    }
}
