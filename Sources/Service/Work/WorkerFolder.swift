import Foundation
import Support

/// The folder of one worker's running jobs, removed with the worker. What killed workers left beside it is found by its lock being
/// free, and removed.
public final class WorkerFolder: Sendable {
    /// The folder.
    public let url: URL
    private let lock: FileLock

    private static let prefix = "diorama-worker-"
    private static let lockName = ".lock"

    /// Makes a folder in `base`.
    /// - Throws: `ServiceError` of kind `unavailable`.
    public init(in base: URL) throws(ServiceError) {
        Self.sweep(base)
        url = base.appendingPathComponent(Self.prefix + UUID().uuidString, isDirectory: true)
        let made: FileLock?
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            made = try FileLock.take(url.appendingPathComponent(Self.lockName))
        } catch {
            throw ServiceError(
                .unavailable, "couldn't make the folder \(url.path): \(error.localizedDescription); choose another --work")
        }
        guard let made else { throw ServiceError(.unavailable, "couldn't lock \(url.path); choose a --work on a local disk") }
        lock = made
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    private static func sweep(_ base: URL) {
        let folders = (try? FileManager.default.contentsOfDirectory(at: base, includingPropertiesForKeys: nil)) ?? []
        for folder in folders where folder.lastPathComponent.hasPrefix(prefix) {
            let file = folder.appendingPathComponent(lockName)
            // A folder that is just being made has no lock yet.
            guard FileManager.default.fileExists(atPath: file.path), (try? FileLock.take(file)) ?? nil != nil else { continue }
            try? FileManager.default.removeItem(at: folder)
        }
    }
}
