import Companions
import Foundation
import HTTPTypes
import Hummingbird
import Live
import NIOCore
import Support
import Synchronization

/// `/api/v1/live/companions/{file}`: the models of the companions, the same for everybody.
final class CompanionRoutes: Sendable {
    private struct Model {
        let body: ByteBuffer
        let tag: EntityTag
    }

    /// Each is computed when it is first asked for, and kept.
    private let models = Mutex<[UInt8: Model]>([:])

    func file(_ request: Request, _ context: ServerContext) async throws -> Response {
        let name = context.parameters.get("file") ?? ""
        guard name.hasSuffix(".glb"), let index = UInt8(name.dropLast(4)), let companion = CompanionModel(index),
            name == "\(index).glb"
        else { throw Problem.notFound("companion") }
        let model = try await model(companion)
        var headers: HTTPFields = [
            .contentType: "model/gltf-binary", .cacheControl: "private, max-age=3600", .eTag: model.tag.field,
        ]
        if model.tag.isListed(inIfNoneMatch: request.headers[.ifNoneMatch]) {
            headers[.contentType] = nil
            return Response(status: .notModified, headers: headers)
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: model.body))
    }

    private func model(_ companion: CompanionModel) async throws -> Model {
        if let known = models.withLock({ $0[companion.index] }) { return known }
        let data = try await Blocking.run { try CompanionCharacter(companion).glb() }
        let model = Model(body: ByteBuffer(bytes: data), tag: EntityTag(hashing: data))
        models.withLock { $0[companion.index] = model }
        return model
    }
}
