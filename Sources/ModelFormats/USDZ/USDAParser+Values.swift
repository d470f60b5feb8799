import Codecs

/// Values of all types: numbers, tuples, lists.
extension USDAParser {
    /// Any value; of those that are not kept nothing is stored.
    mutating func value(keeps: Bool, _ depth: Int) throws(FormatError) -> USDValue {
        var result = USDValue()
        skip()
        if scanner.byte == UInt8(ascii: "[") {
            scanner.advance()
            var width = 0
            while try !closes("]") {
                try item(&result, keeps: keeps, depth: depth + 1)
                if width == 0 { width = max(1, result.numbers.count) }
                skip()
                if scanner.byte == UInt8(ascii: ",") { scanner.advance() }
            }
            result.width = max(1, width)
        } else {
            try item(&result, keeps: keeps, depth: depth)
            result.width = max(1, result.numbers.count)
        }
        return result
    }

    private mutating func item(_ result: inout USDValue, keeps: Bool, depth: Int) throws(FormatError) {
        guard depth < Self.depthLimit else { throw bad("is nested more than \(Self.depthLimit) deep") }
        skip()
        switch scanner.byte {
        case UInt8(ascii: "("), UInt8(ascii: "["):
            let end: StaticString = scanner.byte == UInt8(ascii: "(") ? ")" : "]"
            scanner.advance()
            while try !closes(end) {
                try item(&result, keeps: keeps, depth: depth + 1)
                skip()
                if scanner.byte == UInt8(ascii: ",") { scanner.advance() }
            }
        case UInt8(ascii: "\""), UInt8(ascii: "'"): try keep(string(), result: &result, keeps: keeps)
        case UInt8(ascii: "@"): try keep(asset(), result: &result, keeps: keeps)
        case UInt8(ascii: "<"): try keep(path(), result: &result, keeps: keeps)
        case UInt8(ascii: "{"): try skipBlock()
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
            let number = try number()
            if keeps { result.numbers.append(number) }
        default:
            let word = try name()
            switch word {
            case "inf": if keeps { result.numbers.append(.infinity) }
            case "nan": if keeps { result.numbers.append(.nan) }
            default: try keep(word, result: &result, keeps: keeps)
            }
        }
    }

    private func keep(_ word: String, result: inout USDValue, keeps: Bool) throws(FormatError) {
        if keeps { result.words.append(word) }
    }

    private mutating func number() throws(FormatError) -> Double {
        // At once where it ends as numbers in lists do.
        if let value = scanner.double(before: Self.endsNumber) { return value }
        var end = scanner.position
        while end < scanner.end {
            switch scanner.base[end] {
            case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x65, 0x45, 0x69, 0x6E, 0x66: end += 1
            default:
                var part = TextScanner(UnsafeRawBufferPointer(start: scanner.base, count: end), from: scanner.position)
                guard let value = part.double() else { throw bad("has \(scanner.excerpt) where a number is expected") }
                scanner.move(to: end)
                return value
            }
        }
        throw bad("ends inside a number; the file is truncated")
    }

    /// The bytes that may follow a number.
    @inline(__always) private static func endsNumber(_ c: UInt8) -> Bool {
        c <= 0x20 || c == UInt8(ascii: ",") || c == UInt8(ascii: ")") || c == UInt8(ascii: "]")
    }
}
