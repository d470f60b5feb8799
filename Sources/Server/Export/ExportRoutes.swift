import Foundation
import HTTPTypes
import Hummingbird
import Library

/// `/api/v1/spaces/{id}/export`: a space as one file to take along.
struct ExportRoutes: Sendable {
    let gate: SpaceGate
    let export: WebExport
    let models: SpaceExport

    /// The kinds of model files that are one file, with their content types.
    private static let kinds = [
        "glb": "model/gltf-binary", "ply": "model/x-ply", "stl": "model/stl", "usdz": "model/vnd.usdz+zip",
    ]

    /// Whoever sees a space can take along what they see of it. The folder for web hosts is the owner's to make.
    func file(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.space(context)
        let format = try Query(request)["format"] ?? "web"
        if format == "web" {
            guard context.visitor.isOwner else { throw Problem(.forbidden, "Only the library's owner can do this.") }
            return try await archive(space, request)
        }
        guard let type = Self.kinds[format] else {
            throw Problem(.badRequest, "format must be web, \(Self.kinds.keys.sorted().joined(separator: ", ")).")
        }
        return try await answer(request, format, type, space) { file in
            _ = try await models.write(
                space, part: context.visitor.visit?.part,
                memories: context.visitor.viewer == nil ? nil : try gate.memories(context), to: file)
        }
    }

    private func archive(_ space: Space, _ request: Request) async throws -> Response {
        try await answer(request, "zip", "application/zip", space) { file in _ = try await export.write(space, to: file) }
    }

    private func answer(
        _ request: Request, _ ending: String, _ type: String, _ space: Space, _ write: (URL) async throws -> Void
    ) async throws -> Response {
        // Pages ask by HEAD whether there is something; it is not made for that.
        if request.method == .head {
            guard SpaceModels.asset(of: space) != nil else { throw Problem.notFound("model") }
            return Response(status: .ok, headers: [.contentType: type, .cacheControl: "no-store"])
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("diorama-export-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Open files stay readable when their folder is gone, so nothing is left behind however the answer ends.
        defer { try? FileManager.default.removeItem(at: folder) }
        let archive = folder.appendingPathComponent("export.\(ending)")
        do {
            try await write(archive)
        } catch let error as ServerError {
            throw Problem(
                .serviceUnavailable, ErrorLine.text(error).prefix(1).uppercased() + ErrorLine.text(error).dropFirst() + ".")
        }
        let file = try await Blocking.run { try OpenFile(archive) }
        var headers: HTTPFields = [.cacheControl: "no-store", .contentSecurityPolicy: ContentSecurity.assetPolicy]
        // Quick Look shows a link's file in the room; what is an attachment it would only save.
        if ending != "usdz" {
            headers[.contentDisposition] = ContentDisposition.attachment(SpaceFiles.plainName(for: space.name) + ".\(ending)")
        }
        return try FileResponse(file: file, tag: EntityTag(UUID().uuidString), contentType: type, headers: headers)
            .response(to: request)
    }
}
