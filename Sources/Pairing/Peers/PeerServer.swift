import DioramaSync
import Foundation
import DioramaLibrary
import NIOCore

/// Serves a bucket of this device to paired devices, and pairs new ones.
///
/// It listens on one TCP port. Paired devices have access to the folders `changes/`, `snapshots/`, `recordings/`, `images/` and
/// `inbound/` of the bucket; others are refused, unless `openPairing` has been called.
public actor PeerServer {
    /// Keys of objects that paired devices wrote: synchronize when one arrives.
    public nonisolated let newObjects: AsyncStream<BucketKey>
    /// Pairing sessions of new devices: show the code, then confirm or reject.
    public nonisolated let pairings: AsyncStream<PairingSession>
    /// The port it listens on; nil before `start` and after `stop`.
    public private(set) var port: Int?

    private var identity: DeviceIdentity
    private let peers: any PeerStore
    private let bucket: any Bucket
    private let uploads: PeerUploads
    private let limits: PeerLimits
    private let timeouts: PeerTimeouts
    private let requiring: @Sendable () async throws(SyncError) -> Void
    private let announce: AsyncStream<BucketKey>.Continuation
    private let offer: AsyncStream<PairingSession>.Continuation
    private var listener: (any Channel)?
    private var window: PairingWindow?
    private var connections = 0
    private var sessions: [Int: Session] = [:]
    private var sessionNumber = 0
    /// How often it was stopped: connections from before are not served.
    private var stops = 0
    /// The keys of devices whose connections have ended.
    private var served: Set<Data> = []
    /// The devices whose connections have ended since `takeServed`.
    private var servedLately: Set<KSUID> = []
    private var prepare: @Sendable () async -> Void = {}
    /// How long a device waits at most until the bucket is prepared; its requests fail after a minute.
    private static let preparation = Duration.seconds(20)

    private struct Session {
        let channel: SecureChannel
        let device: KSUID
        /// Notifications of new objects to be sent to the device.
        let outbox: AsyncStream<BucketKey>.Continuation
        /// When the last request of the device came, or the last response was sent.
        let activity: Locked<ContinuousClock.Instant>
    }

    /// - Parameters:
    ///   - identity: this device; without a port, it names the one that it listens at.
    ///   - peers: the paired devices.
    ///   - bucket: the bucket that paired devices use.
    ///   - staging: a folder for incomplete uploads, on the same disk as the bucket, used by this server only.
    ///   - limits: what a device may send.
    ///   - timeouts: how long to wait for the other device.
    ///   - requiring: throws where the account's tier doesn't include pairing; called by `openPairing`.
    public init(
        as identity: DeviceIdentity, knowing peers: any PeerStore, serving bucket: any Bucket, staging: URL,
        limits: PeerLimits = PeerLimits(), timeouts: PeerTimeouts = PeerTimeouts(),
        requiring: @escaping @Sendable () async throws(SyncError) -> Void = {}
    ) {
        self.identity = identity
        self.requiring = requiring
        self.peers = peers
        self.bucket = bucket
        self.limits = limits
        self.timeouts = timeouts
        uploads = PeerUploads(staging, limits)
        (newObjects, announce) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1000))
        (pairings, offer) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(4))
    }

    /// Starts listening.
    /// - Parameters:
    ///   - host: the local address to listen on.
    ///   - port: 0 for any free port.
    /// - Returns: the port.
    public func start(host: String = "0.0.0.0", port: Int = 0) async throws(SyncError) -> Int {
        if let port = self.port { return port }
        let listener = try await RecordConnection.listen(host: host, port: port, timeouts) { [weak self] connection in
            guard let self else { return }
            Task { await self.handle(connection) }
        }
        self.listener = listener
        let actual = listener.localAddress?.port ?? port
        self.port = actual
        if identity.port == nil { identity.port = actual }
        return actual
    }

    /// Stops listening and ends all connections.
    public func stop() async {
        window = nil
        port = nil
        stops += 1
        try? await listener?.close()
        listener = nil
        for session in sessions.values { await session.channel.close(SyncError(.unavailable, "\(identity.name) was switched off")) }
    }

    // MARK: Pairing

    /// Opens this device to pairing for `time`, or until one device was paired or three attempts failed.
    /// - Returns: the fingerprint for a `PairingCode`, of the key for the next pairing handshake. A key is used once: call again
    ///   after a failed attempt.
    /// - Throws: what `requiring` throws.
    public func openPairing(for time: Duration = .seconds(300)) async throws(SyncError) -> Data {
        try await requiring()
        let attempts = window.map { $0.isOpen ? $0.attemptsLeft : 3 } ?? 3
        let made = PairingWindow(until: .now + time, attemptsLeft: attempts)
        window = made
        return NoiseKeyPair.fingerprint(made.key.publicKey)
    }

    /// Closes this device to pairing.
    public func closePairing() { window = nil }

    /// The next pairing session; nil once this device is closed to pairing, or the task is cancelled.
    public func nextPairing() async -> PairingSession? {
        await withTaskGroup(of: PairingSession?.self) { group in
            group.addTask { [pairings] in
                for await session in pairings { return session }
                return nil
            }
            group.addTask {
                while await self.isPairing, !Task.isCancelled { try? await Task.sleep(for: .milliseconds(200)) }
                return nil
            }
            let first = await group.next()
            group.cancelAll()
            return first ?? nil
        }
    }

    /// Waits until a paired device has connected, a connection of it has ended, and no other one does anything: a device that syncs
    /// continuously stays connected. Its id may change meanwhile.
    /// - Parameters:
    ///   - peer: the paired device.
    ///   - time: how long to wait for its first connection.
    ///   - quiet: how long an open connection does nothing once all is there.
    /// - Returns: false where it hasn't connected within `time`.
    public func waitForSync(
        with peer: KnownPeer, connectingWithin time: Duration = .seconds(30), quiet: Duration = .seconds(2)
    ) async -> Bool {
        let end = ContinuousClock.now + time
        while !Task.isCancelled {
            let connections = sessions.values.filter { $0.channel.peerKey == peer.publicKey }
            let isQuiet = connections.allSatisfy { $0.activity.withLockedValue { $0 } + quiet < .now }
            if served.contains(peer.publicKey), isQuiet { return true }
            if connections.isEmpty, ContinuousClock.now > end { return false }
            try? await Task.sleep(for: .milliseconds(100))
        }
        return false
    }

    /// Whether a device can pair now.
    public var isPairing: Bool { window?.isOpen ?? false }

    // MARK: Objects

    /// The bucket for this device's own sync: paired devices are notified of what it writes.
    public nonisolated var localBucket: any Bucket {
        AnnouncingBucket(bucket: bucket) { [weak self] key in await self?.notify(key, except: nil) }
    }

    /// Notifies the connected devices of a new object.
    private func notify(_ key: BucketKey, except number: Int?) {
        for (other, session) in sessions where other != number { session.outbox.yield(key) }
    }

    /// The paired devices that are connected now.
    public var connected: Set<KSUID> { Set(sessions.values.map(\.device)) }

    /// The devices that are connected now, or were since the last call.
    func takeServed() -> Set<KSUID> {
        defer { servedLately = [] }
        return connected.union(servedLately)
    }

    /// Ends the connections of devices that are no longer paired.
    public func disconnectForgotten() async throws(SyncError) {
        let known = Set(try await peers.peers().map(\.device))
        for session in sessions.values where !known.contains(session.device) {
            await session.channel.close(SyncError(.refused, "\(identity.name) ended the pairing"))
        }
    }

    /// Calls `body` before the requests of a device that has connected are answered, so that the bucket holds what this device has
    /// written until then.
    public func beforeServing(_ body: @escaping @Sendable () async -> Void) { prepare = body }

    /// Where it takes too long, the device gets what is there.
    private func prepareBucket() async {
        let work = Task { [prepare] in await prepare() }
        let limit = Task {
            try await Task.sleep(for: Self.preparation)
            work.cancel()
        }
        await work.value
        limit.cancel()
    }

    // MARK: Connections

    private func handle(_ connection: RecordConnection) async {
        guard connections < limits.connections, port != nil else {
            return connection.close(SyncError(.unavailable, "too many devices are connected"))
        }
        connections += 1
        defer { connections -= 1 }
        let stopsBefore = stops
        guard
            let (purpose, channel) = try? await SecureChannel.answer(
                connection, as: identity, timeouts,
                ephemeral: { [weak self] purpose in await self?.key(for: purpose) ?? NoiseKeyPair() })
        else { return }
        switch purpose {
        case .pairing: await pair(channel)
        case .syncing: await serve(channel, unlessStoppedAfter: stopsBefore)
        }
    }

    private func key(for purpose: Preamble.Purpose) -> NoiseKeyPair {
        guard purpose == .pairing, let open = window, open.isOpen else { return NoiseKeyPair() }
        return window?.takeKey() ?? NoiseKeyPair()
    }

    private func pair(_ channel: SecureChannel) async {
        guard var open = window, open.isOpen, !open.isBusy else {
            _ = await channel.refuse("\(identity.name) is not open to pairing; start pairing there, then try again")
            return
        }
        open.isBusy = true
        open.attemptsLeft -= 1
        window = open
        guard
            let session = try? await PairingSession.answer(
                channel, peers: peers, timeouts: timeouts, onEnd: { [weak self] isPaired in await self?.endPairing(isPaired) })
        else { return endPairing(false) }
        offer.yield(session)
        // The session ends after the timeout unless it was confirmed or rejected.
        let limit = Task { [timeouts] in
            try await Task.sleep(for: timeouts.confirmation)
            await session.reject()
        }
        await session.ended()
        limit.cancel()
    }

    private func endPairing(_ isPaired: Bool) {
        window?.isBusy = false
        if isPaired || window?.attemptsLeft == 0 { window = nil }
    }

    private func serve(_ channel: SecureChannel, unlessStoppedAfter stopsBefore: Int) async {
        do throws(SyncError) {
            guard let known = try await peers.peer(channel.peer, key: channel.peerKey) else {
                _ = await channel.refuse("\(identity.name) doesn't know this device; pair the two first")
                return
            }
            guard known.publicKey == channel.peerKey else {
                _ = await channel.refuse(
                    "this device has another key than it was paired with; forget it on \(identity.name) and pair again")
                return
            }
            if let address = channel.peerAddress, address != known.address {
                try await peers.update(known.device) { $0.address = address }
            }
        } catch {
            return await channel.close(error)
        }
        await prepareBucket()
        // `stop` doesn't see a device that is let in meanwhile. Nothing suspends between this check and the entry in `sessions`.
        guard stops == stopsBefore else {
            return await channel.close(SyncError(.unavailable, "\(identity.name) was switched off"))
        }
        sessionNumber += 1
        let number = sessionNumber
        let (notifications, outbox) = AsyncStream<BucketKey>.makeStream(bufferingPolicy: .bufferingNewest(256))
        let activity = Locked(ContinuousClock.now)
        sessions[number] = Session(channel: channel, device: channel.peer.device, outbox: outbox, activity: activity)
        let notifier = Task {
            for await key in notifications {
                do { try await channel.send(PeerReply.newObject(key).bytes) } catch { break }
            }
        }
        await PeerService(channel: channel, bucket: bucket, uploads: uploads, limits: limits, activity: activity) {
            [weak self] key in await self?.didReceive(key, from: number)
        }.run()
        sessions[number] = nil
        served.insert(channel.peerKey)
        servedLately.insert(channel.peer.device)
        outbox.finish()
        notifier.cancel()
    }

    private func didReceive(_ key: BucketKey, from number: Int) {
        announce.yield(key)
        notify(key, except: number)
    }
}
