import Foundation
import HTTPTypes
import Hummingbird
import Library

/// `/api/v1/assets/{sha256}`: the files of the library, in ranges, for ever the same.
struct AssetRoutes: Sendable {
    let library: Library
    let media: MediaStore

    func file(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let hash = context.parameters.get("hash").flatMap({ AssetHash($0) }),
            let (asset, own) = try await library.assetFile(hash)
        else {
            throw Problem.notFound("file")
        }
        // Another device may have scanned the place: then the file lies in the bucket until somebody wants it.
        let here = FileManager.default.fileExists(atPath: own.path)
        let url = here ? own : try await media.original(hash, contentType: asset.contentType)
        // The space may be deleted between looking the file up and opening it.
        guard let file = try? await Blocking.run({ try OpenFile(url) }) else { throw Problem.notFound("file") }
        var headers: HTTPFields = [
            .cacheControl: "public, max-age=31536000, immutable", .contentSecurityPolicy: ContentSecurity.assetPolicy,
        ]
        if asset.kind == .source { headers[.contentDisposition] = ContentDisposition.attachment(asset.fileName) }
        return try FileResponse(file: file, tag: EntityTag(hash.description), contentType: asset.contentType, headers: headers)
            .response(to: request)
    }
}
