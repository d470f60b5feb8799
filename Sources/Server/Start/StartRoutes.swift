import DioramaLibrary
import DioramaSync
import Foundation
import HTTPTypes
import Hummingbird
import Pairing
import Spaces
import Support

/// `/api/v1/start` of a server that has no library yet.
struct StartRoutes: Sendable {
    let runs: StartRuns
    let start: LibraryStart
    /// The secret of the address that was printed, for people who are not at this machine.
    let key: SessionToken
    /// Called once a page knows that the library is there.
    let onDelivered: @Sendable () async -> Void

    static let keyField = HTTPField.Name("X-Diorama-Start")!

    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard mayStart(request, context) else { return JSONBody.response(StartPayload(state: "new", isAllowed: false)) }
        let state = await runs.state
        if case .opening = state { await onDelivered() }
        var payload = StartPayload(state, progress: runs.latestProgress, bucket: try? await start.rememberedBucket())
        payload.comparison = await runs.comparison.map { StartPayload.Comparison(name: $0.name, digits: $0.digits) }
        return JSONBody.response(payload)
    }

    /// Whether the digits of the other device are the same.
    func decide(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard mayStart(request, context) else { throw Self.notAllowed }
        let body = try await JSONBody.decode(StartDigitsBody.self, from: request, expecting: #"{"areEqual":true}"#)
        guard await runs.decide(areEqual: body.areEqual) else { throw Problem(.conflict, "No digits are compared now.") }
        return try await show(request, context)
    }

    func begin(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard mayStart(request, context) else { throw Self.notAllowed }
        let body = try await JSONBody.decode(StartBody.self, from: request, expecting: #"{"name":"Ada"} or {"bucket":"file:///…"}"#)
        try await runs.begin(try body.decision())
        return JSONBody.response(
            StartPayload(await runs.state, progress: runs.latestProgress, bucket: nil), status: .accepted)
    }

    private static let notAllowed = Problem(
        .unauthorized, "Open the address that 'diorama serve' printed to set up the library.", headers: Access.challenge)

    private func mayStart(_ request: Request, _ context: ServerContext) -> Bool {
        context.visitor.isOwner || request.headers[Self.keyField].flatMap { SessionToken($0) }?.digest == key.digest
    }
}

/// `POST /api/v1/start`: a name for a new person, or what it takes to join.
struct StartBody: Decodable {
    var name: String?
    var bucket: String?
    var phrase: String?
    var account: String?
    var pair: String?

    /// - Throws: `Problem` 400 where both or neither are given, or a value can't be read.
    func decision() throws -> StartRuns.Decision {
        if let name {
            guard bucket == nil, phrase == nil, account == nil, pair == nil else {
                throw Problem(.badRequest, "Give a name for a new account, or a bucket to join with; not both.")
            }
            do {
                return .create(name: try Account(name: name).validated().name)
            } catch {
                throw Problem(.badRequest, Problem.sentence(error.message))
            }
        }
        do throws(SyncError) {
            if let pair {
                guard bucket == nil, phrase == nil, account == nil else {
                    throw SyncError(.invalidValue, "give a pairing code, or a bucket to join with; not both")
                }
                return .pair(try PairingClient.Target(pair))
            }
            if let bucket { _ = try BucketAddress(bucket) }
            let words = try phrase.flatMap { $0.isEmpty ? nil : $0 }.map { text throws(SyncError) in try RecoveryPhrase(text) }
            guard account == nil || account.flatMap({ AccountID($0) }) != nil else {
                throw SyncError(.invalidValue, "the account must be an id")
            }
            return .join(.init(bucket: bucket, phrase: words, account: account.flatMap { AccountID($0) }))
        } catch {
            throw Problem(.badRequest, Problem.sentence(error.message))
        }
    }
}

/// `POST /api/v1/start/digits`.
struct StartDigitsBody: Decodable {
    let areEqual: Bool
}

/// How far the first start is.
struct StartPayload: Encodable {
    /// new, running, failed, opening, or ready: the library is served.
    let state: String
    /// Whether this visitor may make the decision.
    var isAllowed = true
    var fraction = 0.0
    var what = ""
    @EncodesNull var error: String?
    /// The bucket that this device knows from before.
    @EncodesNull var bucket: String?
    /// The device whose digits are compared; nil while none is.
    @EncodesNull var comparison: Comparison?
    /// Where the owner signs in once the state is ready; nil where that is not needed.
    @EncodesNull var signIn: String?

    struct Comparison: Encodable {
        let name: String
        let digits: String
    }

    init(state: String, isAllowed: Bool = true) {
        self.state = state
        self.isAllowed = isAllowed
    }

    init(_ state: StartRuns.State, progress: WorkProgress, bucket: String?) {
        self.bucket = bucket
        switch state {
        case .new: self.state = "new"
        case .running:
            self.state = "running"
            fraction = progress.fraction
            what = progress.what
        case .failed(let reason):
            self.state = "failed"
            error = reason
        case .opening(let path):
            self.state = "opening"
            fraction = 1
            signIn = path
        }
    }
}
