import Codecs
import ModelFormats
import Foundation
import Geometry
import HTTPTypes
import Hummingbird
import DioramaLibrary
import Spaces
import Support

/// `/api/v1/spaces/{id}/export`: a space as one file to take along.
struct ExportRoutes: Sendable {
    let gate: SpaceGate
    let export: WebExport
    let models: SpaceExport

    /// Models of these kinds are several files, so that they come packed.
    private static let packed: Set<ModelFormat> = [.obj, .gltf, .dae]

    /// Everybody who sees a space can download what they see of it. Only the owner exports the website.
    func file(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.space(context)
        let query = try Query(request)
        let format = query["format"] ?? "web"
        let location = try location(of: space, query: query, context: context)
        if format == "web" {
            try Access.owner.admit(context.visitor)
            return try await archive(space, location: location, request: request)
        }
        guard let kind = ModelFormat(rawValue: format), kind.isWritten else {
            throw Problem(.badRequest, "format must be web, \(ModelFormat.writtenList).")
        }
        let part = context.visitor.visit?.part
        let memories = context.visitor.viewer == nil ? nil : try gate.memories(context)
        if Self.packed.contains(kind) || location != nil {
            return try await answer(request, fileExtension: "zip", type: "application/zip", of: space) { archive in
                let folder = archive.deletingPathExtension()
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                let name = SpaceFiles.plainName(for: space.name)
                let file = folder.appendingPathComponent("\(name).\(format)")
                try await write(space, part: part, memories: memories, to: file)
                try location?.write(besides: file)
                try await Blocking.run { try ZipFolder.write(folder, to: archive, progress: .silent) }
            }
        }
        return try await answer(request, fileExtension: format, type: kind.mediaType, of: space) { file in
            try await write(space, part: part, memories: memories, to: file)
        }
    }

    private func write(_ space: Space, part: Bounds?, memories: VisibleMemories?, to file: URL) async throws {
        do { _ = try await models.write(space, part: part, memories: memories, to: file) } catch let error as FormatError {
            throw Problem(.unprocessableContent, Problem.sentence(error.reason))
        }
    }

    /// Where the space was recorded, where the owner asks for it.
    private func location(of space: Space, query: Query, context: ServerContext) throws -> SpaceLocation? {
        guard try query.flag("withLocation") else { return nil }
        try Access.owner.admit(context.visitor)
        do { return try SpaceLocation(of: space) } catch { throw Problem(.unprocessableContent, Problem.sentence(error.problem)) }
    }

    private func archive(_ space: Space, location: SpaceLocation?, request: Request) async throws -> Response {
        try await answer(request, fileExtension: "zip", type: "application/zip", of: space) { file in
            _ = try await export.write(space, location: location, to: file)
        }
    }

    private func answer(
        _ request: Request, fileExtension: String, type: String, of space: Space, write: (URL) async throws -> Void
    ) async throws -> Response {
        // Pages ask by HEAD whether there is something; it is not made for that.
        if request.method == .head {
            guard SpaceModels.asset(of: space) != nil else { throw Problem.notFound("model") }
            return Response(status: .ok, headers: [.contentType: type, .cacheControl: "no-store"])
        }
        let file = try await TemporaryFile.open("export.\(fileExtension)", write: write)
        var headers: HTTPFields = [.cacheControl: "no-store", .contentSecurityPolicy: ContentSecurity.assetPolicy]
        // Quick Look shows a link's file in the room; what is an attachment it would only save.
        if fileExtension != "usdz" {
            headers[.contentDisposition] = ContentDisposition.attachment(
                SpaceFiles.plainName(for: space.name) + ".\(fileExtension)")
        }
        return try FileResponse(file: file, tag: EntityTag(UUID().uuidString), contentType: type, headers: headers)
            .response(to: request)
    }
}
