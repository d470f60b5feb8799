import DioramaSync
import Changes
import Crypto
import Foundation
import DioramaLibrary
import Support

/// Sync with devices in the same network, without a bucket: one device listens, the others connect to it.
///
/// ```swift
/// let pairing = PairingClient(client)
/// let server = try await pairing.listen()                     // on one device
/// let window = try await server.openPairing()
/// let session = try await pairing.begin(code)                 // on the other: compare session.shortCode, then
/// let peer = try await session.confirm()
/// try await pairing.sync(with: peer, at: address)
/// ```
public actor PairingClient {
    private let sync: SyncClient
    private var server: PeerServer?

    /// Pairing for the library that `client` opened. Create one per library: it listens on one port.
    public init(_ client: LibraryClient) { sync = client.sync }

    private var folder: URL { sync.library.folder.appendingPathComponent("pairing", isDirectory: true) }

    /// The paired devices.
    public func peers() async throws(SyncError) -> [KnownPeer] { try await known().peers() }

    /// Ends the pairing with a device: its connections are refused.
    public func forget(_ device: KSUID) async throws(SyncError) { try await known().forget(device) }

    /// Accepts connections of paired devices. What they write is stored in `relay/` of the library until `syncRelay` applies it.
    /// - Parameter port: 0 for any free port; `server.port` is the actual one.
    /// - Throws: `SyncError` where the tier doesn't include pairing or the port is in use.
    public func listen(port: Int = 0) async throws(SyncError) -> PeerServer {
        if let server { return server }
        try await sync.library.allow(.pairing)
        let library = sync.library
        let relay = try FolderBucket(at: library.folder.appendingPathComponent("relay", isDirectory: true))
        let sync = sync
        let made = PeerServer(
            as: try await device(), knowing: try known(), serving: relay, staging: folder.appendingPathComponent("uploads"),
            requiring: { () async throws(SyncError) in try await sync.library.allow(.pairing) })
        _ = try await made.start(port: port)
        server = made
        return made
    }

    /// Stops listening and ends all connections.
    public func stop() async {
        await server?.stop()
        server = nil
    }

    /// Synchronizes with the objects that paired devices wrote, while this device listens: call it for each element of
    /// `server.newObjects`.
    @discardableResult
    public func syncRelay(progress: ProgressReporter = .silent) async throws(SyncError) -> SyncClient.Run {
        guard let server else {
            throw SyncError(.invalidValue, "this device does not listen for paired devices; call listen() first")
        }
        return try await sync.run(withBucket: server.localBucket, requiring: .pairing, progress)
    }

    /// Starts pairing with the device that shows `code`. People compare `shortCode` on both devices; both confirm.
    public func begin(_ code: PairingCode) async throws(SyncError) -> PairingSession {
        let sync = sync
        return try await PairingSession.begin(
            with: code, as: try await device(), remembering: try known(),
            requiring: { () async throws(SyncError) in try await sync.library.allow(.pairing) })
    }

    /// Synchronizes with a paired device that listens at `address`.
    @discardableResult
    public func sync(
        with peer: KnownPeer, at address: PeerAddress, progress: ProgressReporter = .silent
    ) async throws(SyncError) -> SyncClient.Run {
        let bucket = PeerBucket(peer, as: try await device()) { () throws(SyncError) in address }
        do throws(SyncError) {
            let run = try await sync.run(withBucket: bucket, requiring: .pairing, progress)
            await bucket.disconnect()
            return run
        } catch {
            await bucket.disconnect()
            throw error
        }
    }

    private func known() throws(SyncError) -> PeerFile {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw SyncError(.noPermission, "couldn't create the folder \(folder.path): \(error.localizedDescription)")
        }
        return PeerFile(folder.appendingPathComponent("peers.json"))
    }

    /// The identity of this device; its key is derived from the seed that outlives the library.
    private func device() async throws(SyncError) -> DeviceIdentity {
        let text = try await sync.read { db in try ChangeTracking.device(db) }
        guard let id = KSUID(text) else { throw SyncError(.failed, "this device's id \(text) is invalid") }
        let bytes = try await sync.keys.secret("diorama device pairing key")
        return DeviceIdentity(device: id, name: ProcessInfo.processInfo.hostName, key: try NoiseKeyPair(privateKey: bytes))
    }
}
