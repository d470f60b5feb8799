import Foundation
import GRDB

/// "Please record this": asked of somebody, or by somebody of us, with the steps to take. A recording answers it.
public struct Request: CatalogueValue {
    /// The own account that sent or received it.
    public var account: AccountID?
    /// Who is on the other side: the name of their key or account.
    public var peer: String
    /// Display name of the other side, at most 200 characters.
    public var peerName: String
    /// Whether it came to us.
    public var isIncoming: Bool
    /// 1 to 200 characters.
    public var title: String
    /// Message, at most 10,000 characters.
    public var message: String
    /// What is to be recorded, in order.
    public var steps: [WorkflowStep]
    /// The space to be recorded.
    public var space: SpaceID?
    /// The thing to be recorded.
    public var thing: ThingID?
    /// The recording that answers it.
    public var recording: RecordingID?
    /// Progress of the request.
    public var state: State
    /// By when an answer is wanted; nil for no limit.
    public var due: Date?
    /// When it was answered.
    public var answered: Date?
    /// What else its way needs, as keys: a JSON object.
    public var details: String

    /// Creates a request to be added; the limits are those of the properties.
    public init(
        peer: String, title: String, steps: [WorkflowStep] = [], peerName: String = "", isIncoming: Bool = false,
        message: String = "",
        space: SpaceID? = nil, thing: ThingID? = nil, recording: RecordingID? = nil, state: State = .open, due: Date? = nil,
        answered: Date? = nil, details: String = "{}", account: AccountID? = nil
    ) {
        self.account = account
        self.peer = peer
        self.peerName = peerName
        self.isIncoming = isIncoming
        self.title = title
        self.message = message
        self.steps = steps
        self.space = space
        self.thing = thing
        self.recording = recording
        self.state = state
        self.due = due
        self.answered = answered
        self.details = details
    }

    /// How far a request has got. Later versions may add states.
    public struct State: RawRepresentable, Sendable, Hashable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Sent, without an answer.
        public static let open = State(rawValue: "open")
        /// Accepted, but not recorded yet.
        public static let accepted = State(rawValue: "accepted")
        /// Declined.
        public static let declined = State(rawValue: "declined")
        /// Answered by a recording.
        public static let answered = State(rawValue: "answered")
        /// Withdrawn by the sender.
        public static let withdrawn = State(rawValue: "withdrawn")
    }

    public static let layout = TableLayout<Request>(
        "requests", noun: "request", blank: Request(peer: "", title: ""),
        checked: { (request) throws(LibraryError) in
            var request = request
            request.peer = try Check.line(request.peer, "the other side of a request", characters: 500)
            request.peerName = try Check.text(request.peerName, "a name", characters: 200)
            request.title = try Check.line(request.title, "a request's title", characters: 200)
            request.message = try Check.text(request.message, "a message", characters: 10_000)
            request.steps = try WorkflowStep.checked(request.steps)
            try Check.word(request.state.rawValue, "a state")
            try Check.time(request.due, "the day by which something is asked for")
            try Check.time(request.answered, "the answer to a request")
            try Check.object(request.details, "a request's details")
            return request
        }
    ) { column in
        column("account", \.account, references: "accounts")
        column("peer", \.peer)
        column("peer_name", \.peerName)
        column("is_incoming", \.isIncoming)
        column("title", \.title)
        column("message", \.message)
        column("steps", \.steps)
        column("space", \.space)
        column("thing", \.thing)
        column("recording", \.recording, references: "recordings")
        column("state", \.state)
        column("due", \.due)
        column("answered", \.answered)
        column("details", \.details)
    }
}

extension Request {
    /// What a recording answers: the steps of the request; of one without steps, photos and notes.
    public var workflow: Workflow {
        let step = WorkflowStep(
            key: "recording", title: title, shots: [.init(key: "photos", title: "Photos")],
            fields: [.init(key: "notes", title: "Notes")])
        return Workflow(name: title, about: message, steps: steps.isEmpty ? [step] : steps)
    }
}

extension Request.State: CellValue {}

extension Condition where Value == Request {
    /// Received or sent requests.
    public static func isIncoming(_ isIncoming: Bool) -> Self { equals("is_incoming", isIncoming.cell) }
    /// Requests in a state.
    public static func state(_ state: Request.State) -> Self { equals("state", state.cell) }
}
