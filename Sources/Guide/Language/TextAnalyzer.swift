/// Turns texts into terms: words in their base form, reduced to stems. Not to be shared by threads.
final class TextAnalyzer {
    private let lexicon: Lexicon
    private let stemmer: Stemmer
    let language: GuideLanguage

    init(_ lexicon: Lexicon, language: GuideLanguage = .english) {
        self.lexicon = lexicon
        self.language = language
        stemmer = Stemmer(language)
    }

    /// The stem of a folded word, after irregular forms.
    func stem(_ word: String) -> String {
        stemmer.stem(language == .english ? lexicon.irregular[word] ?? word : word)
    }

    /// The stems of a text in their order.
    func stems(_ text: String) -> [String] { Word.split(text).map { stem($0.text) } }

    /// The stems of a phrase of folded words.
    func stems(phrase: String) -> [String] { phrase.split(separator: " ").map { stem(String($0)) } }
}
