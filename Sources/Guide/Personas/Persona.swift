/// Somebody who answers: a simulated persona after a real person or a role, or the plain voice of a space or library.
public struct Persona: Sendable, Equatable, Codable {
    /// Unique in its corpus.
    public var id: String
    /// As "Christina Koch" or "Flight director".
    public var name: String
    /// As "Mission specialist".
    public var role: String
    /// As "NASA"; may be empty.
    public var organization: String
    /// One or two sentences for its card.
    public var summary: String
    /// Other names by which questions call it.
    public var aliases: [String]
    /// Whether it is simulated after a real person: it then speaks about that person by name and never as that person.
    public var isReal: Bool
    /// Stems of the corpus files that are about it.
    public var documents: [String]
    /// Questions that the corpus answers.
    public var suggestions: [String]
    /// How it talks.
    public var style: Style

    /// How a persona talks: short phrases without facts around quoted sentences.
    public struct Style: Sendable, Equatable, Codable {
        /// A description of the tone for a language model.
        public var guide: String
        /// What comes before the first sentence.
        public var openers: Openers
        /// What comes between sentences.
        public var joiners: [String]
        /// What comes after the last sentence.
        public var closers: [String]
        /// How it says that its sources don't answer.
        public var declines: [String]

        /// Creates a style.
        public init(guide: String, openers: Openers, joiners: [String], closers: [String], declines: [String]) {
            self.guide = guide
            self.openers = openers
            self.joiners = joiners
            self.closers = closers
            self.declines = declines
        }
    }

    /// What comes before the first sentence, by what was asked.
    public struct Openers: Sendable, Equatable, Codable {
        public var fact: [String]
        public var number: [String]
        public var date: [String]
        public var list: [String]
        public var reason: [String]

        /// Creates openers.
        public init(fact: [String], number: [String], date: [String], list: [String], reason: [String]) {
            self.fact = fact
            self.number = number
            self.date = date
            self.list = list
            self.reason = reason
        }
    }

    /// Whether it stands for nobody: the plain voice of a space, a library or an exhibit.
    public var isPlain: Bool { !isReal && documents.isEmpty }

    /// Creates a persona.
    public init(
        id: String, name: String, role: String, organization: String = "", summary: String = "", aliases: [String] = [],
        isReal: Bool = false, documents: [String] = [], suggestions: [String] = [], style: Style
    ) {
        self.id = id
        self.name = name
        self.role = role
        self.organization = organization
        self.summary = summary
        self.aliases = aliases
        self.isReal = isReal
        self.documents = documents
        self.suggestions = suggestions
        self.style = style
    }
}
