import DioramaLibrary
import DioramaSync
import Foundation
import Support

/// Keeps the library synchronized with its paired devices, as long as it runs.
///
/// It listens for paired devices once there are any, connects to those whose address is known and that are not connected already,
/// and synchronizes after every change on either side, and every `interval`. Devices are found by their last address and by
/// multicast DNS. Other processes may pair or forget devices meanwhile.
public actor PairedSync {
    /// How sync with a paired device stands.
    public struct Status: Sendable, Equatable {
        /// The device.
        public let peer: KnownPeer
        /// Whether there is a connection now.
        public let isConnected: Bool
        /// Why the last attempt failed, in one line; nil where it didn't.
        public let problem: String?
    }

    /// What has happened.
    public enum Event: Sendable {
        /// A run with this device, or with what connected devices wrote (nil), has ended.
        case synchronized(KnownPeer?, SyncClient.Run)
        /// An attempt failed; it is repeated.
        case failed(KnownPeer?, SyncError)
    }

    /// What happens; elements that nobody reads are dropped.
    public nonisolated let events: AsyncStream<Event>

    private let pairing: PairingClient
    private let interval: Duration
    private let host: String
    private let announce: AsyncStream<Event>.Continuation
    private var links: [KSUID: Task<Void, Never>] = [:]
    private var connected: Set<KSUID> = []
    private var problems: [KSUID: String] = [:]
    /// Why this device doesn't listen.
    private var listenProblem: SyncError?
    private var relay: Task<Void, Never>?
    private var discovery: Task<Void, Never>?
    private var advertiser: PeerAdvertiser?
    private var found: [KSUID: PeerAddress] = [:]

    /// - Parameters:
    ///   - pairing: of the library.
    ///   - interval: time between runs without a change.
    ///   - host: the local address to listen at.
    public init(_ pairing: PairingClient, every interval: Duration = .seconds(30), host: String = "0.0.0.0") {
        self.pairing = pairing
        self.interval = interval
        self.host = host
        (events, announce) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(100))
    }

    /// Synchronizes until the task is cancelled.
    public func run() async {
        while !Task.isCancelled {
            await look()
            try? await Task.sleep(for: .seconds(1))
        }
        discovery?.cancel()
        relay?.cancel()
        for link in links.values { link.cancel() }
        for link in links.values { await link.value }
        await relay?.value
        advertiser?.stop()
        await pairing.stop()
        announce.finish()
    }

    /// How sync with each paired device stands.
    /// - Throws: `damaged` where the list of paired devices can't be read.
    public func status() async throws(SyncError) -> [Status] {
        let inbound = await pairing.server?.connected ?? []
        return try await pairing.peers().map { peer in
            let isConnected = connected.contains(peer.device) || inbound.contains(peer.device)
            let problem = problems[peer.device] ?? listenProblem?.message
            return Status(peer: peer, isConnected: isConnected, problem: isConnected ? nil : problem)
        }
    }

    // MARK: The paired devices

    /// Starts what is needed for the devices that are paired now, and ends what isn't.
    private func look() async {
        let peers: [KnownPeer]
        do {
            try await pairing.forgetRemovedDevices()
            peers = try await pairing.peers()
            if !peers.isEmpty {
                await listen()
                if discovery == nil { discovery = Task { await discover() } }
            }
            try await pairing.server?.disconnectForgotten()
        } catch {
            return fail(nil, error)
        }
        if relay == nil, let server = await pairing.server { relay = Task { await keepRelay(of: server) } }
        for peer in peers where links[peer.device] == nil {
            links[peer.device] = Task { await keepSynchronized(with: peer.device) }
        }
        let known = Set(peers.map(\.device))
        for (device, link) in links where !known.contains(device) {
            link.cancel()
            links[device] = nil
            problems[device] = nil
        }
    }

    private func listen() async {
        if await pairing.server != nil { return }
        do throws(SyncError) {
            let server = try await pairing.listen(host: host)
            listenProblem = nil
            if let port = await server.port {
                // Without multicast, devices use the addresses that they know.
                advertiser = try? PeerAdvertiser(try await pairing.device(), port: port)
            }
        } catch {
            if error != listenProblem { fail(nil, error) }
            listenProblem = error
        }
    }

    private func discover() async {
        guard let browser = try? PeerBrowser() else { return }
        // Until the task is cancelled.
        for await devices in browser.devices {
            for device in devices { found[device.device] = device.addresses.first }
        }
    }

    private func fail(_ peer: KnownPeer?, _ error: SyncError) {
        if error.kind == .cancelled { return }
        if let peer { problems[peer.device] = error.message }
        announce.yield(.failed(peer, error))
    }

    // MARK: Connections to other devices

    private func keepSynchronized(with device: KSUID) async {
        var failures = 0
        while !Task.isCancelled {
            // One connection is enough, whoever opened it.
            if await pairing.server?.connected.contains(device) == true {
                problems[device] = nil
                try? await Task.sleep(for: .seconds(2))
                continue
            }
            guard let peer = try? await pairing.peer(device) else { return }
            let address = found[device] ?? peer.address
            if let address {
                await synchronize(with: peer, at: address) { failures = 0 }
                failures += 1
            } else {
                problems[device] = "its address is not known yet; start Diorama there"
            }
            await pause(.seconds(min(60, 1 << min(failures, 6)))) { self.found[device] ?? peer.address != address }
        }
    }

    /// Synchronizes over one connection until it fails.
    private func synchronize(with peer: KnownPeer, at address: PeerAddress, onSuccess: () -> Void) async {
        guard let bucket = try? await pairing.bucket(of: peer, at: address) else { return }
        let news = Signal()
        let listening = Task { for await _ in bucket.newObjects { news.raise() } }
        do throws(SyncError) {
            while !Task.isCancelled {
                let run = try await pairing.sync(with: peer, over: bucket, at: address)
                connected.insert(peer.device)
                problems[peer.device] = nil
                onSuccess()
                if run.hasDoneSomething { announce.yield(.synchronized(peer, run)) }
                await waitForChanges(of: bucket.name, news)
            }
        } catch {
            fail(peer, error)
        }
        connected.remove(peer.device)
        listening.cancel()
        await bucket.disconnect()
    }

    // MARK: Connections from other devices

    /// Applies what connected devices write to the relay, and writes what they need.
    private func keepRelay(of server: PeerServer) async {
        let news = Signal()
        let bucket = server.localBucket.name
        let pairing = pairing
        await server.beforeServing {
            if (try? await pairing.sync.hasUnsentChanges(for: bucket)) == true { _ = try? await pairing.syncRelay() }
        }
        let listening = Task { for await _ in server.newObjects { news.raise() } }
        var forwarding = ContinuousClock.now
        while !Task.isCancelled {
            do throws(SyncError) {
                let run = try await pairing.syncRelay()
                if run.hasDoneSomething { announce.yield(.synchronized(nil, run)) }
                if ContinuousClock.now >= forwarding {
                    forwarding = .now + interval
                    try await pairing.forwardOwnBucket()
                }
            } catch {
                fail(nil, error)
            }
            await waitForChanges(of: bucket, news)
        }
        listening.cancel()
        // What a device has just written is applied before the end.
        if news.lower() { _ = await Task { try? await pairing.syncRelay() }.value }
    }

    // MARK: Waiting

    /// Waits until there is a change on either side, or `interval` is over.
    private func waitForChanges(of bucket: String, _ news: Signal) async {
        await pause(interval) { [pairing] in
            if news.lower() { return true }
            return (try? await pairing.sync.hasUnsentChanges(for: bucket)) ?? false
        }
    }

    /// Waits for `time`, or until `condition` holds.
    private func pause(_ time: Duration, unless condition: () async -> Bool) async {
        let end = ContinuousClock.now + time
        while ContinuousClock.now < end, !Task.isCancelled {
            if await condition() { return }
            try? await Task.sleep(for: min(.milliseconds(500), end - ContinuousClock.now))
        }
    }
}

/// Something that has happened since it was looked at last.
private final class Signal: Sendable {
    private let isRaised = Locked(false)

    func raise() { isRaised.withLockedValue { $0 = true } }

    /// - Returns: whether it was raised.
    func lower() -> Bool {
        isRaised.withLockedValue { isRaised in
            defer { isRaised = false }
            return isRaised
        }
    }
}

extension SyncClient.Run {
    /// Whether something was sent or received.
    fileprivate var hasDoneSomething: Bool { !changes.isQuiet || media.uploaded + media.downloaded > 0 }
}
