import Foundation
import HTTPTypes
import Hummingbird
import Support

/// The body of a request as a file of at most a size.
enum ReceivedFile {
    /// - Throws: `Problem` 413 for more than `maximum` bytes, and what `UploadFile.receive` throws.
    static func receive(
        _ request: Request, _ context: ServerContext, to file: URL, maximum: Int64, what: String, uploads: UploadLimiter
    ) async throws {
        let tooLarge = Problem(.contentTooLarge, "The file is larger than the \(ByteCount.text(maximum)) that a \(what) may have.")
        let promised = request.headers[.contentLength].flatMap { Int64($0) }
        if let promised, promised > maximum { throw tooLarge }
        do {
            _ = try await uploads.run(for: context.client) { progress in
                try await UploadRoute.invite(request, context)
                return try await UploadFile.receive(
                    request.body, promised: promised, maximum: maximum, at: file, progress: progress)
            }
        } catch let problem as Problem where problem.status == .contentTooLarge {
            throw tooLarge
        }
    }

    /// Receives the body into a folder of its own, which is gone when `use` returns.
    static func withBody<Value: Sendable>(
        of request: Request, _ context: ServerContext, in store: UploadStore, maximum: Int64, what: String,
        uploads: UploadLimiter, _ use: (URL) async throws -> Value
    ) async throws -> Value {
        let folder = try store.makeFolder()
        defer { folder.remove() }
        let file = folder.url.appendingPathComponent("body")
        try await receive(request, context, to: file, maximum: maximum, what: what, uploads: uploads)
        return try await use(file)
    }
}
