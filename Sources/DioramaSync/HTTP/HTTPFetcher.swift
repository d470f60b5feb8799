import AsyncHTTPClient
import DioramaLibrary
import Foundation
import NIOCore
import Support

/// Downloads files by HTTP and HTTPS, following redirects, and copies files of `file:` addresses.
public struct HTTPFetcher: FileFetcher {
    private static let client = HTTPClient.process(redirects: .follow(max: 20, allowCycles: false))

    /// A fetcher without state.
    public init() {}

    /// Downloads the file at `address`. A stalled connection fails after 60 seconds.
    /// - Throws: `LibraryError`: `invalidValue` for another scheme and for a file of more than `byteLimit` bytes, `failed` where
    ///   the server can't be reached or answers another status than 200. `CancellationError`.
    public func fetch(_ address: URL, to file: URL, byteLimit: Int64, progress: ProgressReporter) async throws {
        if address.isFileURL {
            return try await FolderFetcher().fetch(address, to: file, byteLimit: byteLimit, progress: progress)
        }
        guard ["https", "http"].contains(address.scheme?.lowercased()) else {
            throw LibraryError(.invalidValue, "couldn't download \(address): write an https, http or file address")
        }
        try progress.report(0, "Downloading \(address.lastPathComponent)")
        do {
            try await Self.download(address, to: file, byteLimit: byteLimit)
        } catch {
            try? FileManager.default.removeItem(at: file)
            throw Self.error(error, address)
        }
    }

    private static func download(_ address: URL, to file: URL, byteLimit: Int64) async throws {
        let response = try await client.execute(HTTPClientRequest(url: address.absoluteString), deadline: .distantFuture)
        guard response.status == .ok else {
            throw LibraryError(.failed, "couldn't download \(address): the server answers \(response.status.code)")
        }
        let tooLarge = LibraryError(.invalidValue, "couldn't download \(address): it has more than \(byteLimit) bytes")
        let announced = response.headers.first(name: "content-length").flatMap { Int64($0) } ?? 0
        guard announced <= byteLimit else { throw tooLarge }
        let target = try PartialFile(file)
        var byteCount: Int64 = 0
        for try await part in response.body {
            guard byteCount + Int64(part.readableBytes) <= byteLimit else { throw tooLarge }
            let offset = byteCount
            try await Blocking.call { () throws(SyncError) in try target.write(Data(part.readableBytesView), at: offset) }
            byteCount += Int64(part.readableBytes)
        }
        guard byteCount >= announced else {
            throw LibraryError(.failed, "couldn't download \(address): the connection broke")
        }
        try await Blocking.call { () throws(SyncError) in try target.sync() }
    }

    private static func error(_ error: any Error, _ address: URL) -> any Error {
        switch error {
        case is LibraryError: return error
        case let error as SyncError: return LibraryError(.failed, error.message)
        default:
            let failure = HTTPFailure(error, endpoint: "\(address.scheme ?? "")://\(address.host ?? "")")
            if failure.kind == .cancelled { return CancellationError() }
            return LibraryError(.failed, "couldn't download \(address): \(failure.reason)")
        }
    }
}
