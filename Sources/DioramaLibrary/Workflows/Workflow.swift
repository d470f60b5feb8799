import Foundation
import GRDB

/// The steps of a recording: what to photograph and what to write down, in order. Recordings answer it.
///
/// Some come with the program (`Workflow.predefined`). Where the operator enforces tiers, creating others needs premium.
public struct Workflow: CatalogueValue {
    /// The owner; nil for nobody.
    public var account: AccountID?
    /// 1 to 200 characters.
    public var name: String
    /// What it is for.
    public var about: String
    /// 1 to 100 steps.
    public var steps: [WorkflowStep]

    /// Creates a workflow to be added; the limits are those of the properties.
    public init(name: String, about: String = "", steps: [WorkflowStep], account: AccountID? = nil) {
        self.account = account
        self.name = name
        self.about = about
        self.steps = steps
    }

    public static let layout = TableLayout<Workflow>(
        "workflows", noun: "workflow", blank: Workflow(name: "", steps: []),
        checked: { (workflow) throws(LibraryError) in
            var workflow = workflow
            workflow.name = try Check.line(workflow.name, "a workflow's name", characters: 200)
            workflow.about = try Check.text(workflow.about, "what a workflow is for", characters: 10_000)
            if workflow.steps.isEmpty { throw LibraryError(.invalidValue, "a workflow needs at least one step") }
            workflow.steps = try WorkflowStep.checked(workflow.steps)
            return workflow
        },
        permit: { _, old, db in
            try TierCheck.require(.customWorkflows, db)
            if old == nil { try TierCheck.requireRoom(for: .customWorkflows, db) }
        }
    ) { column in
        column("account", \.account, references: "accounts")
        column("name", \.name)
        column("about", \.about)
        column("steps", \.steps)
    }

    /// The predefined or own workflow with this id, also from the trash: recordings that answer it are to be understood.
    static func find(_ id: WorkflowID, _ db: Database) throws -> Workflow? {
        try predefined.first { $0.id == id }?.workflow ?? layout.fetch(id, db)?.content
    }
}

/// One step of a workflow.
public struct WorkflowStep: Sendable, Hashable, Codable {
    /// Its name in answers, which stays when the title is changed: 1 to 50 lowercase letters, digits and hyphens, each once in a
    /// workflow.
    public var key: String
    /// 1 to 200 characters.
    public var title: String
    /// What to photograph or record on video, at most 50.
    public var shots: [Shot]
    /// What to write down, at most 50.
    public var fields: [Field]

    /// Creates a step; it is checked when the workflow is stored.
    public init(key: String, title: String, shots: [Shot] = [], fields: [Field] = []) {
        self.key = key
        self.title = title
        self.shots = shots
        self.fields = fields
    }

    /// Something to photograph or record on video.
    public struct Shot: Sendable, Hashable, Codable {
        /// Its name in answers, as a step's.
        public var key: String
        /// What is to be seen: "The serial number".
        public var title: String
        /// `photo`, `video`, `audio`, `document` or `model`.
        public var kind: Media.Kind
        /// How many are needed, 0 to 100; 0 where it may be left out.
        public var count: Int

        /// Creates a request for media; it is checked when the workflow is stored.
        public init(key: String, title: String, kind: Media.Kind = .photo, count: Int = 1) {
            self.key = key
            self.title = title
            self.kind = kind
            self.count = count
        }
    }

    /// Something to write down.
    public struct Field: Sendable, Hashable, Codable {
        /// Its name in answers, as a step's.
        public var key: String
        /// Label of the field, 1 to 200 characters.
        public var title: String
        /// Type of the value.
        public var kind: Kind
        /// Whether the step is incomplete without it.
        public var isRequired: Bool
        /// Of a choice: what to choose from, 1 to 100.
        public var choices: [String]
        /// Of a number: the least and the greatest.
        public var minimum: Double?
        /// Largest number allowed; nil for no limit.
        public var maximum: Double?

        /// Creates a field; it is checked when the workflow is stored.
        public init(
            key: String, title: String, kind: Kind = .text, isRequired: Bool = false, choices: [String] = [],
            minimum: Double? = nil,
            maximum: Double? = nil
        ) {
            self.key = key
            self.title = title
            self.kind = kind
            self.isRequired = isRequired
            self.choices = choices
            self.minimum = minimum
            self.maximum = maximum
        }

        /// Type of a field's value.
        public enum Kind: String, Sendable, Codable, CaseIterable {
            /// Text of at most 10,000 characters.
            case text
            /// A number within `minimum` and `maximum`.
            case number
            /// A date, to the millisecond.
            case date
            /// Yes or no.
            case flag
            /// An amount with its currency.
            case money
            /// One of `choices`.
            case choice
        }
    }
}

extension WorkflowStep {
    static func checked(_ steps: [WorkflowStep]) throws(LibraryError) -> [WorkflowStep] {
        if steps.count > 100 { throw LibraryError(.invalidValue, "a workflow can have at most 100 steps, not \(steps.count)") }
        try checkKeys(steps.map(\.key), "step")
        var checked = steps
        for i in steps.indices { checked[i] = try steps[i].checked() }
        return checked
    }

    private func checked() throws(LibraryError) -> WorkflowStep {
        var step = self
        step.title = try Check.line(title, "a step's title", characters: 200)
        if shots.count > 50 || fields.count > 50 {
            throw LibraryError(.invalidValue, "the step \"\(step.title)\" can have at most 50 shots and 50 fields")
        }
        try Self.checkKeys(shots.map(\.key), "shot")
        try Self.checkKeys(fields.map(\.key), "field")
        for (i, shot) in shots.enumerated() {
            step.shots[i].title = try Check.line(shot.title, "what is to be seen", characters: 200)
            try Check.word(shot.kind.rawValue, "a kind of media")
            if !(0...100).contains(shot.count) {
                throw LibraryError(.invalidValue, "\"\(shot.title)\" can be asked for 0 to 100 times, not \(shot.count)")
            }
        }
        for (i, field) in fields.enumerated() {
            step.fields[i].title = try Check.line(field.title, "a field's title", characters: 200)
            if (field.kind == .choice) == field.choices.isEmpty || field.choices.count > 100 {
                throw LibraryError(.invalidValue, "\"\(field.title)\": a choice has 1 to 100 choices, and nothing else has any")
            }
            for choice in field.choices where try Check.line(choice, "a choice", characters: 200) != choice {
                throw LibraryError(.invalidValue, "the choice \"\(choice)\" has space at its ends")
            }
            let bounds = [field.minimum, field.maximum].compactMap(\.self)
            if !bounds.allSatisfy(\.isFinite) || (field.minimum ?? -.infinity) > (field.maximum ?? .infinity)
                || (field.kind != .number && !bounds.isEmpty)
            {
                throw LibraryError(.invalidValue, "\"\(field.title)\": only numbers have a least and a greatest, in that order")
            }
        }
        return step
    }

    private static func checkKeys(_ keys: [String], _ what: String) throws(LibraryError) {
        for key in keys { try Check.word(key, "a \(what)'s key") }
        if Set(keys).count != keys.count { throw LibraryError(.invalidValue, "two of the \(what)s have the same key") }
    }
}
