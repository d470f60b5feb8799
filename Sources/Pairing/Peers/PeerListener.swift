import DioramaLibrary
import DioramaSync
import Foundation
import Support

/// A listening `PeerServer` of a library, with its port and its folder for incomplete uploads.
///
/// One process of a library is the main listener: it holds `listener.lock`, uses the kept port and the kept uploads. Others, such
/// as a command beside the server, listen at a free port, with a folder of their own for uploads.
struct PeerListener: Sendable {
    /// What a listener is started with.
    struct Configuration: Sendable {
        let sync: SyncClient
        /// `pairing/` of the library.
        let folder: URL
        let identity: DeviceIdentity
        let peers: any PeerStore
        let host: String
        /// Nil for the kept port, or any free one.
        let port: Int?
    }

    let server: PeerServer
    let relay: RelayBucket
    private let lock: FileLock?
    private let staging: URL
    /// Whether this is the process that paired devices connect to.
    var isMain: Bool { lock != nil }
    private static let setting = "pairing.port"

    /// The ports for private use (RFC 6335, section 6).
    private static let ports = 49_152...65_535

    /// The port at which this library listens for paired devices, once it does; nil where none was chosen yet.
    static func port(_ sync: SyncClient) async throws(SyncError) -> Int? {
        try await sync.read { db in try LocalSettings.get(setting, db) }.flatMap { Int($0) }
    }

    /// Chooses the port before this device listens for the first time, so that a paired device learns it from the first handshake.
    static func choosePort(_ sync: SyncClient) async throws(SyncError) {
        let chosen = String(Int.random(in: ports))
        try await sync.write { db in
            if try LocalSettings.get(setting, db) == nil { try LocalSettings.set(setting, to: chosen, db) }
        }
    }

    /// Where the objects of paired devices are until they are applied.
    static func relay(of library: Library) throws(SyncError) -> FolderBucket {
        try FolderBucket(at: relayFolder(of: library))
    }

    /// Whether this library has listened for paired devices before.
    static func hasRelay(_ library: Library) -> Bool {
        FileManager.default.fileExists(atPath: relayFolder(of: library).path)
    }

    private static func relayFolder(of library: Library) -> URL {
        library.folder.appendingPathComponent("relay", isDirectory: true)
    }

    static func start(_ configuration: Configuration) async throws(SyncError) -> PeerListener {
        let sync = configuration.sync
        let folder = configuration.folder
        let lock: FileLock?
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            lock = try FileLock.take(folder.appendingPathComponent("listener.lock"))
        } catch {
            throw SyncError(.noPermission, "couldn't lock the folder \(folder.path): \(error.localizedDescription)")
        }
        let staging = folder.appendingPathComponent(lock != nil ? "uploads" : "uploads-\(KSUID())")
        let relay = RelayBucket(folder: try relay(of: sync.library), media: await sync.localMedia())
        let kept = try await port(sync)
        var identity = configuration.identity
        // The main listener names the port that it gets.
        identity.port = lock == nil ? kept : nil
        let server = PeerServer(
            as: identity, knowing: configuration.peers, serving: relay, staging: staging,
            requiring: { () async throws(SyncError) in try await sync.library.allow(.pairing) })
        let port = try await start(server, configuration, kept: lock == nil ? nil : kept)
        if lock != nil, port != kept { try await sync.write { db in try LocalSettings.set(setting, to: String(port), db) } }
        return PeerListener(server: server, relay: relay, lock: lock, staging: staging)
    }

    /// The kept port may be in use by another program.
    private static func start(
        _ server: PeerServer, _ configuration: Configuration, kept: Int?
    ) async throws(SyncError) -> Int {
        if let port = configuration.port { return try await server.start(host: configuration.host, port: port) }
        if let kept {
            do throws(SyncError) {
                return try await server.start(host: configuration.host, port: kept)
            } catch {
                guard error.kind == .unavailable else { throw error }
            }
        }
        return try await server.start(host: configuration.host)
    }

    func stop() async {
        await server.stop()
        if lock == nil { try? FileManager.default.removeItem(at: staging) }
    }
}
