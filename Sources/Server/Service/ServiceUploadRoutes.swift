import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Service
import Support

/// `/api/v1/uploads/{token}`: uploads to the server itself, where the bucket is a folder. The resumable protocol is tus 1.0 with
/// its extensions creation-defer-length, expiration and checksum; a plain PUT takes a whole file. The address alone grants it.
struct ServiceUploadRoutes: Sendable {
    let parts: ServiceParts
    let limiter: UploadLimiter

    private static let version: HTTPFields = [.tusResumable: "1.0.0", .cacheControl: "no-store"]

    func options(_ request: Request, _ context: ServerContext) async throws -> Response {
        var headers = Self.version
        headers[HTTPField.Name("Tus-Version")!] = "1.0.0"
        headers[HTTPField.Name("Tus-Extension")!] = "creation-defer-length,expiration,checksum"
        headers[HTTPField.Name("Tus-Checksum-Algorithm")!] = UploadChecksum.algorithm
        return Response(status: .noContent, headers: headers)
    }

    func offset(_ request: Request, _ context: ServerContext) async throws -> Response {
        let upload = try await upload(context)
        return Response(status: .ok, headers: Self.headers(of: upload, offset: upload.received))
    }

    /// Appends bytes at the offset that the request names.
    func append(_ request: Request, _ context: ServerContext) async throws -> Response {
        try Self.checkVersion(request)
        guard MediaTypeName(request.headers[.contentType])?.name == "application/offset+octet-stream" else {
            throw Problem(.unsupportedMediaType, "Send the bytes with Content-Type: application/offset+octet-stream.")
        }
        guard let offset = request.headers[.uploadOffset].flatMap({ Int64($0) }), offset >= 0 else {
            throw Problem(.badRequest, "Upload-Offset is missing; ask for it by HEAD.")
        }
        var upload = try await upload(context)
        try Self.checkPending(upload)
        if let text = request.headers[.uploadLength] {
            guard let length = Int64(text) else { throw Problem(.badRequest, "Upload-Length must be a number of bytes.") }
            try await parts.uploads.setSize(upload, bytes: length)
            upload = try await self.upload(context)
        }
        guard offset == upload.received else {
            throw Problem(.conflict, "The upload continues at another offset; ask for it by HEAD.")
        }
        let end = try await receive(request, context, of: upload, isWhole: false)
        var headers = Self.headers(of: upload, offset: end)
        headers[.cacheControl] = "no-store"
        return Response(status: .noContent, headers: headers)
    }

    /// Takes a whole file, from its beginning.
    func put(_ request: Request, _ context: ServerContext) async throws -> Response {
        let upload = try await upload(context)
        try Self.checkPending(upload)
        guard upload.received == 0 else {
            throw Problem(.conflict, "A part of the file is here already; continue with PATCH, or get a new address.")
        }
        guard let length = request.headers[.contentLength].flatMap({ Int64($0) }) else {
            throw Problem(HTTPResponse.Status(code: 411, reasonPhrase: "Length Required"), "Send Content-Length, or use tus 1.0.")
        }
        try await parts.uploads.setSize(upload, bytes: length)
        _ = try await receive(request, context, of: try await self.upload(context), isWhole: true)
        return Response(status: .ok, headers: [.cacheControl: "no-store"])
    }

    /// - Returns: the offset up to which bytes are stored. What arrived before the connection broke counts, too.
    private func receive(
        _ request: Request, _ context: ServerContext, of upload: Upload, isWhole: Bool
    ) async throws -> Int64 {
        guard let folder = parts.storage.folder else { throw Problem.notFound("upload") }
        let checksum = try UploadChecksum(request)
        let maximum = upload.byteCount ?? upload.maxBytes
        if let promised = request.headers[.contentLength].flatMap({ Int64($0) }), promised > maximum - upload.received {
            throw Problem(.contentTooLarge, "The request has more bytes than the upload's length leaves.")
        }
        let file = try await Blocking.run { try IncomingFile(upload, in: folder) }
        var failure: (any Error)?
        let written = WrittenBytes(upload.received)
        do {
            try await limiter.run(for: context.client) { progress in
                try await UploadRoute.invite(request, context)
                for try await part in request.body {
                    progress.add(part.readableBytes)
                    let offset = written.count
                    guard offset + Int64(part.readableBytes) <= maximum else {
                        throw Problem(.contentTooLarge, "The file has more bytes than the upload's length.")
                    }
                    try await Blocking.run {
                        try part.withUnsafeReadableBytes {
                            checksum?.add($0)
                            try file.write($0, at: offset)
                        }
                    }
                    written.add(part.readableBytes)
                }
                progress.complete()
            }
        } catch {
            failure = error
        }
        let end = written.count
        if let failure, failure is Problem, end > maximum { throw failure }
        // What isn't acknowledged is cut off by the next request.
        if let checksum {
            if let failure { throw failure }
            try checksum.check()
        }
        try await Blocking.run { try file.flush() }
        if end == upload.byteCount {
            do { try file.checkType() } catch {
                throw Problem(error)
            }
            try await Blocking.run { try file.place() }
        } else if isWhole, failure == nil {
            throw Problem(.badRequest, "The connection ended early; send the file again.")
        }
        // A cancelled request still acknowledges what is on disk.
        let uploads = parts.uploads
        try await Task { try await uploads.advance(upload, to: end) }.value
        if let failure { throw failure }
        return end
    }

    /// The parts that are missing of an upload in parts, each with the address that takes it.
    func parts(_ request: Request, _ context: ServerContext) async throws -> Response {
        JSONBody.response(try await parts.uploads.missingParts(of: try await upload(context)))
    }

    private struct Nothing: Decodable {}

    func completeParts(_ request: Request, _ context: ServerContext) async throws -> Response {
        _ = try await JSONBody.decode(Nothing.self, from: request, expecting: "{}")
        try await parts.uploads.completeParts(of: try await upload(context))
        return Response(status: .noContent)
    }

    private func upload(_ context: ServerContext) async throws -> Upload {
        guard let token = context.parameters.get("token"), token.utf8.count < 100 else { throw Problem.notFound("upload") }
        return try await parts.uploads.upload(token: token)
    }

    private static func checkPending(_ upload: Upload) throws {
        guard upload.state == "pending" else { throw Problem(.conflict, "The upload is complete.") }
    }

    private static func checkVersion(_ request: Request) throws {
        guard request.headers[.tusResumable] == "1.0.0" else {
            throw Problem(.preconditionFailed, "Send Tus-Resumable: 1.0.0.", headers: [HTTPField.Name("Tus-Version")!: "1.0.0"])
        }
    }

    private static func headers(of upload: Upload, offset: Int64) -> HTTPFields {
        var headers = version
        headers[.uploadOffset] = "\(offset)"
        if let length = upload.byteCount {
            headers[.uploadLength] = "\(length)"
        } else {
            headers[HTTPField.Name("Upload-Defer-Length")!] = "1"
        }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        headers[HTTPField.Name("Upload-Expires")!] = formatter.string(from: upload.expiresAt)
        return headers
    }
}

extension HTTPField.Name {
    fileprivate static let tusResumable = HTTPField.Name("Tus-Resumable")!
    fileprivate static let uploadOffset = HTTPField.Name("Upload-Offset")!
    fileprivate static let uploadLength = HTTPField.Name("Upload-Length")!
}
