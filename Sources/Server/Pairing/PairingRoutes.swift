import DioramaLibrary
import DioramaSync
import Foundation
import Hummingbird
import Pairing

/// `/api/v1/pairing`: pairing with other devices by a code and six digits, and the paired devices.
struct PairingRoutes: Sendable {
    let library: Library
    let runs: PairingRuns

    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        JSONBody.response(try await payload())
    }

    // MARK: The code of this device

    func open(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await JSONBody.decode(PairingOfferBody.self, from: request, expecting: #"{"host":"192.168.1.20"}"#)
        return try await answer(.created) { () async throws(SyncError) in try await runs.open(host: body.host) }
    }

    func close(_ request: Request, _ context: ServerContext) async throws -> Response {
        await runs.close()
        return JSONBody.response(try await payload())
    }

    // MARK: The session

    func begin(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await JSONBody.decode(
            PairingTargetBody.self, from: request, expecting: #"{"target":"192.168.1.20:40123"}"#)
        return try await answer(.created) { () async throws(SyncError) in
            try await runs.begin(try PairingClient.Target(body.target))
        }
    }

    func confirm(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard await runs.confirm() else { throw Problem(.conflict, "No device is being paired now; start again.") }
        return JSONBody.response(try await payload(), status: .accepted)
    }

    func reject(_ request: Request, _ context: ServerContext) async throws -> Response {
        await runs.reject()
        return JSONBody.response(try await payload())
    }

    // MARK: The paired devices

    func forget(_ request: Request, _ context: ServerContext) async throws -> Response {
        do {
            guard let device = context.parameters.get("id").flatMap({ KSUID($0) }), try await runs.client.peer(device) != nil else {
                throw Problem.notFound("paired device")
            }
            try await runs.client.forget(device)
        } catch let error as SyncError {
            throw Self.problem(error)
        }
        return Response(status: .noContent)
    }

    private func answer(
        _ status: HTTPResponse.Status, after action: () async throws(SyncError) -> Void
    ) async throws -> Response {
        do throws(SyncError) {
            try await action()
        } catch {
            throw Self.problem(error)
        }
        return JSONBody.response(try await payload(), status: status)
    }

    private func payload() async throws -> PairingPayload {
        do {
            return PairingPayload(
                isIncluded: try await library.features().contains(.pairing) && !library.isDemo,
                addresses: LocalAddresses.all(), port: await runs.client.server?.port,
                offer: await runs.offer.map(PairingPayload.OfferPayload.init),
                session: await runs.comparison.map(PairingPayload.SessionPayload.init),
                last: await runs.last.map(PairingPayload.LastPayload.init),
                devices: try await runs.sync.status().map(PairingPayload.DevicePayload.init))
        } catch let error as SyncError {
            throw Self.problem(error)
        }
    }

    private static func problem(_ error: SyncError) -> any Error {
        let status: HTTPResponse.Status =
            switch error.kind {
            case .invalidValue: .badRequest
            case .notIncluded: .forbidden
            case .refused, .clonedDevice, .newerVersion: .conflict
            case .unavailable: .badGateway
            default: .internalServerError
            }
        if error.kind == .cancelled { return Problem.stopping }
        return Problem(status, Problem.sentence(error.message))
    }
}
