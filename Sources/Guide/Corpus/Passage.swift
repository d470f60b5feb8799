/// A paragraph of a corpus: what an answer cites.
public struct Passage: Sendable, Equatable {
    /// Unique in its corpus, as `heat-shield/material`.
    public var id: String
    /// The title of its document.
    public var title: String
    /// The paragraph.
    public var text: String
    /// Where the facts are from.
    public var source: PassageSource
    /// What it is about, where the page can show it.
    public var target: PassageTarget?
    /// Questions that its sentences answer, in words of people who ask: passages are found by them, too.
    public var questions: [ExpectedQuestion] = []

    /// A question that a sentence answers.
    public struct ExpectedQuestion: Sendable, Equatable {
        /// The index of the sentence.
        public var sentence: Int
        /// The question.
        public var text: String
        /// The language of the question.
        public var language: GuideLanguage

        /// Creates a question.
        public init(sentence: Int, text: String, language: GuideLanguage = .english) {
            self.sentence = sentence
            self.text = text
            self.language = language
        }
    }

    /// Creates a passage.
    public init(id: String, title: String, text: String, source: PassageSource, target: PassageTarget? = nil) {
        self.id = id
        self.title = title
        self.text = text
        self.source = source
        self.target = target
    }

    /// The document's part of the id.
    public var document: String { String(id.prefix { $0 != "/" }) }
}

/// Where a passage's facts are from.
public struct PassageSource: Sendable, Equatable {
    /// Publisher and title, as "NASA, Orion Reference Guide".
    public var name: String
    /// Its address; https.
    public var url: String?
    /// When it was published or written: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
    public var date: String

    /// Creates a source.
    public init(name: String, url: String? = nil, date: String) {
        self.name = name
        self.url = url
        self.date = date
    }
}

/// What a passage is about.
public enum PassageTarget: Sendable, Equatable {
    /// A model of the exhibit, or one of its parts.
    case part(model: String, part: String?)
    /// A learn card of the exhibit.
    case card(String)
    /// A memory in a space.
    case memory(space: String, memory: String)
    /// A space.
    case space(String)
}

/// A sentence of a passage that bears on a question.
public struct Evidence: Sendable, Equatable {
    /// The passage.
    public var passage: Passage
    /// The sentence, as it stands there.
    public var sentence: String
    /// Its index in the passage.
    public var index: Int
    /// How well it answers, between 0 and 1.
    public var score: Float

    /// Creates evidence.
    public init(passage: Passage, sentence: String, index: Int, score: Float) {
        self.passage = passage
        self.sentence = sentence
        self.index = index
        self.score = score
    }
}
