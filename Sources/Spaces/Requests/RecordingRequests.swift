import DioramaLibrary
import DioramaSync
import Foundation
import Sharing

/// "Please record this": requests to contacts and from them, from asking to the answer.
public struct RecordingRequests: Sendable {
    let library: Library
    private let recordings: RecordingCatalogue

    /// The requests of `library`.
    public init(library: Library, media: MediaStore) {
        self.library = library
        recordings = RecordingCatalogue(library: library, media: media)
    }

    /// A request in a list.
    public struct Item: Sendable, Equatable {
        /// The request.
        public let request: Entry<Request>
        /// Number of steps that a recording answers.
        public let steps: Int
        /// Number of steps that its recording has answered; 0 where there is none here.
        public let done: Int
    }

    /// A page of requests.
    public struct Page: Sendable, Equatable {
        /// The requests, the latest first.
        public let items: [Item]
        /// Where the next page begins; nil on the last.
        public let next: Cursor<Request>?
    }

    /// A request with its answer.
    public struct Details: Sendable, Equatable {
        /// The request as lists show it.
        public let item: Item
        /// The answer as far as it is here: the own one also while it is not sent, that of a contact once its offer is accepted.
        public let recording: RecordingCatalogue.Details?
        /// Of a request to a contact: the offer that brings the answer; nil where none has arrived.
        public let offer: Entry<Share>?
    }

    /// What is asked of a contact.
    public struct Draft: Sendable, Equatable {
        /// The contact's name or account id.
        public var contact: String
        /// What the contact sees first; nil for the name of the workflow.
        public var title: String?
        /// Further text, at most 2000 characters.
        public var message: String
        /// A predefined or own workflow whose steps are sent; nil for `steps`.
        public var workflow: WorkflowID?
        /// The steps; empty to ask for photos and notes.
        public var steps: [WorkflowStep]
        /// The day by which the recording is needed; nil for no limit.
        public var due: Date?

        /// What is asked of a contact.
        public init(
            contact: String, title: String? = nil, message: String = "", workflow: WorkflowID? = nil,
            steps: [WorkflowStep] = [], due: Date? = nil
        ) {
            self.contact = contact
            self.title = title
            self.message = message
            self.workflow = workflow
            self.steps = steps
            self.due = due
        }
    }

    /// A page of requests that are not in the trash, the latest first.
    /// - Parameters:
    ///   - isIncoming: whether those of contacts or those to contacts; nil for both.
    ///   - limit: 1 to 200.
    public func list(
        isIncoming: Bool? = nil, state: Request.State? = nil, after cursor: Cursor<Request>? = nil, limit: Int = 50
    ) async throws -> Page {
        let conditions: [Condition<Request>] =
            [isIncoming.map { .isIncoming($0) }, state.map { .state($0) }].compactMap(\.self)
        let page = try await library.requests.list(conditions, after: cursor, limit: limit)
        return Page(items: try await items(page.entries), next: page.next)
    }

    /// Requests with their progress, in the given order.
    private func items(_ entries: [Entry<Request>]) async throws -> [Item] {
        let recordings = try await library.recordings.get(entries.compactMap(\.recording))
        let answers = Dictionary(recordings.map { ($0.id, $0.answers) }, uniquingKeysWith: { first, _ in first })
        return entries.map { entry in
            let steps = entry.content.workflow.steps
            let given = entry.recording.flatMap { answers[$0] }
            let done = given.map { given in steps.count { $0.problems(in: given.steps[$0.key]).isEmpty } } ?? 0
            return Item(request: entry, steps: steps.count, done: done)
        }
    }

    /// A request with its answer.
    /// - Throws: `SpacesError` of kind `notFound`.
    public func details(_ id: RequestID) async throws -> Details {
        let request = try await self.request(id)
        var answer: RecordingCatalogue.Details?
        if let recording = request.recording, try await library.recordings.get(recording) != nil {
            answer = try await recordings.details(recording)
        }
        let offer = request.isIncoming ? nil : try await offer(answering: request)
        return Details(item: try await items([request])[0], recording: answer, offer: offer)
    }

    private func request(_ id: RequestID) async throws -> Entry<Request> {
        guard let entry = try await library.requests.get(id), entry.trashed == nil else {
            throw SpacesError(.notFound, "there is no request \(id)", remedy: "'diorama request list' prints the requests")
        }
        return entry
    }

    private func offer(answering request: Entry<Request>) async throws -> Entry<Share>? {
        var next: Cursor<Share>?
        repeat {
            let page = try await library.shares.list([.isIncoming(true), .peer(request.peer)], after: next, limit: 200)
            if let share = page.entries.first(where: { $0.details.answers == request.id.description }) { return share }
            next = page.next
        } while next != nil
        return nil
    }

    // MARK: Requests to contacts

    /// Asks a contact for a recording. The next exchange delivers the request.
    /// - Throws: `SpacesError` of kind `invalidInput` for both a workflow and steps, or no title; `notFound` for the workflow;
    ///   `SyncError` where the contact is unknown or the steps exceed 64 kB.
    public func ask(_ draft: Draft, through sharing: ContactSharing) async throws -> Details {
        let contact = try await sharing.contact(draft.contact)
        var steps = draft.steps
        var title = draft.title
        if let id = draft.workflow {
            if !steps.isEmpty { throw SpacesError(.invalidInput, "give either a workflow or steps, not both") }
            let workflow = try await WorkflowCatalogue(library: library).workflow(id).workflow
            steps = workflow.steps
            title = title ?? workflow.name
        }
        let name = title?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        if name.isEmpty { throw SpacesError(.invalidInput, "a request needs a title") }
        if draft.message.unicodeScalars.count > 2000 {
            throw SpacesError(.invalidInput, "a message has at most 2000 characters")
        }
        let id = try await sharing.sharing.request(
            name, message: draft.message, steps: steps, due: draft.due, from: contact.account)
        return try await details(RequestID(id))
    }

    /// Withdraws a request to a contact. What has been recorded for it stays with the contact.
    /// - Throws: `SpacesError`: `notFound`, or `conflict` where it is not open.
    public func withdraw(_ id: RequestID, through sharing: ContactSharing) async throws -> Details {
        let request = try await self.request(id)
        if request.isIncoming {
            throw SpacesError(.notPossible, "this request came from \(request.peerName)", remedy: "decline it instead")
        }
        try Self.checkOpen(request)
        try await sharing.sharing.withdrawRequest(id.ksuid)
        return try await details(id)
    }

    // MARK: Requests of contacts

    /// Declines a request of a contact. What has been recorded for it stays.
    /// - Throws: `SpacesError`: `notFound`, or `conflict` where it is not open.
    public func decline(_ id: RequestID, through sharing: ContactSharing) async throws -> Details {
        try Self.checkOpen(try await incoming(id))
        _ = try await sharing.decline(id)
        return try await details(id)
    }

    /// The recording that will answer a request; it is added where there is none. Only this account sees it until it is sent.
    /// - Throws: `SpacesError`: `notFound`, or `conflict` where the request is not open.
    public func begin(_ id: RequestID) async throws -> (recording: RecordingCatalogue.Details, isNew: Bool) {
        let request = try await incoming(id)
        try Self.checkOpen(request)
        if let recording = try await draft(for: request) { return (try await recordings.details(recording), false) }
        let account = try await library.activeAccount()?.id
        let added = try await recordings.add(
            Recording(title: request.title, request: id, started: Date(), account: account))
        _ = try await library.requests.update(id) { $0.recording = added.recording.id }
        return (added, true)
    }

    /// The recording that is being made for a request, and is not in the trash.
    private func draft(for request: Entry<Request>) async throws -> RecordingID? {
        if let id = request.recording, let entry = try await library.recordings.get(id), entry.trashed == nil { return id }
        // Another device may have begun one that its request doesn't name yet.
        return try await library.recordings.list([.request(request.id)], limit: 1).entries.first?.id
    }

    /// Sends the recording of a request to the contact who asked, with its files. The next exchange delivers it.
    /// - Parameters:
    ///   - message: text for the contact, at most 2000 characters.
    ///   - isIncompleteAllowed: whether steps may be left open.
    /// - Throws: `SpacesError`: `notFound`; `conflict` where the request is not open; `notPossible` where nothing is recorded, a
    ///   step is open, or the recording is private. `SyncError` where it can't be shared.
    public func send(
        _ id: RequestID, message: String = "", isIncompleteAllowed: Bool = false, through sharing: ContactSharing
    ) async throws -> Details {
        let request = try await incoming(id)
        try Self.checkOpen(request)
        guard let recording = try await draft(for: request) else {
            throw SpacesError(.notPossible, "nothing is recorded for this request yet", remedy: "answer its steps first")
        }
        let answer = try await recordings.details(recording)
        if answer.recording.isPrivate {
            throw SpacesError(.notPossible, "the recording is private and can't be sent", remedy: "make it shareable first")
        }
        if let problem = answer.problems.first, !isIncompleteAllowed {
            throw SpacesError(.notPossible, "the answer is incomplete: \(problem)", remedy: "add it, or send the answer incomplete")
        }
        if message.unicodeScalars.count > 2000 {
            throw SpacesError(.invalidInput, "a message has at most 2000 characters")
        }
        if answer.recording.ended == nil {
            let end = max(Date(), answer.recording.started ?? .distantPast)
            _ = try await library.recordings.update(recording) { $0.ended = end }
        }
        _ = try await sharing.sharing.answer(
            id.ksuid, with: ["recordings": [recording.ksuid], "media": answer.media.map(\.id.ksuid)], message: message)
        return try await details(id)
    }

    private func incoming(_ id: RequestID) async throws -> Entry<Request> {
        let request = try await self.request(id)
        if !request.isIncoming {
            throw SpacesError(
                .notPossible, "this request went to \(request.peerName)", remedy: "withdraw it, or wait for the answer")
        }
        return request
    }

    private static func checkOpen(_ request: Entry<Request>) throws {
        if request.state != .open { throw SpacesError(.conflict, "the request is \(request.state.rawValue)") }
    }
}
