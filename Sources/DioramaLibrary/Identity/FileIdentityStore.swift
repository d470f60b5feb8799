import Foundation
import Support

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Keeps the identity in a file that only its user may read (mode 0600), in a folder of its own.
public struct FileIdentityStore: IdentityStore {
    /// The file that holds the identity.
    public let file: URL
    /// Called with one line for each problem that was repaired automatically.
    private let notice: @Sendable (String) -> Void

    /// Creates a store in `file`.
    /// - Parameters:
    ///   - file: the file that the identity is kept in.
    ///   - notice: called with one line for each problem that was repaired automatically.
    public init(_ file: URL = FileIdentityStore.defaultFile, notice: @escaping @Sendable (String) -> Void = { _ in }) {
        self.file = file
        self.notice = notice
    }

    /// `diorama/identity.json` in `$XDG_CONFIG_HOME` or `~/.config` (XDG Base Directory Specification 0.8).
    public static var defaultFile: URL { defaultFile(environment: ProcessInfo.processInfo.environment) }

    /// The same under a given environment. A relative `XDG_CONFIG_HOME` does not count.
    public static func defaultFile(environment: [String: String]) -> URL {
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
        let config = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
        return URL(fileURLWithPath: config, isDirectory: true).appendingPathComponent("diorama/identity.json")
    }

    /// Removes access of other users to the file and reports it: the key in it may be known. One that belongs to
    /// somebody else, or is no plain file, is refused.
    public func load() async throws(LibraryError) -> Identity? {
        let action = "read the identity"
        let descriptor = open(file.path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0 {
            if errno == ENOENT { return nil }
            if errno == ELOOP { throw LibraryError(.noPermission, "\(file.path) is a link; an identity must be a file: remove it") }
            throw LibraryError(system: errno, could: action, at: file)
        }
        defer { close(descriptor) }
        var status = stat()
        if fstat(descriptor, &status) != 0 { throw LibraryError(system: errno, could: action, at: file) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= Int64(Identity.byteLimit) else {
            throw LibraryError(.damaged, "\(file.path) is not an identity file; remove it to start with a new one")
        }
        guard status.st_uid == geteuid() else {
            throw LibraryError(
                .noPermission, "\(file.path) belongs to another user; an identity of somebody else is not used: remove it")
        }
        if status.st_mode & 0o077 != 0 {
            if fchmod(descriptor, 0o600) != 0 { throw LibraryError(system: errno, could: "close the identity to others", at: file) }
            notice("\(file.path) could be read by others (mode \(String(status.st_mode & 0o777, radix: 8))); it is 600 now")
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = pread(descriptor, &bytes, bytes.count, 0)
        if count < 0 { throw LibraryError(system: errno, could: action, at: file) }
        return try Identity(decoding: Data(bytes.prefix(count)), from: file.path)
    }

    public func save(_ identity: Identity) async throws(LibraryError) {
        let data = try identity.encoded()
        let folder = file.deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            var writing = try AtomicFile(file, mode: 0o600)
            try writing.write([UInt8](data))
            try writing.commit()
        } catch {
            throw LibraryError(error, could: "save the identity", in: folder)
        }
    }

    /// The lock is `identity.lock` beside the file: the server and commands may change the identity at the same time.
    public func lock() async throws(LibraryError) -> (any Sendable)? {
        let folder = file.deletingLastPathComponent()
        let lock = file.deletingPathExtension().appendingPathExtension("lock")
        do {
            return try await Blocking.run {
                try FileManager.default.createDirectory(
                    at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
                return try FileLock(waitingFor: lock)
            }
        } catch {
            throw LibraryError(error, could: "lock the identity", in: folder)
        }
    }

    public func erase() async throws(LibraryError) {
        if unlink(file.path) != 0 && errno != ENOENT { throw LibraryError(system: errno, could: "erase the identity", at: file) }
    }
}
