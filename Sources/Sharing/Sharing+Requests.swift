import DioramaSync
import Foundation
import GRDB
import DioramaLibrary

extension Sharing {
    /// Asks a contact for a recording.
    /// - Parameters:
    ///   - steps: what to record, in order, as a workflow has them; at most 64 kB.
    ///   - due: by when it is wanted.
    /// - Returns: the request's id. The answer comes as a share.
    public func request(
        _ title: String, message: String = "", steps: [WorkflowStep] = [], due: Date? = nil, from contact: KSUID
    ) async throws(SyncError) -> KSUID {
        try await hooks.requiring()
        let asked = RequestContent(
            title: title.oneLine(200), message: message.oneLine(2000), steps: steps,
            due: due.map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) })
        let content = try asked.bytes()
        let id = KSUID()
        let (now, outbox, own) = (now, outbox, account.description)
        try await write("ask for a recording") { db in
            let card = try Self.knownContact(db, contact)
            try asked.insert(db, id.description, account: own, peer: contact.description, card.name, isIncoming: false, at: now)
            try outbox.add(db, .request, id.description, to: contact.description, content)
        }
        return id
    }

    /// Answers a request with a recording: its rows are offered to who asked, to read.
    /// - Returns: the share's id.
    public func answer(_ request: KSUID, with rows: [String: [KSUID]], message: String = "") async throws(SyncError) -> KSUID {
        let asked = try await write("read the request") { db in
            try Row.fetchOne(db, sql: "SELECT peer, title FROM requests WHERE id = ?", arguments: [request.description]).map {
                row in
                (peer: row["peer"] as String, title: row["title"] as String)
            }
        }
        guard let asked, let peer = KSUID(asked.peer) else { throw SyncError(.notFound, "there is no request \(request)") }
        return try await share(rows, with: peer, permission: .read, title: asked.title, message: message, answering: request)
    }

    /// Says no to a request.
    public func declineRequest(_ request: KSUID) async throws(SyncError) { try await end(request, isIncoming: true) }

    /// Takes back a request of this account.
    public func withdrawRequest(_ request: KSUID) async throws(SyncError) { try await end(request, isIncoming: false) }

    private func end(_ request: KSUID, isIncoming: Bool) async throws(SyncError) {
        let (now, outbox) = (now, outbox)
        try await write("end the request") { db in
            guard let row = try RequestRow.find(db, request.description), row.isIncoming == isIncoming, row.state == "open" else {
                throw SyncError(.notFound, "there is no open request \(request)")
            }
            try RequestRow.setState(db, row.id, isIncoming ? "declined" : "withdrawn", at: now)
            try outbox.add(db, isIncoming ? .requestDeclined : .requestWithdrawn, row.id, to: row.peer)
        }
    }
}

/// What a request says.
struct RequestContent: Sendable, Equatable, Codable {
    var title: String
    var message: String
    var steps: [WorkflowStep]
    var due: Int64?

    static let stepsLimit = 64 * 1024

    func bytes() throws(SyncError) -> [UInt8] {
        _ = try stepsText()
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let json = try? encoder.encode(self) else { throw SyncError(.invalidValue, "the request can't be written down") }
        return Array(json)
    }

    init(title: String, message: String, steps: [WorkflowStep], due: Int64?) {
        self.title = title
        self.message = message
        self.steps = steps
        self.due = due
    }

    init(_ bytes: [UInt8]) throws(SyncError) {
        guard bytes.count <= 4 * Self.stepsLimit, let text = String(validating: bytes, as: UTF8.self),
            var content = try? JSONDecoder().decode(Self.self, from: Data(text.utf8))
        else { throw SyncError(.damaged, "what it asks for can't be read") }
        content.title = content.title.oneLine(200)
        content.message = content.message.oneLine(2000)
        _ = try content.stepsText()
        self = content
    }

    /// The steps as the catalogue keeps them.
    private func stepsText() throws(SyncError) -> String {
        if title.isEmpty { throw SyncError(.invalidValue, "a request needs a title") }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let json = try? encoder.encode(steps), json.count <= Self.stepsLimit, steps.count <= 100 else {
            throw SyncError(.refused, "a request has at most 100 steps and 64 kB of them")
        }
        return String(decoding: json, as: UTF8.self)
    }

    func insert(
        _ db: Database, _ id: String, account: String, peer: String, _ peerName: String, isIncoming: Bool, at now: Int64
    ) throws {
        try db.execute(
            sql: """
                INSERT INTO requests (id, created, modified, account, peer, peer_name, is_incoming, title, message, steps, state, due)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', ?)
                """, arguments: [id, now, now, account, peer, peerName, isIncoming, title, message, try stepsText(), due])
    }
}
