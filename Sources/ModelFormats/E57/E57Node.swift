import Codecs

/// An element of an E57 file's XML.
struct E57Node {
    var name: String
    var attributes: [(name: String, value: String)] = []
    var children: [E57Node] = []
    var text = ""

    static func root(_ bytes: UnsafeRawBufferPointer) throws(FormatError) -> E57Node {
        var reader = try XMLReader(bytes)
        var open: [E57Node] = []
        while let event = try reader.next() {
            switch event {
            case .start: open.append(E57Node(name: reader.name, attributes: reader.attributes))
            case .text: open[open.count - 1].text += try reader.text
            case .end:
                let node = open.removeLast()
                if open.isEmpty { return node }
                open[open.count - 1].children.append(node)
            }
        }
        throw .unreadable("its XML section is empty")
    }

    subscript(name: String) -> E57Node? { children.first { $0.name == name } }

    func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// The content as a number; 0 where there is none, as the standard has it.
    var number: Double? { Self.number(text) }

    static func number(_ text: String) -> Double? {
        let word = text.filter { !$0.isWhitespace }
        return word.isEmpty ? 0 : Double(word)
    }

    /// A whole number among the attributes.
    func integer(_ name: String) -> Int? { attribute(name).flatMap { Int($0) } }

    /// The numbers of three children, each 0 where it is missing.
    func vector(_ names: [String]) -> SIMD3<Double> {
        SIMD3(self[names[0]]?.number ?? 0, self[names[1]]?.number ?? 0, self[names[2]]?.number ?? 0)
    }
}
