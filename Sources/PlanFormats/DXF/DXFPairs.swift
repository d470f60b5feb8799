import Codecs
import FloorPlans

/// The text of a DXF under construction: pairs of a group code and a value, a line each.
struct DXFPairs {
    private(set) var text = TextBuffer()

    mutating func pair(_ code: Int, _ value: String) {
        start(code)
        text.append(Self.encoded(value))
        text.append(UInt8(ascii: "\n"))
    }

    mutating func pair(_ code: Int, _ value: Int) {
        start(code)
        text.append(value)
        text.append(UInt8(ascii: "\n"))
    }

    mutating func pair(_ code: Int, _ value: Double) {
        start(code)
        text.append(text: Self.number(value))
        text.append(UInt8(ascii: "\n"))
    }

    mutating func handle(_ code: Int, _ value: Int) { pair(code, String(value, radix: 16, uppercase: true)) }

    /// x, y and z.
    mutating func point(_ code: Int, _ p: PlanPoint) {
        pair(code, p.x)
        pair(code + 10, p.y)
        pair(code + 20, 0.0)
    }

    mutating func point2(_ code: Int, _ p: PlanPoint) {
        pair(code, p.x)
        pair(code + 10, p.y)
    }

    private mutating func start(_ code: Int) {
        if code < 100 { text.append(UInt8(ascii: " ")) }
        if code < 10 { text.append(UInt8(ascii: " ")) }
        text.append(code)
        text.append(UInt8(ascii: "\n"))
    }

    /// To a billionth, always with a point and never with an exponent.
    static func number(_ value: Double) -> String {
        let rounded = abs(value) < 1e6 ? (value * 1e9).rounded() / 1e9 : value
        let text = (rounded == 0 ? 0 : rounded).description
        guard let e = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: e)...]) else { return text }
        // 1.25e-07: moved by hand.
        var digits = text[..<e].filter { $0 != "." && $0 != "-" }
        let sign = value < 0 ? "-" : ""
        if exponent < 0 { return sign + "0." + String(repeating: "0", count: -exponent - 1) + digits }
        digits += String(repeating: "0", count: max(0, exponent + 1 - digits.count))
        return sign + digits + ".0"
    }

    /// A text in Windows-1252, as declared by `$DWGCODEPAGE`. Line ends would end the value, so they become spaces; other letters
    /// are written as AutoCAD's `\U+0416`.
    static func encoded(_ value: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for unit in value.utf16 {
            switch unit {
            case 0..<32, 127: bytes.append(UInt8(ascii: " "))
            case 32..<127, 0xA0...0xFF: bytes.append(UInt8(unit))
            default:
                let hex = String(unit, radix: 16, uppercase: true)
                bytes += Array(("\\U+" + String(repeating: "0", count: 4 - hex.count) + hex).utf8)
            }
        }
        return bytes
    }
}
