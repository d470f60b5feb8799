/// A question as retrieval needs it: in English, without function words, understandable without the conversation.
public struct GuideQuery: Sendable {
    /// As it was asked.
    public let question: String
    /// The language in which it was asked.
    public let language: GuideLanguage
    /// The folded English words, for patterns.
    let words: [String]
    /// What the answer has to be about.
    var terms: [QueryTerm]
    /// Personas whom the question names, directly or by a pronoun.
    var people: Set<String>
    /// Whether it addresses the persona ("you") without naming anybody.
    let addressesPersona: Bool
    /// What is asked for.
    let answerType: AnswerType
    /// Whether it can be answered by yes or no.
    let isYesNo: Bool
    /// Numbers that it mentions.
    let numbers: [String]

    /// What is counted or chosen: the word after "how many", "which" or "what".
    var focus: String? {
        for (index, word) in words.enumerated().dropLast() {
            let isCount = index > 0 && words[index - 1] == "how" && (word == "many" || word == "much")
            if isCount || word == "which" || word == "what" { return words[index + 1] }
        }
        return nil
    }

    /// What it means from earlier questions.
    var contextTerms: [QueryTerm] { terms.filter { $0.weight < 1 } }
    /// The whole question in English words.
    public var english: String { words.joined(separator: " ") }
    /// What is embedded: all-MiniLM-L6-v2 was trained with English texts.
    var embedded: String { language == .english ? question : english }
}

/// What an answer has to be about: a word or phrase with its synonyms.
struct QueryTerm: Sendable, Equatable {
    /// The words, folded.
    let text: String
    /// Stems that all occur where the term is meant, with the term's own first.
    let options: [Option]
    /// Whether it consists of common words of the lexicon; names and unknown words don't.
    var isKnown: Bool
    /// Between 0 and 1: words that come from earlier questions count less.
    var weight: Float

    /// One way to say it.
    struct Option: Sendable, Equatable {
        let stems: [String]
        let weight: Float
    }
}
