import Foundation
import Support
import Spaces
import Geometry
import HTTPTypes
import Hummingbird
import DioramaLibrary

/// `/api/v1/assets/{sha256}`: the files of the library, in ranges; immutable.
struct AssetRoutes: Sendable {
    let library: Library
    let media: MediaStore
    let parts: PartStore

    func file(_ request: Request, _ context: ServerContext) async throws -> Response {
        if case .visit(let visit) = context.visitor, let box = visit.part {
            return try await part(box, of: visit, to: request, context: context)
        }
        guard let hash = context.parameters.get("hash").flatMap({ AssetHash($0) }), try await shows(hash, to: context.visitor),
            let asset = try await library.asset(hash)
        else {
            throw Problem.notFound("file")
        }
        let original = try await ServedOriginal(hash, contentType: asset.contentType, in: media, for: context.visitor)
        var headers = Self.headers
        if asset.kind == .source { headers[.contentDisposition] = ContentDisposition.attachment(asset.fileName) }
        return try FileResponse(
            file: original.bytes, tag: EntityTag(hash.description), contentType: asset.contentType, headers: headers,
            hasUnverifiedParts: !original.isVerified
        ).response(to: request)
    }

    /// A file that was cut out for the visitor of a part: they get no other files.
    private func part(_ box: Bounds, of visit: Visit, to request: Request, context: ServerContext) async throws -> Response {
        guard let hash = context.parameters.get("hash").flatMap({ AssetHash($0) }),
            let id = visit.space, let space = try await library.space(id),
            let (kept, url) = try await parts.file(hash, of: box, in: space),
            let file = try? await Blocking.run({ try OpenFile(url) })
        else { throw Problem.notFound("file") }
        return try FileResponse(
            file: file, tag: EntityTag(hash.description), contentType: kept.contentType, headers: Self.headers
        ).response(to: request)
    }

    private static let headers: HTTPFields = [
        .cacheControl: "private, max-age=31536000, immutable", .contentSecurityPolicy: ContentSecurity.assetPolicy,
    ]

    /// Whether the visitor sees a space that has the file. What a space was made from is the owner's alone: it may tell where it
    /// was.
    private func shows(_ hash: AssetHash, to visitor: Visitor) async throws -> Bool {
        if visitor.isOwner { return true }
        if visitor.visit?.part != nil { return false }
        var spaces: [SpaceID] = []
        if let account = visitor.invited { spaces = try await library.grants(to: account).map(\.space) }
        if let space = visitor.visit?.space { spaces = [space] }
        for id in spaces {
            guard let space = try await library.space(id), space.trashed == nil else { continue }
            if space.assets.contains(where: { $0.hash == hash && !$0.kind.isOwners }) { return true }
        }
        return false
    }
}
