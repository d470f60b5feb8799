import Codecs

/// A value of a STEP file (ISO 10303-21, clear text encoding).
enum STEPValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
    ExpressibleByBooleanLiteral
{
    case reference(Int)
    case text(String)
    case real(Double)
    case integer(Int)
    case enumeration(String)
    case boolean(Bool)
    case list([STEPValue])
    /// A value of a select type with its type's name.
    indirect case typed(String, STEPValue)
    /// `$`
    case none
    /// `*`
    case derived

    init(stringLiteral value: String) { self = .text(value) }
    init(floatLiteral value: Double) { self = .real(value) }
    init(nilLiteral: ()) { self = .none }
    init(arrayLiteral elements: STEPValue...) { self = .list(elements) }
    init(booleanLiteral value: Bool) { self = .boolean(value) }

    static func optional(_ text: String?) -> STEPValue { text.map { .text($0) } ?? .none }

    func append(to out: inout TextBuffer) {
        switch self {
        case .reference(let id):
            out.append(UInt8(ascii: "#"))
            out.append(id)
        case .text(let text): out.append(text: "'\(Self.escaped(text))'")
        case .real(let value): out.append(text: Self.number(value))
        case .integer(let value): out.append(value)
        case .enumeration(let name): out.append(text: ".\(name).")
        case .boolean(let value): out.append(value ? ".T." : ".F.")
        case .list(let values):
            out.append(UInt8(ascii: "("))
            for (i, value) in values.enumerated() {
                if i > 0 { out.append(UInt8(ascii: ",")) }
                value.append(to: &out)
            }
            out.append(UInt8(ascii: ")"))
        case .typed(let name, let value):
            out.append(text: name + "(")
            value.append(to: &out)
            out.append(UInt8(ascii: ")"))
        case .none: out.append(UInt8(ascii: "$"))
        case .derived: out.append(UInt8(ascii: "*"))
        }
    }

    /// To a billionth; always with a point, exponents with a capital E (section 6.3.2).
    static func number(_ value: Double) -> String {
        let rounded = abs(value) < 1e6 ? (value * 1e9).rounded() / 1e9 : value
        var text = (rounded == 0 ? 0 : rounded).description
        if text.hasSuffix(".0") { text.removeLast() }
        guard let e = text.firstIndex(of: "e") else { return text }
        let mantissa = text[..<e]
        return (mantissa.contains(".") ? mantissa : mantissa + ".") + "E" + text[text.index(after: e)...]
    }

    /// Apostrophes and backslashes are doubled, letters beyond ASCII are written as `\X2\…\X0\` in UTF-16 (section 6.3.3).
    static func escaped(_ text: String) -> String {
        var result = ""
        var wide = false
        for unit in text.utf16 {
            let ascii = unit < 127
            if ascii, wide { result += "\\X0\\" }
            if !ascii, !wide { result += "\\X2\\" }
            wide = !ascii
            switch unit {
            case 0x27: result += "''"
            case 0x5C: result += "\\\\"
            case 0..<32: result += " "
            case 32..<127: result.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            default:
                let hex = String(unit, radix: 16, uppercase: true)
                result += String(repeating: "0", count: 4 - hex.count) + hex
            }
        }
        return wide ? result + "\\X0\\" : result
    }
}

/// A STEP file under construction: instances are numbered in the order in which they are made.
struct STEPFile {
    private var data = TextBuffer()
    private var count = 0

    /// Adds an instance and returns a reference to it.
    mutating func add(_ type: String, _ values: [STEPValue]) -> STEPValue {
        count += 1
        data.append(text: "#\(count)=\(type)")
        STEPValue.list(values).append(to: &data)
        data.append(text: ";\n")
        return .reference(count)
    }

    /// The whole file.
    func bytes(schema: String, view: String, name: String) -> [UInt8] {
        // No true time: the same plan gives the same bytes.
        let head = """
            ISO-10303-21;
            HEADER;
            FILE_DESCRIPTION(('ViewDefinition [\(view)]'),'2;1');
            FILE_NAME('\(STEPValue.escaped(name))','1970-01-01T00:00:00',(''),(''),'Diorama','Diorama','');
            FILE_SCHEMA(('\(schema)'));
            ENDSEC;
            DATA;

            """
        return Array(head.utf8) + data.bytes + Array("ENDSEC;\nEND-ISO-10303-21;\n".utf8)
    }
}
