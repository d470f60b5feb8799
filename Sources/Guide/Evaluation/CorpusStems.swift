extension Guide {
    /// What the vectors of words are trained with (scripts/train-word-vectors.py): of each passage with expected questions a line
    /// `sentence PASSAGE NUMBER NAME STEMS…` for each sentence, where NAME is what its vector is called, and
    /// `question PASSAGE NUMBER STEMS…` for each question that the sentence of that number answers. People whom they name stand as
    /// `@` and their id.
    public func corpusStems() -> [String] {
        let analyzer = TextAnalyzer(resources.lexicon)
        var lines: [String] = []
        for entry in retriever.index.entries where !entry.questions.isEmpty {
            let id = entry.passage.id
            func line(_ kind: String, _ number: Int, _ stems: Set<String>) -> String {
                "\(kind) \(id) \(number) " + stems.sorted().joined(separator: " ")
            }
            for (number, sentence) in entry.sentences.enumerated() {
                let stems = WordVectors.stems(sentence.stems, people: sentence.people)
                lines.append(line("sentence", number, stems.union([WordVectors.name(ofSentence: sentence.text)])))
            }
            for (question, indexed) in zip(entry.passage.questions, entry.questions) {
                let stems = WordVectors.stems(
                    PassageIndex.words(question, resources.lexicon).map(analyzer.stem), people: indexed.people)
                lines.append(line("question", indexed.sentence, stems))
            }
        }
        return lines
    }

    /// The line `asked ID ANSWERABLE CORRECT PASSAGE NUMBER STEMS…` of a question that is looked up: whether it has an answer,
    /// whether the passage that is found holds it (1 or 0 each), and which sentence of it is the best. Nil for other questions and
    /// for follow-ups.
    public func stems(of question: EvaluationQuestion) throws -> String? {
        let answerable = question.category.wantsAnswer
        guard answerable || question.category == .unanswerable, question.history.isEmpty else { return nil }
        let persona = try corpus.persona(question.persona)
        let query = try read(question.question, history: [], persona: persona)
        guard scope(of: query) == nil, let match = try retriever.matches(query, persona: persona, limit: 1).first else {
            return nil
        }
        let passage = match.entry.passage
        let isCorrect = question.passages.contains(passage.id) || question.isStated(in: passage.text)
        let stems = retriever.index.stems(query, TextAnalyzer(resources.lexicon)).all
        return "asked \(question.id) \(answerable ? 1 : 0) \(isCorrect ? 1 : 0) \(passage.id) \(match.best.index) "
            + stems.sorted().joined(separator: " ")
    }
}
