/// Codes 16-bit colours: which of the six bytes changed, then how, green and blue as red did (LASzip RGB12 version 2, RGB14).
struct LAZColor {
    var last: SIMD3<UInt16>
    private let changed: SymbolModel
    private let differences: [SymbolModel]

    init(_ first: SIMD3<UInt16>, _ store: ModelStore, decodes: Bool) {
        last = first
        changed = SymbolModel(128, store, decodes: decodes)
        differences = (0..<6).map { _ in SymbolModel(256, store, decodes: decodes) }
    }

    @inline(__always) private static func clamp(_ x: Int) -> Int { min(max(x, 0), 255) }
    @inline(__always) private static func low(_ x: UInt16) -> Int { Int(x & 255) }
    @inline(__always) private static func high(_ x: UInt16) -> Int { Int(x >> 8) }

    /// The colour behind `last`.
    @inline(__always) func decode(_ decoder: inout ArithmeticDecoder) -> SIMD3<UInt16> {
        let symbol = decoder.symbol(changed)
        func byte(_ bit: Int, prediction: Int, old: Int) -> Int {
            symbol >> bit & 1 == 1 ? (decoder.symbol(differences[bit]) + prediction) & 255 : old
        }
        let l0 = Self.low(last.x)
        let h0 = Self.high(last.x)
        let rl = byte(0, prediction: l0, old: l0)
        let rh = byte(1, prediction: h0, old: h0)
        let red = UInt16(rh << 8 | rl)
        guard symbol & 64 != 0 else { return SIMD3(red, red, red) }
        let l1 = Self.low(last.y)
        let h1 = Self.high(last.y)
        let l2 = Self.low(last.z)
        let h2 = Self.high(last.z)
        let gl = byte(2, prediction: Self.clamp(rl - l0 + l1), old: l1)
        let bl = byte(4, prediction: Self.clamp((rl - l0 + gl - l1) / 2 + l2), old: l2)
        let gh = byte(3, prediction: Self.clamp(rh - h0 + h1), old: h1)
        let bh = byte(5, prediction: Self.clamp((rh - h0 + gh - h1) / 2 + h2), old: h2)
        return SIMD3(red, UInt16(gh << 8 | gl), UInt16(bh << 8 | bl))
    }

    @inline(__always) mutating func encode(_ c: SIMD3<UInt16>, _ encoder: inout ArithmeticEncoder) {
        let l0 = Self.low(last.x)
        let h0 = Self.high(last.x)
        let l1 = Self.low(last.y)
        let h1 = Self.high(last.y)
        let l2 = Self.low(last.z)
        let h2 = Self.high(last.z)
        let rl = Self.low(c.x)
        let rh = Self.high(c.x)
        let gl = Self.low(c.y)
        let gh = Self.high(c.y)
        let bl = Self.low(c.z)
        let bh = Self.high(c.z)
        var symbol = (rl != l0 ? 1 : 0) | (rh != h0 ? 2 : 0) | (gl != l1 ? 4 : 0) | (gh != h1 ? 8 : 0)
        symbol |= (bl != l2 ? 16 : 0) | (bh != h2 ? 32 : 0) | (c.x != c.y || c.x != c.z ? 64 : 0)
        encoder.put(symbol, changed)
        func put(_ bit: Int, value: Int, prediction: Int) {
            if symbol >> bit & 1 == 1 { encoder.put((value - prediction) & 255, differences[bit]) }
        }
        put(0, value: rl, prediction: l0)
        put(1, value: rh, prediction: h0)
        if symbol & 64 != 0 {
            put(2, value: gl, prediction: Self.clamp(rl - l0 + l1))
            put(4, value: bl, prediction: Self.clamp((rl - l0 + gl - l1) / 2 + l2))
            put(3, value: gh, prediction: Self.clamp(rh - h0 + h1))
            put(5, value: bh, prediction: Self.clamp((rh - h0 + gh - h1) / 2 + h2))
        }
        last = c
    }
}
