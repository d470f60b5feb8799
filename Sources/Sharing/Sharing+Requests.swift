import DioramaSync
import Foundation
import DioramaLibrary

extension Sharing {
    /// Asks a contact for a recording.
    /// - Parameters:
    ///   - title: what the contact sees first.
    ///   - message: further text.
    ///   - steps: what to record, in order, as a workflow has them; at most 64 kB.
    ///   - due: the day by which the recording is needed.
    ///   - contact: the account that is asked.
    /// - Returns: the request's id. The answer comes as a share.
    public func request(
        _ title: String, message: String = "", steps: [WorkflowStep] = [], due: Date? = nil, from contact: KSUID
    ) async throws(SyncError) -> KSUID {
        try await hooks.requiring()
        let asked = RequestContent(
            title: title.oneLine(200), message: message.oneLine(2000), steps: steps,
            due: due?.milliseconds)
        let content = try asked.bytes()
        let id = KSUID()
        let account = account
        let time = time
        let outbox = outbox
        try await write("ask for a recording") { db in
            let card = try Self.knownContact(db, contact)
            try asked.request(peer: contact.description, peerName: card.name, isIncoming: false, account: account)
                .insert(id: RequestID(id), at: time, db)
            try outbox.add(.request, about: id, to: contact.description, content: content, in: db)
        }
        return id
    }

    /// Answers a request with a recording, whose rows are shared read-only.
    /// - Returns: the share's id.
    public func answer(_ request: KSUID, with rows: [String: [KSUID]], message: String = "") async throws(SyncError) -> KSUID {
        let asked = try await write("read the request") { db in try Request.fetch(RequestID(request), db) }
        guard let asked, let peer = KSUID(asked.peer) else { throw SyncError(.notFound, "there is no request \(request)") }
        return try await share(rows, with: peer, permission: .read, title: asked.title, message: message, answering: request)
    }

    /// Declines a request of another account.
    public func declineRequest(_ request: KSUID) async throws(SyncError) { try await end(request, isIncoming: true) }

    /// Withdraws a request of this account.
    public func withdrawRequest(_ request: KSUID) async throws(SyncError) { try await end(request, isIncoming: false) }

    private func end(_ request: KSUID, isIncoming: Bool) async throws(SyncError) {
        let time = time
        let outbox = outbox
        try await write("end the request") { db in
            guard let row = try Request.fetch(RequestID(request), db), row.isIncoming == isIncoming, row.state == .open else {
                throw SyncError(.notFound, "there is no open request \(request)")
            }
            try Request.end(row.id, as: isIncoming ? .declined : .withdrawn, at: time, db)
            try outbox.add(isIncoming ? .requestDeclined : .requestWithdrawn, about: request, to: row.peer, in: db)
        }
    }
}

/// The content of a request.
struct RequestContent: Sendable, Equatable, Codable {
    var title: String
    var message: String
    var steps: [WorkflowStep]
    var due: Int64?

    static let stepsLimit = 64 * 1024

    func bytes() throws(SyncError) -> [UInt8] {
        try check()
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let json = try? encoder.encode(self) else { throw SyncError(.invalidValue, "the request can't be encoded") }
        return Array(json)
    }

    init(title: String, message: String, steps: [WorkflowStep], due: Int64?) {
        self.title = title
        self.message = message
        self.steps = steps
        self.due = due
    }

    /// The content of a request in the library.
    init(_ request: Request) {
        self.init(
            title: request.title, message: request.message, steps: request.steps, due: request.due?.milliseconds)
    }

    init(_ bytes: [UInt8]) throws(SyncError) {
        guard bytes.count <= 4 * Self.stepsLimit, let text = String(validating: bytes, as: UTF8.self),
            var content = try? JSONDecoder().decode(Self.self, from: Data(text.utf8))
        else { throw SyncError(.damaged, "its content can't be decoded") }
        content.title = content.title.oneLine(200)
        content.message = content.message.oneLine(2000)
        try content.check()
        self = content
    }

    private func check() throws(SyncError) {
        if title.isEmpty { throw SyncError(.invalidValue, "a request needs a title") }
        guard let json = try? JSONEncoder().encode(steps), json.count <= Self.stepsLimit, steps.count <= 100 else {
            throw SyncError(.refused, "a request has at most 100 steps and 64 kB of them")
        }
    }

    /// The row of the request.
    func request(peer: String, peerName: String, isIncoming: Bool, account: KSUID) -> Request {
        Request(
            peer: peer, title: title, steps: steps, peerName: peerName, isIncoming: isIncoming, message: message,
            due: due.map { Date(milliseconds: $0) }, account: AccountID(account))
    }
}
