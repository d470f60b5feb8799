import DioramaSync
import Foundation
import DioramaLibrary
import Support

/// Sync with devices in the same network, without a bucket: one device listens, the others connect to it.
///
/// ```swift
/// let pairing = PairingClient(client)
/// let code = try await pairing.open()                         // on one device: show it as a QR code
/// let session = try await pairing.begin(.code(code))          // on the other: compare session.shortCode, then
/// let paired = try await session.confirm()
/// try await pairing.sync(with: paired.peer)
/// await PairedSync(pairing).run()                             // on both, from then on
/// ```
public actor PairingClient {
    /// Whom to pair with.
    public enum Target: Sendable {
        /// The device that shows this code.
        case code(PairingCode)
        /// The device that listens here.
        case address(PeerAddress)

        /// Parses an address, "192.168.1.20:40123", or the text of a code.
        /// - Throws: `SyncError` of kind `invalidValue` for any other text.
        public init(_ text: String) throws(SyncError) {
            if let address = PeerAddress(text.trimmingCharacters(in: .whitespacesAndNewlines)) {
                self = .address(address)
            } else if let code = try? PairingCode(text) {
                self = .code(code)
            } else {
                throw SyncError(
                    .invalidValue, "'\(text.oneLine())' is not an address like 192.168.1.20:40123, nor a pairing code")
            }
        }
    }

    /// Sync of the library that is paired.
    package nonisolated let sync: SyncClient
    private var listener: PeerListener?
    private var originals: [KSUID: Originals] = [:]

    /// A paired device that originals are downloaded from.
    private struct Originals {
        let address: PeerAddress
        let bucket: PeerBucket
        var failed: ContinuousClock.Instant?
    }

    /// Pairing for the library that `client` opened. Create one per library and process.
    public init(_ client: LibraryClient) { sync = client.sync }

    /// Pairing for the library of `sync`.
    public init(_ sync: SyncClient) { self.sync = sync }

    private var folder: URL { sync.library.folder.appendingPathComponent("pairing", isDirectory: true) }

    // MARK: Paired devices

    /// The paired devices.
    public func peers() async throws(SyncError) -> [KnownPeer] { try await known.peers() }

    /// The paired device with this id.
    public func peer(_ device: KSUID) async throws(SyncError) -> KnownPeer? { try await known.peer(device) }

    /// Changes what is known of a paired device.
    func update(_ device: KSUID, _ change: @Sendable (inout KnownPeer) -> Void) async throws(SyncError) {
        try await known.update(device, change)
    }

    /// Stores a device that was paired before this library was there.
    package func remember(_ peer: KnownPeer) async throws(SyncError) {
        try await PeerListener.choosePort(sync)
        try await known.remember(peer)
    }

    /// Ends the pairing with a device: its connections are refused.
    public func forget(_ device: KSUID) async throws(SyncError) {
        try await known.forget(device)
        try await listener?.server.disconnectForgotten()
    }

    /// Ends the pairing with devices that were removed from their account.
    func forgetRemovedDevices() async throws(SyncError) {
        for peer in try await peers() {
            if try await sync.isRemoved(DeviceID(peer.device)) { try await forget(peer.device) }
        }
    }

    // MARK: Listening

    /// The server that accepts connections of paired devices; nil while this device doesn't listen.
    public var server: PeerServer? { listener?.server }

    /// Accepts connections of paired devices. What they write is stored in `relay/` of the library until `syncRelay` applies it.
    ///
    /// The port is kept for the next time, so that paired devices find this one again. A second process of the same library listens
    /// at another port, and names the kept one to the devices that connect.
    /// - Parameters:
    ///   - host: the local address to listen at.
    ///   - port: nil for the kept one, or any free port.
    /// - Throws: `SyncError` where the tier doesn't include pairing or the port is in use.
    @discardableResult
    public func listen(host: String = "0.0.0.0", port: Int? = nil) async throws(SyncError) -> PeerServer {
        if let listener { return listener.server }
        let sync = sync
        try await sync.library.allow(.pairing)
        let made = try await PeerListener.start(
            .init(sync: sync, folder: folder, identity: try await device(), peers: known, host: host, port: port))
        listener = made
        return made.server
    }

    /// Listens and opens this device to pairing.
    /// - Parameters:
    ///   - host: the address in the code; nil for this device's address in the network.
    ///   - time: how long the code is valid.
    ///   - progress: receives the progress of writing what the other device will need.
    /// - Returns: the code for the other device. It is valid for one attempt.
    public func open(
        host: String? = nil, for time: Duration = .seconds(300), progress: ProgressReporter = .silent
    ) async throws(SyncError) -> PairingCode {
        let host = host ?? LocalAddresses.all().first ?? "127.0.0.1"
        let server = try await listen()
        guard let port = await server.port, let address = PeerAddress(host: host, port: port) else {
            throw SyncError(.invalidValue, "'\(host.oneLine())' is not a host name or address")
        }
        // A new device begins with a snapshot: it has what this device received from elsewhere, too.
        try await syncRelay(progress: progress)
        try await sync.writeSnapshot(to: server.localBucket)
        return PairingCode(address: address, fingerprint: try await server.openPairing(for: time))
    }

    /// Whether another process of this library accepts the connections of paired devices.
    public var isBesideListener: Bool { listener.map { !$0.isMain } ?? false }

    /// Stops listening and ends all connections.
    public func stop() async {
        await listener?.stop()
        listener = nil
        for entry in originals.values { await entry.bucket.disconnect() }
        originals = [:]
    }

    // MARK: Sync

    /// Synchronizes with the objects that paired devices wrote, while this device listens.
    @discardableResult
    public func syncRelay(progress: ProgressReporter = .silent) async throws(SyncError) -> SyncClient.Run {
        guard let listener else {
            throw SyncError(.invalidValue, "this device does not listen for paired devices; call listen() first")
        }
        let server = listener.server
        let served = await server.takeServed()
        // What is in the relay takes up space on this disk anyway.
        var policy = try await sync.policy()
        policy.downloadsOriginals = .all
        policy.downloadsPreviews = .all
        let run = try await sync.run(
            with: OtherBucket(server.localBucket, queue: "relay", policy: policy), progress: progress)
        try await listener.relay.deleteKeptMedia(of: sync)
        let now = Date()
        for device in served { try await update(device) { $0.synchronized = now } }
        return run
    }

    /// How long a paired device is searched for by multicast DNS.
    private static let searchTime = Duration.seconds(2)

    /// Synchronizes with a paired device that listens where it was reached last, or else where multicast DNS finds it.
    @discardableResult
    public func sync(
        with peer: KnownPeer, progress: ProgressReporter = .silent
    ) async throws(SyncError) -> SyncClient.Run {
        var failure = SyncError(
            .unavailable, "the address of \(peer.name) is not known; start Diorama there, or pair again with its address")
        if let address = peer.address {
            do throws(SyncError) {
                return try await sync(with: peer, at: address, progress: progress)
            } catch {
                guard error.isTransient else { throw error }
                failure = error
            }
        }
        guard let found = await PeerBrowser.address(of: peer.device, within: Self.searchTime), found != peer.address else {
            throw failure
        }
        return try await sync(with: peer, at: found, progress: progress)
    }

    /// Synchronizes with a paired device that listens at `address`.
    @discardableResult
    public func sync(
        with peer: KnownPeer, at address: PeerAddress, progress: ProgressReporter = .silent
    ) async throws(SyncError) -> SyncClient.Run {
        let bucket = try await bucket(of: peer, at: address)
        do throws(SyncError) {
            let run = try await sync(with: peer, over: bucket, at: address, progress: progress)
            await bucket.disconnect()
            return run
        } catch {
            await bucket.disconnect()
            throw error
        }
    }

    /// Synchronizes over an open connection.
    package func sync(
        with peer: KnownPeer, over bucket: PeerBucket, at address: PeerAddress, progress: ProgressReporter = .silent
    ) async throws(SyncError) -> SyncClient.Run {
        let run = try await sync.run(with: OtherBucket(bucket, queue: "peer-\(peer.device)"), progress: progress)
        if let relay = try await relay() { _ = try await sync.forward(between: relay, and: bucket) }
        let now = Date()
        try await update(peer.device) { known in
            known.synchronized = now
            known.address = address
        }
        return run
    }

    /// Connects the devices that use the library's own bucket with the paired ones: copies what they wrote, in both directions.
    /// Does nothing where the library has no bucket, or this device doesn't listen.
    func forwardOwnBucket() async throws(SyncError) {
        guard let relay = try await relay(), let own = try await sync.ownBucket() else { return }
        _ = try await sync.forward(between: own, and: relay)
    }

    /// The bucket that paired devices use here; nil where this device has never listened.
    private func relay() async throws(SyncError) -> (any Bucket)? {
        if let listener { return listener.server.localBucket }
        guard PeerListener.hasRelay(sync.library) else { return nil }
        return try PeerListener.relay(of: sync.library)
    }

    // MARK: Originals

    /// The library's originals and previews; those that are not on this device are downloaded from its bucket or from a paired
    /// device.
    /// - Parameter cacheLimit: maximum size of the cache in bytes; nil for the library's setting.
    public nonisolated func mediaStore(cacheLimit: Int64? = nil) -> MediaStore {
        sync.mediaStore(cacheLimit: cacheLimit) { await self.reachable() }
    }

    /// The paired devices that can be reached now. One that couldn't be is asked again after half a minute.
    private func reachable() async -> [any Bucket] {
        var buckets: [any Bucket] = []
        for peer in (try? await peers()) ?? [] {
            guard let address = peer.address else { continue }
            let known = originals[peer.device].flatMap { $0.address == address ? $0 : nil }
            if let failed = known?.failed, .now - failed < .seconds(30) { continue }
            do {
                let bucket: PeerBucket
                if let known { bucket = known.bucket } else { bucket = try await self.bucket(of: peer, at: address) }
                originals[peer.device] = Originals(address: address, bucket: bucket)
                try await bucket.connect()
                buckets.append(bucket)
            } catch {
                originals[peer.device]?.failed = .now
            }
        }
        return buckets
    }

    /// A paired device as a bucket.
    package func bucket(of peer: KnownPeer, at address: PeerAddress) async throws(SyncError) -> PeerBucket {
        PeerBucket(peer, as: try await device()) { () throws(SyncError) in address }
    }

    var known: PeerFile { PeerFile(folder.appendingPathComponent("peers.json")) }
}
