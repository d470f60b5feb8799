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
        pattern: "(?:,\\s*|\\s+)(?:and|und|et|y|e)\\s+(?:\(prepositions)\\s+)?((?:\(questionWords)|\(verbs))\\b)",
        options: [.caseInsensitive])

    private static let prepositions =
        "(?:in|on|at|for|by|with|from|to|of|about|bis|seit|mit|von|aus|auf|an|für|um|nach|zu|en|à|de|avec|pour|dans|sur|depuis|"
        + "pendant|par|con|para|por|a|desde|hasta)"
    private static let questionWords =
        "who|whom|whose|when|where|why|how|what|which|wer|wem|wen|wann|wo(?:hin|her|mit|bei|zu|für|durch|rauf|ran|rin|raus)?|warum|"
        + "wieso|weshalb|wie|was|welche[rsmn]?|qui|quoi|quand|où|pourquoi|comment|combien|quel(?:le)?s?|quién(?:es)?|cuándo|"
        + "a?dónde|por qué|cómo|cuánt[oa]s?|cuál(?:es)?|qué|que"
    /// A verb before a pronoun or article asks, too: "…, and did it work".
    private static let verbs =
        "(?:is|are|was|were|did|does|do|has|have|had|can|could|will|would)"
        + "(?=\\s+(?:it|they|he|she|the|his|her|its|their|you|there)\\b)"
        + "|(?:ist|sind|war|waren|hat|haben|kann|können|wird)(?=\\s+(?:er|sie|es|der|die|das|man)\\b)|est-ce"

    /// The questions of an English one that asks the same of two things: "In which years did Artemis I and Artemis II fly?" where
    /// the words after "and" begin as those before it, "When did it launch and land?" where one or two words end the question.
    /// - Returns: two questions, or none.
    static func coordinated(_ text: String) -> [String] {
        let words = text.trimmingCharacters(in: CharacterSet(charactersIn: " ?.!")).split(separator: " ").map(String.init)
        let places = words.indices.filter { words[$0].lowercased() == "and" }
        guard places.count == 1, let place = places.first, place >= 3, place + 1 < words.count else { return [] }
        let after = words[(place + 1)...]
        func question(_ parts: ArraySlice<String>...) -> String { parts.joined().joined(separator: " ") + "?" }
        // The same first word on both sides.
        if let first = words[max(0, place - 4)..<place - 1].lastIndex(where: { $0.lowercased() == words[place + 1].lowercased() }) {
            let length = place - first
            guard after.count >= length else { return [] }
            let rest = after.dropFirst(length)
            return [
                question(words[..<place], rest), question(words[..<first], after.prefix(length), rest),
            ]
        }
        guard after.count <= 2, place >= 5 else { return [] }
        return [question(words[..<place]), question(words[..<(place - 1)], after)]
    }
}
