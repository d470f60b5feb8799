import DioramaLibrary
import DioramaSync
import Foundation
import Hummingbird
import Spaces

/// `/api/v1/account` and `/api/v1/start`: the owner's own account, its devices and keys, and merging two accounts.
struct OwnAccountRoutes: Sendable {
    let library: Library
    let sync: SyncClient

    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        JSONBody.response(try await payload())
    }

    func merge(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await JSONBody.decode(MergeBody.self, from: request, expecting: #"{"from":"…","into":"…"}"#)
        guard let from = AccountID(body.from), let into = AccountID(body.into) else { throw Problem.notFound("account") }
        do {
            _ = try await library.merge(account: from, into: into)
        } catch  where error.kind == .invalidValue {
            throw Problem(.conflict, Problem.sentence(error.message))
        } catch  where error.kind == .notFound {
            throw Problem.notFound("account")
        }
        return JSONBody.response(try await payload())
    }

    /// The library is there: the first start is over.
    func started(_ request: Request, _ context: ServerContext) async throws -> Response {
        JSONBody.response(StartPayload(state: "ready", isAllowed: context.visitor.isOwner))
    }

    func refuseStart(_ request: Request, _ context: ServerContext) async throws -> Response {
        throw Problem(.conflict, "This server has a library already; the first start is over.")
    }

    private func payload() async throws -> OwnAccountPayload {
        do {
            guard let status = try await sync.account() else { throw Problem.notFound("account") }
            return OwnAccountPayload(status)
        } catch let error as SyncError {
            throw Problem(.internalServerError, Problem.sentence(error.message))
        }
    }
}

/// Two accounts that become one.
struct MergeBody: Decodable {
    var from: String
    var into: String
}

/// The owner's account, its keys on this device and its devices.
struct OwnAccountPayload: Encodable {
    let id: String
    let name: String
    let tier: String
    let keys: String
    let devices: [Device]

    struct Device: Encodable {
        let id: String
        let name: String
        @EncodesNull var lastSeen: String?
        let isThis: Bool
    }

    init(_ status: AccountStatus) {
        id = status.account.id.description
        name = status.account.name
        tier = status.account.tier.rawValue
        keys = status.keys.rawValue
        devices = status.devices.map {
            Device(id: $0.id.description, name: $0.name, lastSeen: $0.lastSeen?.payload, isThis: $0.isThis)
        }
    }
}
