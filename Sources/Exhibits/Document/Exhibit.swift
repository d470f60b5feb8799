/// A set of models with their parts, learn cards and guides: what a museum shelf holds. It is the content of `exhibit.json`
/// (docs/exhibits.md), beside which a package has the files that it names.
///
/// Lengths are metres, y up. Ids are slugs (`Exhibit.isSlug`), unique in their list; those of parts are unique in their model.
public struct Exhibit: Sendable, Equatable, Codable {
    /// The version of the schema that this program writes.
    public static let currentVersion = 1

    /// The version of the schema.
    public var version: Int
    /// 1 to 200 characters.
    public var title: String
    /// What it is about: at most 500 characters.
    public var summary: String
    /// The language of its texts as a BCP 47 tag, as `en`.
    public var language: String
    /// Under which conditions it may be used, as an SPDX expression or in words; at most 200 characters.
    public var license: String
    /// Who made what it consists of.
    public var credits: [ExhibitCredit]
    /// The models, at most 50.
    public var models: [ExhibitModel]
    /// The learn cards, at most 200.
    public var cards: [LearnCard]
    /// Simulated personas that answer questions, at most 20.
    public var guides: [ExhibitGuide]
    /// Sequences of events.
    public var timelines: [ExhibitTimeline]
    /// Sequences of steps that lead through the models.
    public var scenarios: [ExhibitScenario]

    /// An exhibit without content.
    public init(title: String, summary: String = "", language: String = "en", license: String = "") {
        version = Self.currentVersion
        self.title = title
        self.summary = summary
        self.language = language
        self.license = license
        credits = []
        models = []
        cards = []
        guides = []
        timelines = []
        scenarios = []
    }

    /// The paths of all files that it names, each once, in the order of the document.
    public var files: [String] {
        var seen: Set<String> = []
        let named = models.flatMap {
            [$0.file] + $0.levels.map(\.file) + [$0.usdz, $0.tableUSDZ, $0.image, $0.poster?.image].compactMap(\.self)
        }
        return (named + cards.compactMap(\.image)).filter { seen.insert($0).inserted }
    }
}

/// Who made something, or where a statement comes from.
public struct ExhibitCredit: Sendable, Equatable, Codable {
    /// Name, title and license in words; 1 to 500 characters.
    public var text: String
    /// An address that begins with `https://` or `http://`; nil for none.
    public var url: String?

    /// Creates a credit.
    public init(_ text: String, url: String? = nil) {
        self.text = text
        self.url = url
    }
}

/// What a card, an event or a step points to: a model, or a part of it.
public struct ExhibitTarget: Sendable, Equatable, Codable {
    /// The id of the model.
    public var model: String
    /// The id of the part; nil for the model as a whole.
    public var part: String?

    /// Creates a target.
    public init(model: String, part: String? = nil) {
        self.model = model
        self.part = part
    }
}
