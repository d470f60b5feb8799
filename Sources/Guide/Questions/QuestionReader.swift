/// Reads questions: language, translation, spelling, names, terms.
struct QuestionReader: Sendable {
    let lexicon: Lexicon
    let index: PassageIndex

    /// Reads a question to a persona, without regard to earlier ones.
    func read(_ question: String, persona: Persona) -> GuideQuery {
        let original = Word.split(question)
        let language = lexicon.language(of: original)
        let (translated, alternatives) = lexicon.translated(original, from: language)
        let read = translated.map(corrected)
        let words = read.map(\.text)
        let occurrences = index.people.occurrences(in: words)
        var people = Set(occurrences.map(\.person))
        if people.isEmpty { people = peopleByRole(words) }
        let isAddressed = words.contains { Self.secondPerson.contains($0) }
        if isAddressed, people.isEmpty, persona.isReal { people = [persona.id] }
        return GuideQuery(
            question: question, language: language, words: words,
            terms: terms(
                read, isName: Set(occurrences.flatMap { Array($0.range) }), alternatives, isTranslated: language != .english),
            people: people,
            addressesPersona: isAddressed && occurrences.isEmpty, answerType: AnswerType(words), isYesNo: Self.isYesNo(words),
            numbers: words.filter { $0.utf8.first.map { (48...57).contains($0) } ?? false })
    }

    /// A word as it is spelled in the corpus, where it is probably misspelled.
    private func corrected(_ word: Word) -> Word {
        guard !lexicon.knownWords.contains(word.text), let correction = index.spelling.correction(of: word.text) else {
            return word
        }
        return Word(text: correction, isCapitalized: word.isCapitalized)
    }

    /// Whom "the commander" means: who alone has that role.
    private func peopleByRole(_ words: [String]) -> Set<String> {
        var people: Set<String> = []
        for persona in index.corpus.personas where persona.isReal {
            let role = Word.normalized(persona.role)
            let others = index.corpus.personas.filter { $0.isReal && Word.normalized($0.role) == role }
            guard others.count == 1, !role.isEmpty, AnswerType.contains(words, "the " + role) else { continue }
            // Of another mission.
            if !AnswerType.contains(words, "the \(role) of apollo"), !words.contains("apollo") { people.insert(persona.id) }
        }
        return people
    }

    private static let secondPerson: Set<String> = ["you", "your", "yours", "yourself", "youre", "youve", "ya", "u", "ur"]

    private static func isYesNo(_ words: [String]) -> Bool {
        let verbs: Set<String> = [
            "is", "are", "was", "were", "did", "do", "does", "has", "have", "had", "can", "could", "will", "would", "isnt", "didnt",
            "wasnt", "may", "might",
        ]
        return words.first.map { verbs.contains($0) } ?? false
    }

    // MARK: Terms

    /// The terms of folded words: function words are left out, the longest known phrases are taken together.
    private func terms(_ read: [Word], isName: Set<Int>, _ alternatives: [String: [String]], isTranslated: Bool) -> [QueryTerm] {
        let words = read.map(\.text)
        let analyzer = TextAnalyzer(lexicon)
        var terms: [QueryTerm] = []
        var position = 0
        while position < words.count {
            if isName.contains(position) {
                position += 1
                continue
            }
            let length = phraseLength(words, at: position, isName)
            let phrase = words[position..<position + length].joined(separator: " ")
            let isProper = position > 0 && length == 1 && read[position].isCapitalized && !isTranslated
            position += length
            guard !isFunction(phrase) else { continue }
            var term = term(phrase, analyzer, isProper: isProper, alternatives: alternatives[phrase] ?? [])
            // A word that the dictionary doesn't have isn't a name for that.
            if isTranslated { term.isKnown = true }
            if !terms.contains(where: { $0.options.first == term.options.first }) { terms.append(term) }
        }
        return terms
    }

    /// How many words from this one on are one phrase of the lexicon; at least one.
    private func phraseLength(_ words: [String], at start: Int, _ isName: Set<Int>) -> Int {
        for length in stride(from: min(5, words.count - start), to: 1, by: -1) {
            guard !(start..<start + length).contains(where: isName.contains) else { continue }
            let phrase = words[start..<start + length].joined(separator: " ")
            if lexicon.functionPhrases.contains(phrase) || lexicon.synonyms[phrase] != nil || Self.questionPhrases[phrase] != nil {
                return length
            }
        }
        return 1
    }

    private func isFunction(_ phrase: String) -> Bool {
        if let meaning = Self.questionPhrases[phrase] { return meaning.isEmpty }
        return lexicon.functionPhrases.contains(phrase) || Self.secondPerson.contains(phrase)
            || (phrase.count == 1 && phrase.first?.isNumber == false)
    }

    /// What a question phrase means as a term; empty where `AnswerType` is all that it says.
    private static let questionPhrases: [String: String] = [
        "how many": "", "how much": "", "how long": "", "how old": "", "how far": "", "how often": "", "how long ago": "",
        "what for": "",
        "how come": "", "how big": "size", "how large": "size", "number of": "", "what kind of": "", "what sort of": "",
    ]

    private func term(_ phrase: String, _ analyzer: TextAnalyzer, isProper: Bool, alternatives: [String]) -> QueryTerm {
        let meaning = Self.questionPhrases[phrase] ?? phrase
        var options = [QueryTerm.Option(stems: analyzer.stems(phrase: meaning), weight: 1)]
        var base = meaning
        if lexicon.synonyms[base] == nil, let form = lexicon.irregular[base] { base = form }
        let synonyms = lexicon.synonyms[base] ?? lexicon.synonyms.first(forStemOf: base, analyzer) ?? []
        for synonym in synonyms + alternatives {
            let stems = analyzer.stems(phrase: synonym).filter { !lexicon.functionPhrases.contains($0) }
            if !stems.isEmpty, !options.contains(where: { $0.stems == stems }) { options.append(.init(stems: stems, weight: 0.9)) }
        }
        if options[0].stems.count == 1 {
            for (stem, strength) in index.associations.of(options[0].stems[0])
            where !options.contains(where: { $0.stems == [stem] }) {
                options.append(.init(stems: [stem], weight: 0.6 * strength))
            }
        }
        let isKnown = !isProper && phrase.split(separator: " ").allSatisfy { lexicon.knownWords.contains(String($0)) }
        return QueryTerm(text: phrase, options: options, isKnown: isKnown, weight: 1)
    }
}

extension [String: [String]] {
    /// The entry of a word that differs by its ending only, as "walked" and "walk".
    fileprivate func first(forStemOf word: String, _ analyzer: TextAnalyzer) -> [String]? {
        self[analyzer.stem(word)]
    }
}
