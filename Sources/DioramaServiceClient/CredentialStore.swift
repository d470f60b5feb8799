import Foundation
import Support

/// A file with the credentials of one user, which nobody else can read.
public struct CredentialStore: Sendable {
    /// The file.
    public let file: URL

    /// The store in a file. Nothing is read yet.
    public init(_ file: URL) { self.file = file }

    /// The credentials; nil where there are none.
    /// - Throws: `ServiceClientError` where the file can't be read, or other users can read it.
    public func load() throws(ServiceClientError) -> ServiceCredentials? {
        let attributes: [FileAttributeKey: Any]
        do { attributes = try FileManager.default.attributesOfItem(atPath: file.path) } catch {
            if (error as? CocoaError)?.code == .fileReadNoSuchFile { return nil }
            throw ServiceClientError(.invalidInput, "\(file.path) can't be read: check its folder and permissions")
        }
        let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
        guard mode & 0o077 == 0 else {
            throw ServiceClientError(
                .invalidInput,
                "other users can read \(file.path): run 'chmod 600' on it, and replace the key if one of them may have")
        }
        guard let data = try? Data(contentsOf: file), data.count < 1 << 20,
            let credentials = try? JSONDecoder().decode(ServiceCredentials.self, from: data)
        else {
            throw ServiceClientError(.invalidInput, "\(file.path) has no credentials; run 'diorama remote login' again")
        }
        return credentials
    }

    /// Writes the credentials atomically, with mode 0600.
    public func save(_ credentials: ServiceCredentials) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        var target = try AtomicFile(file, mode: 0o600)
        try target.write([UInt8](try encoder.encode(credentials)))
        try target.commit()
    }

    /// Removes the credentials.
    public func remove() throws {
        if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
    }

    /// Waits for the lock that one program at a time has while it exchanges the refresh token: a second exchange of the same one
    /// would end the session.
    func lock() async throws -> FileLock {
        let file = file.appendingPathExtension("lock")
        return try await Blocking.run { try FileLock(waitingFor: file) }
    }
}
