import Codecs
import Foundation
import Geometry
import Models

/// Reads the numbers of a field: white space and commas are between them, comments of the classic encoding as well.
struct X3DNumbers {
    private var scanner: TextScanner?

    init(_ value: XMLPiece?) {
        if let value, value.count > 0 { scanner = TextScanner(value.bytes) }
    }

    /// The next number; nil at the end.
    /// - Throws: where there is something else.
    mutating func next(_ field: StaticString) throws(FormatError) -> Double? {
        guard var scanner = scanner else { return nil }
        defer { self.scanner = scanner }
        while true {
            scanner.skipWhitespace()
            if scanner.byte == UInt8(ascii: ",") {
                scanner.advance()
            } else if scanner.byte == UInt8(ascii: "#") {
                scanner.skipLine()
            } else {
                break
            }
        }
        if scanner.atEnd { return nil }
        if let value = scanner.double(before: { $0 <= 0x20 || $0 == UInt8(ascii: ",") }) { return value }
        let start = scanner.position
        while scanner.byte > 0x20, scanner.byte != UInt8(ascii: ",") { scanner.advance() }
        let word = UnsafeBufferPointer(start: scanner.base + start, count: scanner.position - start)
        let text = String(decoding: word.prefix(64), as: UTF8.self)
        // VRML97 has hexadecimal numbers.
        if text.hasPrefix("0x"), let value = Int(text.dropFirst(2), radix: 16) { return Double(value) }
        guard word.count <= 2000, let value = Double(String(decoding: word, as: UTF8.self)) else {
            throw .unreadable("\(field) has \(Text.quote(text, limit: 32)) where a number is expected")
        }
        return value
    }
}

extension X3DNode {
    /// All numbers of a field.
    func doubles(_ field: StaticString) throws(FormatError) -> [Double] {
        var numbers = X3DNumbers(value("\(field)"))
        var list: [Double] = []
        while let value = try numbers.next(field) { list.append(value) }
        return list
    }

    /// All numbers of a field of vectors; an incomplete one at the end is left out.
    func vectors(_ field: StaticString) throws(FormatError) -> [Vector3] {
        let piece = value("\(field)")
        var numbers = X3DNumbers(piece)
        var list: [Vector3] = []
        list.reserveCapacity((piece?.count ?? 0) / 16)
        while let x = try numbers.next(field), let y = try numbers.next(field), let z = try numbers.next(field) {
            list.append(Vector3(Float(x), Float(y), Float(z)))
        }
        return list
    }

    /// All whole numbers of a field, −1 among them.
    func integers(_ field: StaticString) throws(FormatError) -> [Int32] {
        let piece = value("\(field)")
        var numbers = X3DNumbers(piece)
        var list: [Int32] = []
        list.reserveCapacity((piece?.count ?? 0) / 6)
        while let value = try numbers.next(field) {
            guard let whole = Int32(exactly: value) else {
                throw .unreadable("\(field) has \(value) where a whole number is expected")
            }
            list.append(whole)
        }
        return list
    }

    /// A number; the given one where there is none that is finite.
    func double(_ field: StaticString, _ plain: Double) throws(FormatError) -> Double {
        var numbers = X3DNumbers(value("\(field)"))
        guard let value = try numbers.next(field), value.isFinite else { return plain }
        return value
    }

    /// As many finite numbers as given; those where there are fewer.
    func doubles(_ field: StaticString, _ plain: [Double]) throws(FormatError) -> [Double] {
        let list = Array(try doubles(field).prefix(plain.count))
        return list.count == plain.count && list.allSatisfy { $0.isFinite && abs($0) < 1e30 } ? list : plain
    }

    /// Three finite numbers.
    func vector(_ field: StaticString, _ plain: SIMD3<Double>) throws(FormatError) -> SIMD3<Double> {
        let v = try doubles(field, [plain.x, plain.y, plain.z])
        return SIMD3(v[0], v[1], v[2])
    }

    /// A colour made linear.
    func color(_ field: StaticString, _ plain: Double) throws(FormatError) -> Vector3 {
        let v = try vector(field, SIMD3(repeating: plain))
        var one = [Vector3(v).clamped(lowerBound: .zero, upperBound: .one)]
        _ = EncodedColor.linearise(&one)
        return one[0]
    }

    /// Whether a field is true; the given value where there is none.
    func bool(_ field: StaticString, _ plain: Bool) -> Bool {
        switch value("\(field)")?.string.trimmingCharacters(in: .whitespacesAndNewlines).lowercased() {
        case "true": true
        case "false": false
        default: plain
        }
    }

    /// The texts of a field: in quotes, or the only one without.
    func strings(_ field: StaticString) -> [String] {
        guard let text = value("\(field)")?.string else { return [] }
        guard text.contains("\"") else {
            let plain = text.trimmingCharacters(in: .whitespacesAndNewlines)
            return plain.isEmpty ? [] : [plain]
        }
        return text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 && !$0.element.isEmpty }.map { String($0.element) }
    }

    /// A rotation of four numbers: axis and angle.
    /// - Parameter angle: radians in one unit of the document.
    func rotation(_ field: StaticString, angle: Double) throws(FormatError) -> AffineMap {
        let v = try doubles(field, [0, 0, 1, 0])
        return .rotation(v[3] * angle, about: SIMD3(v[0], v[1], v[2]))
    }
}
