import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The address of the server that serves a library: `server.json` in the library's folder, locked (`flock`) while the server runs.
///
/// The kernel drops the lock when the server ends, however it ends, so that a record left behind is not mistaken for a running
/// server.
public final class ServerRecord: Sendable {
    private let descriptor: Int32

    private struct Content: Codable {
        var address: String
    }

    private static func file(of library: URL) -> URL { library.appendingPathComponent("server.json") }

    /// Records the address until this object is released.
    /// - Returns: nil if another server of the library is running, or the folder can't be written.
    public init?(_ address: URL, library: URL) {
        descriptor = open(Self.file(of: library).path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0,
            let json = try? JSONEncoder().encode(Content(address: address.absoluteString)),
            ftruncate(descriptor, 0) == 0, json.withUnsafeBytes({ pwrite(descriptor, $0.baseAddress, $0.count, 0) }) == json.count
        else { return nil }
    }

    deinit {
        guard descriptor >= 0 else { return }
        // Released first: a child process that is just being started may have the descriptor a moment longer.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// The address of the running server of the library in `folder`; nil if none is running.
    public static func address(ofLibrary folder: URL) -> URL? {
        let descriptor = open(file(of: folder).path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // Whoever gets the lock knows that no server holds it.
        guard flock(descriptor, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK else { return nil }
        guard let json = try? Data(contentsOf: file(of: folder)), let content = try? JSONDecoder().decode(Content.self, from: json)
        else { return nil }
        return URL(string: content.address)
    }
}
