import DioramaLibrary
import Foundation
import Support

/// One process at a time sends and merges the changes of a library: a server, a command and a second server take turns.
///
/// Two of them at once would lose nothing, as every step is idempotent, but each would see the other's half-finished work: a bucket
/// that the other compacts looks as if it had been emptied.
package enum SyncLock {
    /// Waits for a lock file in the library's folder. It is released with the result, or by the kernel when the process ends.
    /// - Parameter name: of the file.
    package static func wait(in folder: URL, named name: String = "sync.lock") async throws(SyncError) -> FileLock {
        let file = folder.appendingPathComponent(name)
        while true {
            do {
                if let lock = try FileLock.take(file) { return lock }
                try await Task.sleep(for: .milliseconds(100))
            } catch is CancellationError {
                throw .cancelled
            } catch {
                throw SyncError(.noPermission, "couldn't lock \(file.path): \(error.localizedDescription)")
            }
        }
    }
}
