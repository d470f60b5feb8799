extension Guide {
    /// How a question is understood and what is found for it, for people who write a corpus: terms with their weights, then the
    /// best
    /// passages with their scores.
    public func explanation(of question: GuideQuestion, limit: Int = 5) async throws -> String {
        let persona = try corpus.persona(question.persona)
        let query = try read(question.text, history: question.history, persona: persona)
        var lines = [
            "language \(query.language.rawValue), asks for \(query.answerType)",
            "people: \(query.people.sorted().joined(separator: " "))",
            "in English: \(query.english)",
        ]
        for (term, weight) in zip(query.terms, query.terms.map(retriever.weight)) {
            let options = term.options.map { $0.stems.joined(separator: "+") }.joined(separator: " ")
            lines.append("  \(term.text): \(rounded(weight))  \(options)")
        }
        for match in try await matches(query, persona: persona, limit: limit) {
            let best = match.best
            lines.append(
                "\(rounded(match.score)) coverage \(rounded(best.coverage)) breadth \(rounded(best.breadth)) "
                    + "asked \(rounded(best.asked)) \(match.entry.passage.id): " + match.entry.sentences[best.index].text)
        }
        return lines.joined(separator: "\n")
    }

    private func rounded(_ value: Float) -> Float { (value * 100).rounded() / 100 }
}
