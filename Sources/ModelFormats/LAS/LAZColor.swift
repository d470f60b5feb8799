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
        func byte(_ bit: Int, _ prediction: Int, _ old: Int) -> Int {
            symbol >> bit & 1 == 1 ? (decoder.symbol(differences[bit]) + prediction) & 255 : old
        }
        let (l0, h0) = (Self.low(last.x), Self.high(last.x))
        let rl = byte(0, l0, l0)
        let rh = byte(1, h0, h0)
        let red = UInt16(rh << 8 | rl)
        guard symbol & 64 != 0 else { return SIMD3(red, red, red) }
        let (l1, h1, l2, h2) = (Self.low(last.y), Self.high(last.y), Self.low(last.z), Self.high(last.z))
        let gl = byte(2, Self.clamp(rl - l0 + l1), l1)
        let bl = byte(4, Self.clamp((rl - l0 + gl - l1) / 2 + l2), l2)
        let gh = byte(3, Self.clamp(rh - h0 + h1), h1)
        let bh = byte(5, Self.clamp((rh - h0 + gh - h1) / 2 + h2), h2)
        return SIMD3(red, UInt16(gh << 8 | gl), UInt16(bh << 8 | bl))
    }

    @inline(__always) mutating func encode(_ c: SIMD3<UInt16>, _ encoder: inout ArithmeticEncoder) {
        let (l0, h0) = (Self.low(last.x), Self.high(last.x))
        let (l1, h1, l2, h2) = (Self.low(last.y), Self.high(last.y), Self.low(last.z), Self.high(last.z))
        let (rl, rh) = (Self.low(c.x), Self.high(c.x))
        let (gl, gh, bl, bh) = (Self.low(c.y), Self.high(c.y), Self.low(c.z), Self.high(c.z))
        var symbol = (rl != l0 ? 1 : 0) | (rh != h0 ? 2 : 0) | (gl != l1 ? 4 : 0) | (gh != h1 ? 8 : 0)
        symbol |= (bl != l2 ? 16 : 0) | (bh != h2 ? 32 : 0) | (c.x != c.y || c.x != c.z ? 64 : 0)
        encoder.put(symbol, changed)
        func put(_ bit: Int, _ value: Int, _ prediction: Int) {
            if symbol >> bit & 1 == 1 { encoder.put((value - prediction) & 255, differences[bit]) }
        }
        put(0, rl, l0)
        put(1, rh, h0)
        if symbol & 64 != 0 {
            put(2, gl, Self.clamp(rl - l0 + l1))
            put(4, bl, Self.clamp((rl - l0 + gl - l1) / 2 + l2))
            put(3, gh, Self.clamp(rh - h0 + h1))
            put(5, bh, Self.clamp((rh - h0 + gh - h1) / 2 + h2))
        }
        last = c
    }
}
