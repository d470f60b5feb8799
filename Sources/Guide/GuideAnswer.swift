/// What somebody asks a guide.
public struct GuideQuestion: Sendable, Equatable {
    /// The question in English, German, French or Spanish; at most `maxLength` characters.
    public var text: String
    /// The id of the persona that is asked; the corpus' first where it is nil.
    public var persona: String?
    /// Earlier questions of the conversation, oldest first.
    public var history: [String]

    /// Characters of a question at most.
    public static let maxLength = 2000

    /// Creates a question.
    public init(_ text: String, persona: String? = nil, history: [String] = []) {
        self.text = text
        self.persona = persona
        self.history = history
    }
}

/// A verified answer with what it cites, or why there is none.
public struct GuideAnswer: Sendable, Equatable, Codable {
    /// The whole text.
    public var answer: String
    /// Whether the sources don't answer, or the question isn't answered.
    public var declined: Bool
    /// Why it isn't an answer from sources; nil for one.
    public var reason: Reason?
    /// The question's language.
    public var language: GuideLanguage
    /// The id of who answers.
    public var persona: String
    /// The text, sentence by sentence.
    public var sentences: [Sentence]
    /// What the sentences cite.
    public var citations: [Citation]
    /// What could be asked next.
    public var suggestions: [String]
    /// The language model's name.
    public var model: String
    /// How long it took.
    public var seconds: Double

    /// Why an answer isn't one from sources.
    public enum Reason: String, Sendable, Codable {
        case unknown, identity, `private`, injection, opinion, falsePremise, greeting, thanks, help
    }

    /// A sentence that has passed its verification.
    public struct Sentence: Sendable, Equatable, Codable {
        /// The sentence.
        public var text: String
        /// Whether it is in the source word for word.
        public var isQuotation: Bool
        /// Numbers of citations; empty for phrases without facts.
        public var citations: [Int]
    }

    /// A passage that supports sentences of an answer.
    public struct Citation: Sendable, Equatable, Codable {
        /// From 1.
        public var number: Int
        /// The passage's id.
        public var id: String
        /// The document's title.
        public var title: String
        /// Publisher and title of the source.
        public var source: String
        /// The source's address.
        public var url: String?
        /// The source's date.
        public var date: String
        /// The whole paragraph.
        public var passage: String
        /// The sentence that is cited.
        public var sentence: String
        /// What it is about.
        public var target: PassageTarget?
    }
}

/// What happens while a question is answered.
public enum GuideEvent: Sendable {
    /// A sentence has passed its verification. With it come the citations that the sentences so far refer to.
    case sentence(GuideAnswer.Sentence, [GuideAnswer.Citation])
    /// The answer is complete.
    case answer(GuideAnswer)
}

extension PassageTarget: Codable {
    private enum Key: String, CodingKey { case model, part, card, space, memory }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        if let card = try values.decodeIfPresent(String.self, forKey: .card) {
            self = .card(card)
        } else if let model = try values.decodeIfPresent(String.self, forKey: .model) {
            self = .part(model: model, part: try values.decodeIfPresent(String.self, forKey: .part))
        } else {
            let space = try values.decode(String.self, forKey: .space)
            let memory = try values.decodeIfPresent(String.self, forKey: .memory)
            self = memory.map { .memory(space: space, memory: $0) } ?? .space(space)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        switch self {
        case .part(let model, let part):
            try values.encode(model, forKey: .model)
            try values.encodeIfPresent(part, forKey: .part)
        case .card(let card): try values.encode(card, forKey: .card)
        case .space(let space): try values.encode(space, forKey: .space)
        case .memory(let space, let memory):
            try values.encode(space, forKey: .space)
            try values.encode(memory, forKey: .memory)
        }
    }
}
