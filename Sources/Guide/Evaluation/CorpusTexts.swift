extension Guide {
    /// What an adapter of the embedding model is trained with (scripts/train-embedding-adapter.py): of each passage with expected
    /// questions a line with `sentence`, passage, number and text for each sentence, and one with `question`, passage, number and
    /// text for each question that the sentence of that number answers, separated by tabs. Questions in other languages are
    /// translated as visitors' questions are.
    public func corpusTexts() -> [String] {
        var lines: [String] = []
        for entry in retriever.index.entries where !entry.questions.isEmpty {
            let passage = entry.passage
            func line(_ kind: String, _ number: Int, _ text: String) -> String { "\(kind)\t\(passage.id)\t\(number)\t\(text)" }
            for (number, sentence) in entry.sentences.enumerated() { lines.append(line("sentence", number, sentence.text)) }
            for question in passage.questions where question.sentence < entry.sentences.count {
                lines.append(line("question", question.sentence, question.english(resources.lexicon)))
            }
        }
        return lines
    }
}
