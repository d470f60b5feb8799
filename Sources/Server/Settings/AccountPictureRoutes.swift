import DioramaLibrary
import Foundation
import HTTPTypes
import Hummingbird
import Spaces
import Support

/// `/api/v1/accounts/{id}/picture`: the picture of an account. The owner sets everybody's, an account its own.
struct AccountPictureRoutes: Sendable {
    let library: Library
    let store: UploadStore
    let uploads: UploadLimiter

    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let picture = try await library.picture(of: try await visible(context)) else { throw Problem.notFound("picture") }
        let headers: HTTPFields = [
            .contentType: "image/jpeg", .contentSecurityPolicy: ContentSecurity.assetPolicy, .vary: "Cookie, X-Diorama-Visit",
            // The address changes with the picture.
            .cacheControl: try Query(request)["v"] == nil ? "private, no-cache" : "private, max-age=31536000, immutable",
        ]
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: picture.jpeg)))
    }

    func set(_ request: Request, _ context: ServerContext) async throws -> Response {
        let account = try await own(context)
        let folder = try store.makeFolder()
        defer { folder.remove() }
        let file = folder.url.appendingPathComponent("picture")
        try await ReceivedFile.receive(
            request, context, to: file, maximum: MediaIntake.byteLimit(.photo), what: "picture", uploads: uploads)
        let picture = try await Blocking.run { try AccountPicture(of: file) }
        try await library.setPicture(picture, of: account)
        let time = try await library.pictureTimes()[account]
        return JSONBody.response(PicturePayload(picture: AccountPicturePayload.address(account, time)))
    }

    func remove(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await library.setPicture(nil, of: try await own(context))
        return Response(status: .noContent)
    }

    private struct PicturePayload: Encodable {
        @EncodesNull var picture: String?
    }

    /// An account that the visitor may change.
    private func own(_ context: ServerContext) async throws -> AccountID {
        let account = try Self.id(context)
        guard context.visitor.isOwner || context.visitor.invited == account,
            let entry = try await library.accounts.get(account), entry.trashed == nil
        else { throw Problem.notFound("account") }
        return account
    }

    /// An account that the visitor sees.
    private func visible(_ context: ServerContext) async throws -> AccountID {
        let account = try Self.id(context)
        if context.visitor.isOwner { return account }
        guard let invited = context.visitor.invited,
            try await AccountRoutes(library: library).known(to: invited).contains(account)
        else { throw Problem.notFound("account") }
        return account
    }

    private static func id(_ context: ServerContext) throws -> AccountID {
        guard let id = context.parameters.get("id").flatMap({ AccountID($0) }) else { throw Problem.notFound("account") }
        return id
    }
}
