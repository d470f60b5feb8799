import Codecs
import Geometry

/// The header of a PLY file (Turk 1994): which elements follow, of which properties, and how they are stored.
struct PLYHeader {
    /// How the values after the header are stored.
    enum Encoding { case ascii, littleEndian, bigEndian }

    /// The type of a property's values.
    enum Scalar {
        case int8, uint8, int16, uint16, int32, uint32, float32, float64

        init?(_ name: Substring) {
            switch name {
            case "char", "int8": self = .int8
            case "uchar", "uint8": self = .uint8
            case "short", "int16": self = .int16
            case "ushort", "uint16": self = .uint16
            case "int", "int32": self = .int32
            case "uint", "uint32": self = .uint32
            case "float", "float32": self = .float32
            case "double", "float64": self = .float64
            default: return nil
            }
        }

        var size: Int {
            switch self {
            case .int8, .uint8: 1
            case .int16, .uint16: 2
            case .int32, .uint32, .float32: 4
            case .float64: 8
            }
        }

        var isFloat: Bool { self == .float32 || self == .float64 }

        /// The type as one of an attribute.
        var attribute: PointAttribute.Scalar {
            switch self {
            case .int8: .int8
            case .uint8: .uint8
            case .int16: .int16
            case .uint16: .uint16
            case .int32: .int32
            case .uint32: .uint32
            case .float32: .float
            case .float64: .double
            }
        }

        /// The type of an attribute.
        static func name(_ type: PointAttribute.Scalar) -> String {
            switch type {
            case .int8: "char"
            case .uint8: "uchar"
            case .int16: "short"
            case .uint16: "ushort"
            case .int32: "int"
            case .uint32: "uint"
            case .float: "float"
            case .double: "double"
            }
        }
    }

    struct Property {
        var name: String
        var type: Scalar
        /// The type of a list's length; nil for a single value.
        var lengthType: Scalar?
    }

    struct Element {
        var name: String
        var count: Int
        var properties: [Property]
    }

    var encoding: Encoding
    var elements: [Element]
    /// The unit and axes in Diorama's comment.
    var frame: CoordinateFrame?
    /// Lines before the first element that begin with no keyword of PLY: some programs write comments without it.
    var unknownLines: [String] = []
    /// Where the values begin.
    var end: Int

    private static let maxUnknownLines = 64

    /// - Throws: where a line of the header cannot be understood, names its number.
    init(_ bytes: UnsafeRawBufferPointer) throws(FormatError) {
        guard bytes.count >= 4 else { throw .unreadable("ends inside its header") }
        var scanner = TextScanner(bytes)
        scanner.skipLine()
        var encoding: Encoding?
        elements = []
        var line = 1
        while true {
            guard !scanner.atEnd else { throw .unreadable("has no end_header line; the file is truncated") }
            line += 1
            let text = scanner.headerLine()
            let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" })
            guard let first = words.first else { continue }
            switch first {
            case "comment", "obj_info": frame = frame ?? CoordinateFrame(declaredIn: text)
            case "format":
                switch words.dropFirst().first {
                case "ascii": encoding = .ascii
                case "binary_little_endian": encoding = .littleEndian
                case "binary_big_endian": encoding = .bigEndian
                default: throw Self.bad(line, text)
                }
            case "element":
                guard words.count >= 3, let count = Int(words[2]), count >= 0 else { throw Self.bad(line, text) }
                elements.append(Element(name: String(words[1]), count: count, properties: []))
            case "property":
                guard !elements.isEmpty else { throw .unreadable("line \(line): a property before any element") }
                elements[elements.count - 1].properties.append(try Self.property(words, line: line, text: text))
            case "end_header":
                guard let encoding else { throw .unreadable("has no format line in its header") }
                self.encoding = encoding
                end = scanner.position
                return
            default:
                // Behind the first element a line may say what values there are.
                guard elements.isEmpty, unknownLines.count < Self.maxUnknownLines else { throw Self.bad(line, text) }
                unknownLines.append(text)
            }
        }
    }

    private static func property(_ words: [Substring], line: Int, text: String) throws(FormatError) -> Property {
        if words.count >= 5, words[1] == "list" {
            guard let length = Scalar(words[2]), let type = Scalar(words[3]) else { throw bad(line, text) }
            return Property(name: String(words[4]), type: type, lengthType: length)
        }
        guard words.count >= 3, let type = Scalar(words[1]) else { throw bad(line, text) }
        return Property(name: String(words[2]), type: type, lengthType: nil)
    }

    private static func bad(_ line: Int, _ text: String) -> FormatError {
        .unreadable("line \(line) of its header is invalid: \(Text.quote(text))")
    }
}

extension TextScanner {
    /// One header line without its line end, at most 4096 bytes of it. Behind a lone carriage return no line feed is taken as a
    /// part of the line end unless the file's first line ends so, too: it may be the first byte of binary data.
    fileprivate mutating func headerLine() -> String {
        let start = position
        while !atEnd, byte != 0x0A, byte != 0x0D { advance() }
        let stop = position
        let text = String(decoding: UnsafeBufferPointer(start: base + start, count: min(stop - start, 4096)), as: UTF8.self)
        if byte == 0x0D {
            advance()
            if byte == 0x0A, firstLineEndsInLineFeed { advance() }
        } else {
            advance()
        }
        return text
    }

    private var firstLineEndsInLineFeed: Bool {
        var i = 0
        while i < end, base[i] != 0x0A, base[i] != 0x0D { i += 1 }
        return i < end && (base[i] == 0x0A || (i + 1 < end && base[i + 1] == 0x0A))
    }
}
