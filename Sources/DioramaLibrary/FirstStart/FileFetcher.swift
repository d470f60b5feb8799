import Foundation
import Synchronization
import Support

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Fetches one file from an address.
public protocol FileFetcher: Sendable {
    /// Writes what lies at `address` to `file`, which is not there yet.
    /// - Throws: where it can't be had, or has more than `byteLimit` bytes; nothing is left at `file` then.
    func fetch(_ address: URL, to file: URL, byteLimit: Int64, progress: ProgressReporter) async throws
}

/// Fetches by HTTP and from folders (`file:`), with what the system has for it.
public struct URLFetcher: FileFetcher {
    public init() {}

    public func fetch(_ address: URL, to file: URL, byteLimit: Int64, progress: ProgressReporter) async throws {
        try progress.report(0, "Fetching \(address.lastPathComponent)")
        if address.isFileURL {
            return try await Blocking.run { try Self.copy(address, to: file, byteLimit) }
        }
        guard ["https", "http"].contains(address.scheme?.lowercased()) else {
            throw LibraryError(.invalidValue, "\(address) can't be fetched: only https, http and file addresses can")
        }
        let transfer = try Transfer(to: file, address: address, byteLimit: byteLimit)
        let session = URLSession(configuration: .ephemeral, delegate: transfer, delegateQueue: nil)
        defer { session.invalidateAndCancel() }
        let task = session.dataTask(with: address)
        do {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    transfer.begin(continuation)
                    task.resume()
                }
            } onCancel: {
                task.cancel()
            }
            try Task.checkCancellation()
        } catch {
            try? FileManager.default.removeItem(at: file)
            throw Task.isCancelled ? CancellationError() : error
        }
    }

    private static func copy(_ source: URL, to file: URL, _ byteLimit: Int64) throws {
        let size = (try? FileManager.default.attributesOfItem(atPath: source.path)[.size] as? NSNumber)?.int64Value ?? 0
        if size > byteLimit { throw tooLarge(source, byteLimit) }
        var copy = try AtomicFile(file)
        _ = try FileHash.of(source, to: "fetch \(source.lastPathComponent)") { try copy.write($0) }
        try copy.commit()
    }

    fileprivate static func tooLarge(_ address: URL, _ limit: Int64) -> LibraryError {
        LibraryError(.invalidValue, "\(address) has more than the \(limit) bytes that it may have; it was not fetched")
    }

    /// Writes what arrives, as it arrives.
    private final class Transfer: NSObject, URLSessionDataDelegate, Sendable {
        private struct State {
            var continuation: CheckedContinuation<Void, any Error>?
            var count: Int64 = 0
            var failure: (any Error)?
        }

        private let state = Mutex(State())
        private let handle: FileHandle
        private let address: URL
        private let byteLimit: Int64

        init(to file: URL, address: URL, byteLimit: Int64) throws {
            guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
                throw LibraryError(system: errno, could: "fetch \(address)", at: file)
            }
            handle = try FileHandle(forWritingTo: file)
            (self.address, self.byteLimit) = (address, byteLimit)
        }

        func begin(_ continuation: CheckedContinuation<Void, any Error>) { state.withLock { $0.continuation = continuation } }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
        ) {
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            if status != 200 {
                fail(LibraryError(.failed, "\(address) can't be fetched: the server answers \(status)"))
            } else if response.expectedContentLength > byteLimit {
                fail(URLFetcher.tooLarge(address, byteLimit))
            } else {
                return completionHandler(.allow)
            }
            completionHandler(.cancel)
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            let isTooLong = state.withLock { state in
                state.count += Int64(data.count)
                return state.count > byteLimit
            }
            do {
                if isTooLong { throw URLFetcher.tooLarge(address, byteLimit) }
                try handle.write(contentsOf: data)
            } catch {
                fail(error)
                dataTask.cancel()
            }
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            let address = address
            let (continuation, failure) = state.withLock { state in
                defer { state.continuation = nil }
                return (state.continuation, state.failure)
            }
            if let failure {
                continuation?.resume(throwing: failure)
            } else if let error {
                continuation?.resume(throwing: LibraryError(.failed, "\(address) can't be fetched: \(error.localizedDescription)"))
            } else {
                do {
                    try handle.synchronize()
                    try handle.close()
                    continuation?.resume()
                } catch {
                    continuation?.resume(throwing: error)
                }
            }
        }

        private func fail(_ error: any Error) { state.withLock { if $0.failure == nil { $0.failure = error } } }
    }
}
