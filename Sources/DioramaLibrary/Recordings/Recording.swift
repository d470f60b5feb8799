import Foundation
import GRDB

/// What was recorded of a space or a thing; its files are `Media`.
public struct Recording: CatalogueValue {
    /// The owner; nil for nobody.
    public var account: AccountID?
    /// The space that was recorded.
    public var space: SpaceID?
    /// The thing that was recorded.
    public var thing: ThingID?
    /// The workflow that it answers, one of `Workflow.predefined` or of the library's own.
    public var workflow: WorkflowID?
    /// The request that it answers.
    public var request: RequestID?
    /// 1 to 200 characters.
    public var title: String
    /// Notes, at most 100,000 characters.
    public var notes: String
    /// Whether only its account may see it: it is never shared and never used for anything else.
    public var isPrivate: Bool
    /// When recording began.
    public var started: Date?
    /// When recording ended; not before `started`.
    public var ended: Date?
    /// What was answered to the steps of its workflow.
    public var answers: WorkflowAnswers

    /// Creates a recording to be added; the limits are those of the properties.
    public init(
        title: String, notes: String = "", space: SpaceID? = nil, thing: ThingID? = nil, workflow: WorkflowID? = nil,
        request: RequestID? = nil, isPrivate: Bool = false, started: Date? = nil, ended: Date? = nil,
        answers: WorkflowAnswers = WorkflowAnswers(), account: AccountID? = nil
    ) {
        self.account = account
        self.space = space
        self.thing = thing
        self.workflow = workflow
        self.request = request
        self.title = title
        self.notes = notes
        self.isPrivate = isPrivate
        self.started = started
        self.ended = ended
        self.answers = answers
    }

    public static let layout = TableLayout<Recording>(
        "recordings", noun: "recording", blank: Recording(title: ""), mediaColumn: "recording",
        checked: { (recording) throws(LibraryError) in
            var recording = recording
            recording.title = try Check.line(recording.title, "a recording's title", characters: 200)
            recording.notes = try Check.text(recording.notes, "a recording's notes")
            try Check.time(recording.started, "the beginning of a recording")
            try Check.time(recording.ended, "the end of a recording")
            if let started = recording.started, let ended = recording.ended, ended < started {
                throw LibraryError(.invalidValue, "a recording can't end before it began")
            }
            recording.answers = try recording.answers.checked()
            return recording
        },
        permit: { new, old, db in
            if new.isPrivate, old?.content.isPrivate != true { try TierCheck.require(.privateRecordings, db) }
            if let workflow = new.workflow, workflow != old?.content.workflow, try Workflow.find(workflow, db) == nil {
                throw Workflow.layout.gone(workflow)
            }
        },
        follow: { recording, db in
            // Private again and public later is no consent.
            if recording.isPrivate { try ConsentRows.withdraw(recording: recording.id, db) }
        }
    ) { column in
        column("account", \.account, references: "accounts")
        column("space", \.space, references: "spaces")
        column("thing", \.thing, references: "things")
        column("workflow", \.workflow)
        column("request", \.request, references: "requests")
        column("title", \.title)
        column("notes", \.notes)
        column("is_private", \.isPrivate)
        column("started", \.started)
        column("ended", \.ended)
        column("answers", \.answers)
    }
}

extension Condition where Value == Recording {
    /// Recordings of a space; nil for those of none.
    public static func space(_ space: SpaceID?) -> Self { indexed("space", space.cell) }
    /// Recordings of a thing; nil for those of none.
    public static func thing(_ thing: ThingID?) -> Self { indexed("thing", thing.cell) }
    /// Recordings that answer a workflow; nil for those that answer none.
    public static func workflow(_ workflow: WorkflowID?) -> Self { equals("workflow", workflow.cell) }
    /// Recordings that answer a request; nil for those that answer none.
    public static func request(_ request: RequestID?) -> Self { equals("request", request.cell) }
    /// Recordings of an account; nil for those of nobody.
    public static func account(_ account: AccountID?) -> Self { isAccount(account) }
    /// Private or shareable recordings.
    public static func isPrivate(_ isPrivate: Bool) -> Self { equals("is_private", isPrivate.cell) }
}
