/// An element of an S3 answer. The reader takes what S3 sends and no more: elements, text, the five named entities and numbered ones;
/// attributes are passed over, document types refused, depth and size bounded.
struct S3XML: Sendable {
    var name = ""
    var text = ""
    var children: [S3XML] = []

    /// The text of the first child of this name.
    subscript(_ name: String) -> String? { children.first { $0.name == name }?.text }

    /// All children of this name.
    func all(_ name: String) -> [S3XML] { children.filter { $0.name == name } }

    /// Reads a document; nil where it is none.
    init?(_ bytes: [UInt8]) {
        var reader = Reader(bytes: bytes)
        guard let root = reader.document() else { return nil }
        self = root
    }

    private init(name: String) { self.name = name }

    private struct Reader {
        let bytes: [UInt8]
        var at = 0
        static let depthLimit = 16

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func document() -> S3XML? {
            var open: [S3XML] = []
            while at < bytes.count {
                guard bytes[at] == UInt8(ascii: "<") else {
                    guard let text = text() else { return nil }
                    if open.isEmpty {
                        guard text.allSatisfy(\.isWhitespace) || text == "\u{FEFF}" else { return nil }
                    } else {
                        open[open.count - 1].text += text
                    }
                    continue
                }
                if skips("<?") {
                    guard skip(through: "?>") else { return nil }
                } else if skips("<!--") {
                    guard skip(through: "-->") else { return nil }
                } else if skips("<!") {
                    return nil
                } else if skips("</") {
                    guard let name = until(UInt8(ascii: ">")), let last = open.popLast(), last.name == Self.bare(name) else {
                        return nil
                    }
                    if open.isEmpty { return last }
                    open[open.count - 1].children.append(last)
                } else {
                    at += 1
                    guard let tag = until(UInt8(ascii: ">")), open.count < Self.depthLimit else { return nil }
                    let isEmpty = tag.last == UInt8(ascii: "/")
                    let element = S3XML(name: Self.bare(isEmpty ? tag.dropLast() : tag))
                    guard !element.name.isEmpty else { return nil }
                    if !isEmpty {
                        open.append(element)
                    } else if open.isEmpty {
                        return element
                    } else {
                        open[open.count - 1].children.append(element)
                    }
                }
            }
            return nil
        }

        /// The name of a tag, without attributes and namespace prefix.
        private static func bare(_ tag: ArraySlice<UInt8>) -> String {
            let name = tag.prefix { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
            let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
            return String(decoding: local, as: UTF8.self)
        }

        private mutating func text() -> String? {
            let end = bytes[at...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
            defer { at = end }
            let raw = bytes[at..<end]
            guard raw.contains(UInt8(ascii: "&")) else { return String(decoding: raw, as: UTF8.self) }
            var out: [UInt8] = []
            var i = raw.startIndex
            while i < raw.endIndex {
                guard raw[i] == UInt8(ascii: "&") else {
                    out.append(raw[i])
                    i += 1
                    continue
                }
                guard let semicolon = raw[i..<min(i + 12, raw.endIndex)].firstIndex(of: UInt8(ascii: ";")),
                    let character = Self.entity(String(decoding: raw[(i + 1)..<semicolon], as: UTF8.self))
                else { return nil }
                out.append(contentsOf: String(character).utf8)
                i = semicolon + 1
            }
            return String(decoding: out, as: UTF8.self)
        }

        private static func entity(_ name: String) -> Character? {
            switch name {
            case "amp": return "&"
            case "lt": return "<"
            case "gt": return ">"
            case "quot": return "\""
            case "apos": return "'"
            default:
                guard name.hasPrefix("#") else { return nil }
                let digits = name.dropFirst()
                let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
                return number.flatMap(Unicode.Scalar.init).map(Character.init)
            }
        }

        private mutating func skips(_ text: String) -> Bool {
            guard bytes[at...].starts(with: text.utf8) else { return false }
            at += text.utf8.count
            return true
        }

        private mutating func skip(through text: String) -> Bool {
            while at < bytes.count {
                if skips(text) { return true }
                at += 1
            }
            return false
        }

        private mutating func until(_ byte: UInt8) -> ArraySlice<UInt8>? {
            guard let end = bytes[at...].firstIndex(of: byte) else { return nil }
            defer { at = end + 1 }
            return bytes[at..<end]
        }
    }
}
