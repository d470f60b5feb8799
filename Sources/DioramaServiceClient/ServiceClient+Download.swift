import AsyncHTTPClient
import Crypto
import Foundation
import NIOCore
import Support

extension ServiceClient {
    /// Downloads a file of a job's result. What an interrupted download has left beside the target is continued, and the file
    /// appears under its name only once its SHA-256 is that of the result.
    /// - Parameters:
    ///   - job: the job's id.
    ///   - format: a file extension; nil for the first file.
    ///   - target: the file to write; an earlier one is replaced.
    /// - Returns: what was downloaded.
    /// - Throws: `ServiceClientError`, `CancellationError`.
    @discardableResult
    public func download(
        _ job: String, format: String? = nil, to target: URL, progress: ProgressReporter = .silent
    ) async throws -> RemoteJob.File {
        let state = try await self.job(job)
        guard state.status == "succeeded" else {
            throw ServiceClientError(.refused, "the job \(job) has no result: its status is \(state.status)")
        }
        guard let file = format.map({ wanted in state.files.first { $0.format == wanted } }) ?? state.files.first else {
            let formats = state.files.map(\.format).joined(separator: ", ")
            throw ServiceClientError(.refused, "the job \(job) has no file of the format \(format ?? ""); it has \(formats)")
        }
        let name = ".\(target.lastPathComponent).\(job).partial"
        let partial = target.deletingLastPathComponent().appendingPathComponent(name)
        var failures = 0
        while true {
            try Task.checkCancellation()
            do {
                let hash = try await fill(partial, job: job, file, progress: progress)
                guard hash == file.sha256 else {
                    try? FileManager.default.removeItem(at: partial)
                    throw ServiceClientError(
                        .damaged, "the downloaded \(file.name) has another SHA-256 than the result; nothing was written, try again")
                }
                break
            } catch let error as ServiceClientError where error.kind != .unavailable {
                throw error
            } catch let error as CocoaError {
                throw ServiceClientError(.failed, "couldn't write \(target.path): \(error.localizedDescription)")
            } catch {
                let failure = try (error as? ServiceClientError) ?? Self.failure(error, address: address)
                failures += 1
                guard failures < RetryDelay.maxAttempts else { throw failure }
                try await RetryDelay.wait(attempt: failures)
            }
        }
        guard rename(partial.path, target.path) == 0 else {
            throw ServiceClientError(.failed, "couldn't write \(target.path): \(String(cString: strerror(errno)))")
        }
        AtomicFile.syncFolder(target.deletingLastPathComponent())
        return file
    }

    /// Appends what is missing.
    /// - Returns: the SHA-256 of the whole file.
    private func fill(_ partial: URL, job: String, _ file: RemoteJob.File, progress: ProgressReporter) async throws -> String {
        if !FileManager.default.fileExists(atPath: partial.path),
            !FileManager.default.createFile(atPath: partial.path, contents: nil)
        {
            throw ServiceClientError(.failed, "couldn't write \(partial.path): check the folder and its permissions")
        }
        let handle = try FileHandle(forUpdating: partial)
        defer { try? handle.close() }
        var hash = SHA256()
        var count: Int64 = 0
        while count < file.byteCount, let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty {
            hash.update(data: piece)
            count += Int64(piece.count)
        }
        if count > file.byteCount {
            hash = SHA256()
            count = 0
        }
        if count < file.byteCount {
            let response = try await body(of: job, format: file.format, from: count)
            if response.status == .ok {
                hash = SHA256()
                count = 0
            }
            try handle.truncate(atOffset: UInt64(count))
            for try await part in response.body {
                guard count + Int64(part.readableBytes) <= file.byteCount else {
                    throw ServiceClientError(.damaged, "the service sends more than the \(file.byteCount) bytes of \(file.name)")
                }
                let data = Data(part.readableBytesView)
                hash.update(data: data)
                try handle.write(contentsOf: data)
                count += Int64(data.count)
                try progress.report(Double(count) / Double(max(1, file.byteCount)), "Downloading")
            }
            guard count == file.byteCount else { throw ServiceClientError(.unavailable, "the connection broke") }
        }
        try handle.synchronize()
        return FileDigest.text(hash.finalize())
    }

    /// The answer with the bytes from an offset on: of the service, or of the bucket that it names. The bucket doesn't get the
    /// credentials.
    private func body(of job: String, format: String, from offset: Int64) async throws -> HTTPClientResponse {
        var url = "\(address)/api/v1/jobs/\(job)/download?format=\(format)"
        var isSigned = true
        for _ in 0..<3 {
            var request = HTTPClientRequest(url: url)
            if isSigned { request.headers.add(name: "authorization", value: "Bearer \(try await bearer())") }
            if offset > 0 { request.headers.add(name: "range", value: "bytes=\(offset)-") }
            let response = try await http.execute(request, deadline: .distantFuture)
            switch response.status {
            case .ok, .partialContent: return response
            case .temporaryRedirect:
                guard let location = response.headers.first(name: "location"), location.hasPrefix("http") else {
                    throw ServiceClientError(.failed, "\(address) leads to no address")
                }
                url = location
                isSigned = false
            default:
                let data = Data(try await response.body.collect(upTo: Self.maxAnswerBytes).readableBytesView)
                let status = Int(response.status.code)
                if isSigned { throw refusal(status, data) }
                throw ServiceClientError(
                    status >= 500 ? .unavailable : .refused, "the bucket answers the download with status \(status)", status: status
                )
            }
        }
        throw ServiceClientError(.failed, "\(address) leads from address to address")
    }
}
