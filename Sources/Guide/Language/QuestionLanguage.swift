extension Lexicon {
    /// The language of a question, by its frequent words; English where nothing speaks for another one.
    func language(of words: [Word]) -> GuideLanguage {
        var best = GuideLanguage.english
        var bestScore = score(words, .english) + 0.5
        for language in GuideLanguage.allCases where language != .english {
            let score = score(words, language)
            if score > bestScore {
                best = language
                bestScore = score
            }
        }
        return best
    }

    /// Frequent words count once, other words of the dictionary a quarter.
    private func score(_ words: [Word], _ language: GuideLanguage) -> Double {
        let frequent = frequentWords[language] ?? []
        let dictionary = dictionaries[language] ?? [:]
        var score = 0.0
        for word in words {
            if frequent.contains(word.text) {
                score += 1
            } else if language == .english ? knownWords.contains(word.text) : dictionary[word.text] != nil {
                score += 0.25
            }
        }
        return score
    }

    /// The words of a question in another language in English: the longest phrases of the dictionary first. A compound word is
    /// split
    /// where both parts are in the dictionary; other words stay as they are.
    /// - Returns: the words, and for English phrases the other translations of the same phrase.
    func translated(_ words: [Word], from language: GuideLanguage) -> (words: [Word], alternatives: [String: [String]]) {
        guard let dictionary = dictionaries[language], !dictionary.isEmpty else { return (words, [:]) }
        let stemmer = Stemmer(language)
        var result: [Word] = []
        var alternatives: [String: [String]] = [:]
        var index = 0
        while index < words.count {
            var length = min(phraseLengths[language]?[words[index].text] ?? 1, words.count - index)
            var found: [String]?
            while length > 0 {
                found = dictionary[words[index..<index + length].map(\.text).joined(separator: " ")]
                if found != nil { break }
                length -= 1
            }
            let word = words[index]
            // The polite form of address differs from "she" and "they" by its capital only.
            if language == .german, length == 1, word.text == "sie", word.isCapitalized, index > 0 { found = ["you"] }
            if found == nil, language == .german { found = compound(word.text, dictionary) }
            if found == nil, !word.isNumber, !isFrequent(word.text, .english) {
                // Another form of a word in the dictionary.
                found = dictionaryStems[language]?[stemmer.stem(word.text)]
            }
            if let english = found, let first = english.first {
                // A corpus may be in the question's language, too.
                let own = words[index..<index + max(length, 1)].map(\.text).joined(separator: " ")
                alternatives[first] = english.dropFirst() + [own]
                result += first.split(separator: " ").map {
                    Word(text: String($0), isCapitalized: word.isCapitalized && language != .german)
                }
            } else {
                result.append(word)
            }
            index += max(length, 1)
        }
        return (result, alternatives)
    }

    private func isFrequent(_ word: String, _ language: GuideLanguage) -> Bool { frequentWords[language]?.contains(word) ?? false }

    /// The entries of single words by the stems of these words.
    static func stems(of dictionary: [String: [String]], _ language: GuideLanguage) -> [String: [String]] {
        let stemmer = Stemmer(language)
        var stems: [String: [String]] = [:]
        for word in dictionary.keys.sorted() where !word.contains(" ") && word.utf8.count > 3 {
            let stem = stemmer.stem(word)
            if stems[stem] == nil { stems[stem] = dictionary[word] }
        }
        return stems
    }

    private func compound(_ word: String, _ dictionary: [String: [String]]) -> [String]? {
        guard word.count >= 8 else { return nil }
        let characters = Array(word)
        for cut in stride(from: characters.count - 3, through: 3, by: -1) {
            guard let tail = dictionary[String(characters[cut...])]?.first else { continue }
            let head = String(characters[..<cut])
            for linking in ["", "s", "n", "es", "en"] where head.hasSuffix(linking) {
                if let first = dictionary[String(head.dropLast(linking.count))]?.first { return [first + " " + tail] }
            }
        }
        return nil
    }
}
