/// Makes a question understandable without the conversation: what its pronouns and omissions mean is taken from earlier questions.
struct FollowUps: Sendable {
    let reader: QuestionReader
    let retriever: LexicalRetriever

    /// Earlier questions that are regarded.
    private static let depth = 6

    /// Reads a question after the earlier ones of its conversation, oldest first.
    func read(_ question: String, history: [String], persona: Persona) throws -> GuideQuery {
        var context: GuideQuery?
        for earlier in history.suffix(Self.depth) {
            context = try merged(reader.read(earlier, persona: persona), with: context, persona)
        }
        return try merged(reader.read(question, persona: persona), with: context, persona)
    }

    private func merged(_ query: GuideQuery, with previous: GuideQuery?, _ persona: Persona) throws -> GuideQuery {
        guard let previous else { return query }
        let words = query.words
        let isElliptic = Self.starts.contains { words.starts(with: $0) }
        let hasPersonPronoun = words.contains { Self.personPronouns.contains($0) }
        let hasPronoun = hasPersonPronoun || words.contains { Self.pronouns.contains($0) }
        guard isElliptic || hasPronoun || query.terms.isEmpty else { return query }
        // "What about Hansen?" asks the same of somebody or something else.
        let asksTheSame = isElliptic && query.answerType == .other && (!query.people.isEmpty || !query.terms.isEmpty) && !hasPronoun
        var result = query
        if query.people.isEmpty && (hasPersonPronoun || previous.people.isEmpty == false && !query.addressesPersona) {
            result.people = try previous.people.isEmpty && hasPersonPronoun ? peopleOfAnswer(previous, persona) : previous.people
        }
        let weight: Float = query.terms.isEmpty || asksTheSame && query.terms.isEmpty ? 0.9 : asksTheSame ? 0.55 : 0.4
        for term in previous.terms where !result.terms.contains(where: { $0.options.first == term.options.first }) {
            var term = term
            term.weight = min(term.weight, 1) * weight
            result.terms.append(term)
        }
        return asksTheSame ? result.asking(previous.answerType) : result
    }

    /// Whom the best answer to a question is about.
    private func peopleOfAnswer(_ query: GuideQuery, _ persona: Persona) throws -> Set<String> {
        guard let match = try retriever.matches(query, persona: persona, limit: 1).first else { return [] }
        let sentence = match.entry.sentences[match.best.index]
        if sentence.people.count == 1 { return sentence.people }
        return match.entry.owner.map { [$0] } ?? sentence.people
    }

    private static let starts = [["and"], ["what", "about"], ["how", "about"], ["also"], ["or"]]
    private static let personPronouns: Set<String> = ["he", "she", "him", "her", "his", "hers", "himself", "herself"]
    private static let pronouns: Set<String> = [
        "it", "its", "they", "them", "their", "that", "those", "this", "these", "there", "then", "one", "ones", "former", "latter",
    ]
}

extension GuideQuery {
    /// The same question with another type of answer.
    func asking(_ type: AnswerType) -> GuideQuery {
        GuideQuery(
            question: question, language: language, words: words, terms: terms, people: people, addressesPersona: addressesPersona,
            answerType: type, isYesNo: isYesNo, numbers: numbers)
    }
}
