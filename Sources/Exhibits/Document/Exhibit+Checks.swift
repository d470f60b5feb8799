/// A rule of the schema that a document breaks.
public struct ExhibitProblem: Sendable, Equatable, CustomStringConvertible {
    /// Where in the document, as `cards[2].detailed`.
    public let location: String
    /// What is wrong, without a full stop.
    public let problem: String
    /// What to do; nil where the problem says it.
    public let remedy: String?

    /// `location: problem; remedy`.
    public var description: String { "\(location): \(problem)" + (remedy.map { "; " + $0 } ?? "") }
}

extension Exhibit {
    /// Most models of an exhibit.
    public static let maxModels = 50
    /// Most parts of a model.
    public static let maxParts = 500
    /// How many levels a tree of parts has at most.
    public static let maxPartDepth = 8
    /// Most cards of an exhibit.
    public static let maxCards = 200

    /// Whether a text can be an id: 1 to 64 of the characters a to z, 0 to 9 and `-`.
    public static func isSlug(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d }
    }

    /// All broken rules of the schema, in the order of the document; empty for a valid document.
    public func problems() -> [ExhibitProblem] {
        var checks = ExhibitChecks()
        checks.exhibit(self)
        return checks.problems
    }

    /// - Throws: the first of `problems()`, as an error of kind `invalid`.
    public func validate() throws(ExhibitError) {
        guard let first = problems().first else { return }
        throw ExhibitError(.invalid, first.problem, at: first.location, remedy: first.remedy)
    }
}

/// Collects broken rules.
struct ExhibitChecks {
    private(set) var problems: [ExhibitProblem] = []
    /// Models and their parts, by which targets are checked.
    private var parts: [String: Set<String>] = [:]
    private var cards: Set<String> = []

    mutating func exhibit(_ exhibit: Exhibit) {
        if exhibit.version != Exhibit.currentVersion {
            note(
                "version", "the version \(exhibit.version) of the schema is unknown", remedy: "it must be \(Exhibit.currentVersion)"
            )
        }
        line(exhibit.title, at: "title", 1...200)
        text(exhibit.summary, at: "summary", 0...500)
        if !Self.isLanguage(exhibit.language) {
            note("language", "\"\(exhibit.language)\" is not a language tag", remedy: "use a tag as en, de or pt-BR")
        }
        line(exhibit.license, at: "license", 0...200)
        credits(exhibit.credits, at: "credits")
        for model in exhibit.models { parts[model.id] = Set(model.allParts.map(\.id)) }
        cards = Set(exhibit.cards.map(\.id))
        list(exhibit.models, at: "models", 0...Exhibit.maxModels, id: \.id) { $0.model($1, $2) }
        list(exhibit.cards, at: "cards", 0...Exhibit.maxCards, id: \.id) { $0.card($1, $2) }
        list(exhibit.guides, at: "guides", 0...20, id: \.id) { $0.guide($1, $2) }
        list(exhibit.timelines, at: "timelines", 0...20, id: \.id) { $0.timeline($1, $2) }
        list(exhibit.scenarios, at: "scenarios", 0...20, id: \.id) { $0.scenario($1, $2) }
    }

    // MARK: Models

    private mutating func model(_ model: ExhibitModel, _ place: String) {
        line(model.name, at: place + ".name", 1...100)
        text(model.description, at: place + ".description", 0...1000)
        file(model.file, at: place + ".file", ExhibitFile.Folder.models, extensions: ["glb"])
        count(model.levels.count, at: place + ".levels", 0...8)
        for (i, level) in model.levels.enumerated() {
            file(level.file, at: "\(place).levels[\(i)].file", .models, extensions: ["glb"])
            if !(0...1_000_000_000).contains(level.triangleCount) {
                note(
                    "\(place).levels[\(i)].triangleCount", "\(level.triangleCount) is out of range",
                    remedy: "at most a billion is possible")
            }
        }
        if let usdz = model.usdz { file(usdz, at: place + ".usdz", .models, extensions: ["usdz"]) }
        if let usdz = model.tableUSDZ { file(usdz, at: place + ".tableUSDZ", .models, extensions: ["usdz"]) }
        if !(model.tableScale > 0 && model.tableScale <= 1000) {
            note(place + ".tableScale", "\(model.tableScale) is out of range", remedy: "it must be above 0 and at most 1000")
        }
        image(model.image, model.imageDescription, at: place)
        if let poster = model.poster { self.poster(poster, at: place + ".poster") }
        let all = model.allParts
        count(all.count, at: place + ".parts", 0...Exhibit.maxParts)
        var seen: Set<String> = []
        for part in all where !seen.insert(part.id).inserted {
            note(
                place + ".parts", "the id \"\(part.id)\" is there more than once", remedy: "ids of parts are unique in their model")
        }
        for (i, one) in model.parts.enumerated() { part(one, "\(place).parts[\(i)]", depth: 1) }
    }

    private mutating func poster(_ poster: ExhibitPoster, at place: String) {
        file(poster.image, at: place + ".image", .images, extensions: ["png", "webp"])
        vector(poster.min, at: place + ".min")
        vector(poster.max, at: place + ".max")
        if poster.min.count == 3, poster.max.count == 3, !zip(poster.min, poster.max).allSatisfy({ $0 <= $1 }) {
            note(place, "min is beyond max", remedy: "write the bounds of the model in metres")
        }
    }

    private mutating func part(_ part: ExhibitModel.Part, _ place: String, depth: Int) {
        slug(part.id, at: place + ".id")
        line(part.name, at: place + ".name", 1...100)
        if let description = part.description { text(description, at: place + ".description", 0...1000) }
        vector(part.position, at: place + ".position")
        if let offset = part.offset { vector(offset, at: place + ".offset") }
        if let node = part.node { line(node, at: place + ".node", 1...200) }
        guard depth < Exhibit.maxPartDepth else {
            if !part.parts.isEmpty {
                note(place + ".parts", "the tree has more than \(Exhibit.maxPartDepth) levels", remedy: "move these parts up")
            }
            return
        }
        for (i, one) in part.parts.enumerated() { self.part(one, "\(place).parts[\(i)]", depth: depth + 1) }
    }

    // MARK: Texts

    private mutating func card(_ card: LearnCard, _ place: String) {
        line(card.title, at: place + ".title", 1...60)
        line(card.short, at: place + ".short", 1...160)
        bullets(card.detailed, at: place + ".detailed", characters: 140)
        line(card.simplified.short, at: place + ".simplified.short", 1...140)
        bullets(card.simplified.detailed, at: place + ".simplified.detailed", characters: 110)
        image(card.image, card.imageDescription, at: place)
        target(card.target, at: place + ".target")
        credits(card.sources, at: place + ".sources")
    }

    private mutating func bullets(_ lines: [String], at place: String, characters: Int) {
        if !(1...4).contains(lines.count) {
            note(place, "it has \(lines.count) bullets", remedy: lines.isEmpty ? "1 to 4 are needed" : "at most 4 are possible")
        }
        for (i, one) in lines.enumerated() { line(one, at: "\(place)[\(i)]", 1...characters) }
    }

    private mutating func guide(_ guide: ExhibitGuide, _ place: String) {
        line(guide.name, at: place + ".name", 1...100)
        line(guide.role, at: place + ".role", 0...100)
        text(guide.description, at: place + ".description", 0...1000)
        credits(guide.sources, at: place + ".sources")
    }

    private mutating func timeline(_ timeline: ExhibitTimeline, _ place: String) {
        line(timeline.title, at: place + ".title", 1...100)
        list(timeline.events, at: place + ".events", 0...200, id: \.id) { checks, event, place in
            checks.line(event.time, at: place + ".time", 1...40)
            checks.line(event.title, at: place + ".title", 1...100)
            if let words = event.text { checks.text(words, at: place + ".text", 0...500) }
            if let card = event.card, !checks.cards.contains(card) {
                checks.note(place + ".card", "there is no card \"\(card)\"", remedy: "use the id of a card")
            }
            checks.target(event.target, at: place + ".target")
        }
    }

    private mutating func scenario(_ scenario: ExhibitScenario, _ place: String) {
        line(scenario.title, at: place + ".title", 1...100)
        text(scenario.text, at: place + ".text", 0...1000)
        count(scenario.steps.count, at: place + ".steps", 0...200)
        for (i, step) in scenario.steps.enumerated() {
            line(step.title, at: "\(place).steps[\(i)].title", 1...100)
            text(step.text, at: "\(place).steps[\(i)].text", 0...500)
            if let seconds = step.seconds, !(seconds > 0 && seconds <= 3600) {
                note("\(place).steps[\(i)].seconds", "\(seconds) is out of range", remedy: "it must be above 0 and at most 3600")
            }
            target(step.target, at: "\(place).steps[\(i)].target")
        }
    }

    private mutating func credits(_ credits: [ExhibitCredit], at place: String) {
        count(credits.count, at: place, 0...100)
        for (i, credit) in credits.enumerated() {
            line(credit.text, at: "\(place)[\(i)].text", 1...500)
            if let url = credit.url,
                !(url.hasPrefix("https://") || url.hasPrefix("http://")) || url.count > 2000 || url.contains(" ")
            {
                note("\(place)[\(i)].url", "it is not an address", remedy: "begin it with https://")
            }
        }
    }

    // MARK: Values

    private mutating func note(_ location: String, _ problem: String, remedy: String? = nil) {
        problems.append(ExhibitProblem(location: location, problem: problem, remedy: remedy))
    }

    private mutating func list<Item>(
        _ items: [Item], at place: String, _ range: ClosedRange<Int>, id: (Item) -> String,
        check: (inout ExhibitChecks, Item, String) -> Void
    ) {
        count(items.count, at: place, range)
        var seen: Set<String> = []
        for (i, item) in items.enumerated() {
            slug(id(item), at: "\(place)[\(i)].id")
            if !seen.insert(id(item)).inserted {
                note("\(place)[\(i)].id", "\"\(id(item))\" is there more than once", remedy: "ids are unique in their list")
            }
            check(&self, item, "\(place)[\(i)]")
        }
    }

    private mutating func count(_ count: Int, at place: String, _ range: ClosedRange<Int>) {
        if !range.contains(count) { note(place, "there are \(count)", remedy: "at most \(range.upperBound) are possible") }
    }

    private mutating func slug(_ text: String, at place: String) {
        if !Exhibit.isSlug(text) {
            note(place, "\"\(text.prefix(80))\" is not an id", remedy: "use 1 to 64 of the characters a to z, 0 to 9 and -")
        }
    }

    private mutating func text(_ text: String, at place: String, _ range: ClosedRange<Int>) {
        let count = text.count
        if count < range.lowerBound {
            note(place, "it is empty")
        } else if count > range.upperBound {
            note(place, "it has \(count) characters", remedy: "at most \(range.upperBound) are possible")
        }
        let isPlain = text.unicodeScalars.allSatisfy { $0 == "\n" || !($0.properties.generalCategory == .control) }
        if !isPlain { note(place, "it contains control characters", remedy: "remove them") }
    }

    private mutating func line(_ text: String, at place: String, _ range: ClosedRange<Int>) {
        self.text(text, at: place, range)
        if text.contains("\n") { note(place, "it has line breaks", remedy: "write it in one line") }
    }

    private mutating func vector(_ vector: [Double], at place: String) {
        if vector.count != 3 || !vector.allSatisfy({ $0.isFinite && abs($0) <= 1e6 }) {
            note(place, "it must be three numbers x, y, z in metres")
        }
    }

    private mutating func file(_ path: String, at place: String, _ folder: ExhibitFile.Folder, extensions: [String]) {
        if !ExhibitFile.isPath(path, in: folder, extensions: extensions) {
            note(
                place, "\"\(path.prefix(80))\" is not the path of such a file",
                remedy: "it must be \(folder.rawValue)/NAME with the file extension \(extensions.joined(separator: ", "))")
        }
    }

    private mutating func image(_ path: String?, _ description: String?, at place: String) {
        if let path { file(path, at: place + ".image", .images, extensions: ["jpg", "jpeg", "png", "webp"]) }
        if let description { text(description, at: place + ".imageDescription", 0...500) }
    }

    private mutating func target(_ target: ExhibitTarget?, at place: String) {
        guard let target else { return }
        guard let known = parts[target.model] else {
            return note(place + ".model", "there is no model \"\(target.model)\"", remedy: "use the id of a model")
        }
        if let part = target.part, !known.contains(part) {
            note(place + ".part", "the model \(target.model) has no part \"\(part)\"", remedy: "use the id of one of its parts")
        }
    }

    private static func isLanguage(_ tag: String) -> Bool {
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, (2...3).contains(first.utf8.count), tag.utf8.count <= 35 else { return false }
        return parts.allSatisfy { part in
            (1...8).contains(part.utf8.count)
                && part.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0) }
        }
    }
}
