/// A card that is swiped through: title, image and one sentence in front, a few bullets on the back, both also in plain language.
public struct LearnCard: Sendable, Equatable, Codable {
    /// Unique among the cards.
    public var id: String
    /// By what cards are filtered.
    public var category: Category
    /// 1 to 60 characters.
    public var title: String
    /// The front: one sentence of 1 to 160 characters.
    public var short: String
    /// The back: 1 to 4 bullets of 1 to 140 characters.
    public var detailed: [String]
    /// Both in plain language.
    public var simplified: Simplified
    /// The path of an image.
    public var image: String?
    /// What the image shows, for those who don't see it.
    public var imageDescription: String?
    /// What the card points to: the part is highlighted and the camera moves there.
    public var target: ExhibitTarget?
    /// Where its statements come from.
    public var sources: [ExhibitCredit]

    /// Creates a card without image, target and sources.
    public init(
        id: String, category: Category, title: String, short: String, detailed: [String], simplified: Simplified
    ) {
        self.id = id
        self.category = category
        self.title = title
        self.short = short
        self.detailed = detailed
        self.simplified = simplified
        sources = []
    }

    /// By what cards are filtered.
    public enum Category: String, Sendable, Codable, CaseIterable {
        /// What it is all about.
        case overview
        /// When something happens.
        case timeline
        /// How something works.
        case systems
        /// Who takes part.
        case crew
    }

    /// The texts of a card in plain language.
    public struct Simplified: Sendable, Equatable, Codable {
        /// The front: 1 to 140 characters.
        public var short: String
        /// The back: 1 to 4 bullets of 1 to 110 characters.
        public var detailed: [String]

        /// Creates the texts.
        public init(short: String, detailed: [String]) {
            self.short = short
            self.detailed = detailed
        }
    }
}
