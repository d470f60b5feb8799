import DioramaLibrary
import Foundation
import HTTPTypes
import Hummingbird
import Spaces
import Support

/// `/api/v1/recordings/{id}/media`: photos and other files of recordings. They are the owner's alone.
struct RecordingMediaRoutes: Sendable {
    let catalogue: RecordingCatalogue
    let store: UploadStore
    let media: MediaStore
    let uploads: UploadLimiter

    /// Adds a file; with `step` and `shot` also to the answer of that step.
    func add(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try RecordingRoutes.id(context)
        _ = try await catalogue.recording(id)
        let query = try Query(request)
        let kind = Media.Kind(
            rawValue: try MemoryBody.one(of: WorkflowDocument.mediaKinds.map(\.rawValue), query["kind"] ?? "", "kind"))
        let step = query["step"]
        let shot = query["shot"]
        if (step == nil) != (shot == nil) { throw Problem(.badRequest, "Send both step and shot, or neither.") }
        let folder = try store.makeFolder()
        defer { folder.remove() }
        let file = folder.url.appendingPathComponent("media")
        try await ReceivedFile.receive(
            request, context, to: file, maximum: MediaIntake.byteLimit(kind), what: kind.rawValue, uploads: uploads)
        let added = ThingFile(url: file, kind: kind, name: query["name"] ?? "", isConsumed: true)
        let details =
            if let step, let shot {
                try await catalogue.add([added], to: id, step: step, shot: shot)
            } else {
                try await catalogue.add([added], to: id)
            }
        return ConditionalAnswer.response(RecordingPayload(details), to: request, status: .created)
    }

    func remove(_ request: Request, _ context: ServerContext) async throws -> Response {
        let details = try await catalogue.remove(try Self.file(context), of: RecordingRoutes.id(context))
        return ConditionalAnswer.response(RecordingPayload(details), to: request)
    }

    func file(_ request: Request, _ context: ServerContext) async throws -> Response {
        let size = try Query(request)["size"]
        let entry = try await catalogue.file(try Self.file(context), of: RecordingRoutes.id(context))
        return try await ThingMediaRoutes.response(
            entry, size: size, in: media, to: request, for: context.visitor)
    }

    private static func file(_ context: ServerContext) throws -> MediaID {
        guard let id = context.parameters.get("media").flatMap({ MediaID($0) }) else { throw Problem.notFound("file") }
        return id
    }
}
