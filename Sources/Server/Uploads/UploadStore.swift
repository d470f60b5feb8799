import Foundation
import Spaces
import DioramaLibrary

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where uploads lie until their job has ended: `uploads/SESSION/UPLOAD/` in the library's folder, on the same disk as the library,
/// or in a temporary folder where the library is open read-only.
///
/// Each running server has a session folder with a locked file in it. What a killed server left is found by its lock being free,
/// and removed at the next start.
final class UploadStore: Sendable {
    private let session: URL
    private let lock: Int32
    private static let lockName = ".lock"

    /// Removes what killed servers left, and makes this one's session.
    /// - Throws: `ServerError` where the folder can't be written.
    init(_ folder: URL) throws {
        let root = folder.appendingPathComponent("uploads", isDirectory: true)
        Self.sweep(root)
        session = root.appendingPathComponent(UUID().uuidString, isDirectory: true)
        do {
            try FileManager.default.createDirectory(at: session, withIntermediateDirectories: true)
        } catch {
            throw ServerError("couldn't make \(session.path): \(error.localizedDescription); give permission to write there")
        }
        lock = open(session.appendingPathComponent(Self.lockName).path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            throw ServerError("couldn't lock \(session.path): \(String(cString: strerror(errno))); is the library on a local disk?")
        }
    }

    deinit {
        removeAll()
        close(lock)
    }

    /// Removes the session with whatever uploads are left in it.
    func removeAll() { try? FileManager.default.removeItem(at: session) }

    /// A new folder for one upload. It is removed when the last reference to it goes.
    func makeFolder() throws -> UploadFolder {
        try UploadFolder(session.appendingPathComponent(UUID().uuidString, isDirectory: true))
    }

    /// Removes the sessions whose lock nobody holds.
    private static func sweep(_ root: URL) {
        let sessions = (try? FileManager.default.contentsOfDirectory(at: root, includingPropertiesForKeys: nil)) ?? []
        for session in sessions where UUID(uuidString: session.lastPathComponent) != nil {
            let lock = open(session.appendingPathComponent(lockName).path, O_RDWR | O_CLOEXEC)
            // Without a lock file the session is just being made, or was left before it had one: an old one is garbage.
            let isFree = lock >= 0 ? flock(lock, LOCK_EX | LOCK_NB) == 0 : age(of: session) > 60
            if isFree { try? FileManager.default.removeItem(at: session) }
            if lock >= 0 { close(lock) }
        }
    }

    private static func age(of folder: URL) -> TimeInterval {
        let modified = (try? FileManager.default.attributesOfItem(atPath: folder.path))?[.modificationDate] as? Date
        return modified.map { -$0.timeIntervalSinceNow } ?? 0
    }
}

/// The folder of one upload, removed with everything in it when nobody needs it any more.
final class UploadFolder: Sendable {
    let url: URL

    init(_ url: URL) throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        self.url = url
    }

    deinit { remove() }

    /// Removes it now, on this thread: a capture has a hundred thousand files.
    func remove() { try? FileManager.default.removeItem(at: url) }
}
