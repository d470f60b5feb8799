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

    /// The line `asked ID STEMS…` of a question that has an answer, by which the training is measured; nil for other questions and
    /// for follow-ups.
    public func stems(of question: EvaluationQuestion) throws -> String? {
        guard question.category.wantsAnswer, question.history.isEmpty else { return nil }
        let query = try read(question.question, history: [], persona: corpus.persona(question.persona))
        let analyzer = TextAnalyzer(resources.lexicon)
        let stems = WordVectors.stems(query.words.map(analyzer.stem), people: query.people)
        return "asked \(question.id) " + stems.sorted().joined(separator: " ")
    }
}
