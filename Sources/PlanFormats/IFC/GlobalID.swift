/// IFC's globally unique ids: 128 bits as 22 letters of an alphabet of 64 (buildingSMART, "IFC GUID").
enum GlobalID {
    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$".utf8)

    /// The id that belongs to a name: the same name always gives the same one. A name is hashed by FNV-1a with 128 bits.
    static func of(_ name: String) -> String {
        // The offset basis and prime of FNV with 128 bits: 2^88 + 2^8 + 0x3B.
        var (high, low): (UInt64, UInt64) = (0x6C62_272E_07BB_0142, 0x62B8_2175_6295_C58D)
        for byte in name.utf8 {
            low ^= UInt64(byte)
            let product = low.multipliedFullWidth(by: 0x13B)
            high = high &* 0x13B &+ product.high &+ (low << 24)
            low = product.low
        }
        // Short names differ little in the upper bits: each half is stirred with the other (SplitMix64's finaliser).
        high ^= stirred(low)
        low ^= stirred(high)
        // A UUID of version 8 (RFC 9562), whose bits belong to whoever makes it.
        high = high & ~0xF000 | 0x8000
        low = low & ~(3 << 62) | 2 << 62
        var letters: [UInt8] = []
        for place in stride(from: 126, through: 0, by: -6) {
            // The first letter has two bits only.
            let bits = place >= 64 ? high >> UInt64(place - 64) : place == 60 ? low >> 60 | high << 4 : low >> UInt64(place)
            letters.append(alphabet[Int(bits & 63)])
        }
        return String(decoding: letters, as: UTF8.self)
    }

    private static func stirred(_ value: UInt64) -> UInt64 {
        var z = value
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
