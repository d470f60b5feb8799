extension Guide {
    /// What the vectors of words are trained with (scripts/train-word-vectors.py): of each passage with expected questions a line
    /// `sentence PASSAGE NUMBER STEMS…` for each sentence, and `question PASSAGE NUMBER STEMS…` for each question that the
    /// sentence of that number answers. People whom they name stand as `@` and their id.
    public func corpusStems() -> [String] {
        let analyzer = TextAnalyzer(resources.lexicon)
        var lines: [String] = []
        for entry in retriever.index.entries where !entry.questions.isEmpty {
            let id = entry.passage.id
            func line(_ kind: String, _ number: Int, _ stems: Set<String>) -> String {
                "\(kind) \(id) \(number) " + stems.sorted().joined(separator: " ")
            }
            for (number, sentence) in entry.sentences.enumerated() {
                lines.append(line("sentence", number, WordVectors.stems(sentence.stems, people: sentence.people)))
            }
            for (question, indexed) in zip(entry.passage.questions, entry.questions) {
                let stems = WordVectors.stems(
                    PassageIndex.words(question, resources.lexicon).map(analyzer.stem), people: indexed.people)
                lines.append(line("question", indexed.sentence, stems))
            }
        }
        return lines
    }
}
