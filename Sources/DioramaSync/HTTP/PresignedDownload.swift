import AsyncHTTPClient
import Foundation
import NIOCore
import Support

/// Downloads objects by presigned URLs (`PresigningBucket`). Redirects are not followed.
package enum PresignedDownload {
    private static let client = HTTPClient.process(redirects: .disallow)

    /// Downloads an object of exactly `byteCount` bytes to `file`, resuming after the bytes that `file` already has.
    /// - Throws: `SyncError`: `notFound` where the URL has expired or the object is gone, `unavailable` where the server can't be
    ///   reached, `refused` where the object has another size.
    package static func run(
        _ url: String, to file: URL, byteCount: Int64, progress: ProgressReporter = .silent
    ) async throws(SyncError) {
        let target = try PartialFile(file)
        defer { target.unlock() }
        if target.byteCount > byteCount { try target.truncate(to: 0) }
        if target.byteCount < byteCount {
            do {
                try await append(url, to: target, byteCount: byteCount, progress: progress)
            } catch let error as SyncError {
                throw error
            } catch {
                throw HTTPFailure(error, endpoint: origin(url)).error(could: "download a shared file")
            }
        }
        try await Blocking.call { () throws(SyncError) in try target.sync() }
    }

    private static func append(
        _ url: String, to target: PartialFile, byteCount: Int64, progress: ProgressReporter
    ) async throws {
        var offset = target.byteCount
        var request = HTTPClientRequest(url: url)
        if offset > 0 { request.headers.add(name: "range", value: "bytes=\(offset)-") }
        let response = try await client.execute(request, deadline: .distantFuture)
        switch response.status.code {
        case 206 where offset > 0: break
        case 200:
            offset = 0
            try target.truncate(to: 0)
        case 403, 404, 410:
            throw SyncError(.notFound, "couldn't download a shared file from \(origin(url)): access has expired or was removed")
        case 500...599, 429:
            throw SyncError(.unavailable, "couldn't download a shared file: \(origin(url)) answers \(response.status.code)")
        default:
            throw SyncError(.failed, "couldn't download a shared file: \(origin(url)) answers \(response.status.code)")
        }
        for try await part in response.body {
            guard offset + Int64(part.readableBytes) <= byteCount else {
                throw SyncError(.refused, "refused a shared file from \(origin(url)): it has more than \(byteCount) bytes")
            }
            let start = offset
            try await Blocking.call { () throws(SyncError) in try target.write(Data(part.readableBytesView), at: start) }
            offset += Int64(part.readableBytes)
            try progress.advance(Double(offset) / Double(max(byteCount, 1)), "Downloading")
        }
        guard offset == byteCount else {
            throw SyncError(.unavailable, "couldn't download a shared file: the connection to \(origin(url)) broke")
        }
    }

    /// The server of a URL, for messages: the rest of it grants access.
    private static func origin(_ url: String) -> String {
        let parts = URLComponents(string: url)
        return "\(parts?.scheme ?? "")://\(parts?.host ?? "")" + (parts?.port.map { ":\($0)" } ?? "")
    }
}
