/// A simulated persona that answers questions from sources.
public struct ExhibitGuide: Sendable, Equatable, Codable {
    /// Unique among the guides.
    public var id: String
    /// 1 to 100 characters.
    public var name: String
    /// As "Mission specialist"; at most 100 characters.
    public var role: String
    /// At most 1000 characters.
    public var description: String
    /// Whether the persona is simulated after a real person, which every answer then says.
    public var isSimulated: Bool
    /// What its answers may cite.
    public var sources: [ExhibitCredit]

    /// Creates a guide.
    public init(id: String, name: String, role: String, description: String, isSimulated: Bool, sources: [ExhibitCredit]) {
        self.id = id
        self.name = name
        self.role = role
        self.description = description
        self.isSimulated = isSimulated
        self.sources = sources
    }
}

/// A sequence of events.
public struct ExhibitTimeline: Sendable, Equatable, Codable {
    /// Unique among the timelines.
    public var id: String
    /// 1 to 100 characters.
    public var title: String
    /// In the order of time.
    public var events: [Event]

    /// Creates a timeline.
    public init(id: String, title: String, events: [Event]) {
        self.id = id
        self.title = title
        self.events = events
    }

    /// Something that happens at a time.
    public struct Event: Sendable, Equatable, Codable {
        /// Unique in its timeline.
        public var id: String
        /// A date as `2026-04-01`, or a time of the mission as `T+00:08:00`; 1 to 40 characters.
        public var time: String
        /// 1 to 100 characters.
        public var title: String
        /// At most 500 characters.
        public var text: String?
        /// The id of a card about it.
        public var card: String?
        /// The part that it is about.
        public var target: ExhibitTarget?

        /// Creates an event.
        public init(id: String, time: String, title: String, text: String? = nil, card: String? = nil, target: ExhibitTarget? = nil)
        {
            self.id = id
            self.time = time
            self.title = title
            self.text = text
            self.card = card
            self.target = target
        }
    }
}

/// A sequence of steps that leads through the models, as a mission does.
public struct ExhibitScenario: Sendable, Equatable, Codable {
    /// Unique among the scenarios.
    public var id: String
    /// 1 to 100 characters.
    public var title: String
    /// At most 1000 characters.
    public var text: String
    /// In their order.
    public var steps: [Step]

    /// Creates a scenario.
    public init(id: String, title: String, text: String, steps: [Step]) {
        self.id = id
        self.title = title
        self.text = text
        self.steps = steps
    }

    /// A step of a scenario.
    public struct Step: Sendable, Equatable, Codable {
        /// 1 to 100 characters.
        public var title: String
        /// At most 500 characters.
        public var text: String
        /// How long it is shown, in seconds; nil until the visitor goes on.
        public var seconds: Double?
        /// The part that it is about.
        public var target: ExhibitTarget?

        /// Creates a step.
        public init(title: String, text: String, seconds: Double? = nil, target: ExhibitTarget? = nil) {
            self.title = title
            self.text = text
            self.seconds = seconds
            self.target = target
        }
    }
}
