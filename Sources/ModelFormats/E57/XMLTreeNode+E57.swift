import Codecs

/// Elements of an E57 file's XML section, by their names as they are written ("nor:normalX").
extension XMLTreeNode {
    subscript(name: String) -> XMLTreeNode? { children.first { $0.qualifiedName == name } }

    /// The content as a number; 0 where there is none, as the standard has it.
    var number: Double? { Self.number(text) }

    /// A text as a number; 0 where it is blank.
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
