import DioramaLibrary
import DioramaSync
import Foundation
import Hummingbird
import Spaces

/// `/api/v1/account/devices/{id}`: removing a lost device of the owner.
struct OwnDeviceRoutes: Sendable {
    let sync: SyncClient

    func remove(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let id = context.parameters.get("id").flatMap({ DeviceID($0) }) else { throw Problem.notFound("device") }
        let outcome: DeviceRemoval.Outcome
        do throws(SyncError) {
            outcome = try await DeviceRemoval(sync).remove(id)
        } catch {
            throw Self.problem(error)
        }
        return JSONBody.response(RemovedDevicePayload(outcome))
    }

    private static func problem(_ error: SyncError) -> Problem {
        switch error.kind {
        case .notFound: Problem.notFound("device")
        case .invalidValue: Problem(.conflict, Problem.sentence(error.message))
        case .unavailable: Problem(.badGateway, Problem.sentence(error.message))
        default: Problem(.internalServerError, Problem.sentence(error.message))
        }
    }
}

/// A removed device, and what the owner should know.
struct RemovedDevicePayload: Encodable {
    let id: String
    let name: String
    let hasNewLibraryKeys: Bool
    let hasNewAccountKeys: Bool
    let notes: [String]

    init(_ outcome: DeviceRemoval.Outcome) {
        id = outcome.removal.device.description
        name = outcome.removal.name
        hasNewLibraryKeys = outcome.removal.epoch != nil
        hasNewAccountKeys = outcome.removal.hasNewAccountKeys
        notes = outcome.notes
    }
}
