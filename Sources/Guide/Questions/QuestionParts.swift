import Foundation

/// Splits questions that ask several things: "When did she fly and how long did it take?"
enum QuestionParts {
    /// The parts in their order; one where the question asks one thing. Later parts may need the earlier ones to be understood.
    static func split(_ text: String) -> [String] {
        let sentences = Sentences.split(text)
        let questions = sentences.filter { $0.hasSuffix("?") }
        let whole = questions.count > 1 ? questions : [text]
        return whole.flatMap(conjunctions)
    }

    /// Splits before "and" or a comma with a question word.
    private static func conjunctions(_ text: String) -> [String] {
        guard let pattern else { return [text] }
        let range = NSRange(text.startIndex..., in: text)
        var parts: [String] = []
        var start = text.startIndex
        for match in pattern.matches(in: text, range: range) {
            guard let found = Range(match.range, in: text), let word = Range(match.range(at: 1), in: text) else { continue }
            let part = text[start..<found.lowerBound].trimmingCharacters(in: .whitespaces)
            // "Do you know who …, and when" has a question before; "and when" at the beginning has none.
            guard Word.split(part).count >= 3 else { continue }
            parts.append(part)
            start = word.lowerBound
        }
        parts.append(text[start...].trimmingCharacters(in: .whitespaces))
        return parts
    }

    private static let pattern = try? NSRegularExpression(
        pattern: "(?:,\\s*|\\s+)(?:and|und|et|y|e)\\s+(?:(?:in|on|at|for|by|with|en|à|de|desde|bis|seit)\\s+)?"
            + "((?:who|whom|when|where|why|how|what|which|wer|wann|wo|warum|wie|was|"
            + "welche[rsmn]?|qui|quand|où|pourquoi|comment|combien|"
            + "quel(?:le)?s?|quién|cuándo|dónde|por qué|cómo|cuánt[oa]s?|cuál(?:es)?|qué|que)\\b)",
        options: [.caseInsensitive])
}
