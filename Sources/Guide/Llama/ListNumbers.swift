/// Removes the numbers and bullets with which a model begins the lines of an answer, while it arrives piece by piece: the evidence
/// is numbered, and small models copy that too.
package struct ListNumbers {
    /// The beginning of a line, as long as it may be a number.
    private var start: String? = ""

    /// A filter at the beginning of an answer.
    package init() {}

    /// What of `piece`, and of what was held back before, is text.
    package mutating func filter(_ piece: String) -> String {
        var text = ""
        for character in piece {
            guard let held = start else {
                text.append(character)
                if character == "\n" { start = "" }
                continue
            }
            let line = held + String(character)
            switch Self.state(line) {
            case .number: start = nil
            case .open: start = line
            case .text:
                text += line
                start = character == "\n" ? "" : nil
            }
        }
        return text
    }

    /// What is held back at the end of the answer.
    package mutating func end() -> String {
        defer { start = "" }
        return start ?? ""
    }

    private enum State { case number, open, text }

    /// Whether `line` is "12. ", "3) ", "- " or the like, may become it, or is something else.
    private static func state(_ line: String) -> State {
        var rest = line.drop { $0 == " " }[...]
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest.dropFirst(digits.count)
        guard digits.count <= 2 else { return .text }
        guard let mark = rest.first else { return .open }
        guard digits.isEmpty ? "-*•".contains(mark) : ".)".contains(mark) else { return .text }
        guard let last = rest.dropFirst().first else { return .open }
        return last == " " ? .number : .text
    }
}
