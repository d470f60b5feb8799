import DioramaSync
import Foundation
import DioramaLibrary
import NIOCore

/// A device that was discovered in the network. Nothing about it is authenticated before the handshake.
public struct DiscoveredPeer: Sendable, Equatable {
    /// The device's id.
    public let device: KSUID
    /// The device's name.
    public let name: String
    /// The addresses at which it listens, one for each network.
    public let addresses: [PeerAddress]
    /// Whether it is open to pairing.
    public let isPairing: Bool
}

/// Discovers other devices in the network by multicast DNS (RFC 6762 section 5.2).
public final class PeerBrowser: Sendable {
    /// The current list of devices, after each change.
    public let devices: AsyncStream<[DiscoveredPeer]>

    private let links: [MulticastLink]
    private let state: Locked<State>
    private let publish: AsyncStream<[DiscoveredPeer]>.Continuation
    private let asking: Locked<Task<Void, Never>?> = Locked(nil)
    private let own: KSUID?

    private struct State: Sendable {
        var cache = PeerCache()
        var last: [DiscoveredPeer]?
    }

    /// Starts the search.
    /// - Parameter own: the id of this device, which is left out.
    /// - Throws: `SyncError` of kind `unavailable` where multicast is not available: use a `PairingCode` then.
    public init(except own: KSUID? = nil) throws(SyncError) {
        links = try MulticastLink.openAll()
        state = Locked(State())
        self.own = own
        (devices, publish) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        for link in links {
            link.onMessage { [weak self] message, sender in
                // Responses come from the port of multicast DNS (RFC 6762 section 11).
                guard let self, sender.port == MulticastLink.port else { return }
                self.handle(message)
            }
        }
        asking.withLockedValue { task in
            task = Task { [weak self] in
                // Immediately, then after 1, 2, 4 … seconds, finally every minute.
                var pause = 1
                while !Task.isCancelled {
                    guard let self else { return }
                    self.ask(wantsUnicast: pause == 1)
                    try? await Task.sleep(for: .seconds(pause))
                    pause = min(pause * 2, 60)
                }
            }
        }
    }

    deinit { stop() }

    /// Stops the search; `devices` ends.
    public func stop() {
        asking.withLockedValue { $0?.cancel() }
        publish.finish()
    }

    /// Where a device of the network listens.
    /// - Returns: nil where it isn't found within `time`, or multicast is not available.
    static func address(of device: KSUID, within time: Duration) async -> PeerAddress? {
        guard let browser = try? PeerBrowser() else { return nil }
        let limit = Task {
            try await Task.sleep(for: time)
            browser.stop()
        }
        defer { limit.cancel() }
        for await devices in browser.devices {
            if let address = devices.first(where: { $0.device == device })?.addresses.first { return address }
        }
        return nil
    }

    private func ask(wantsUnicast: Bool) {
        let now = ContinuousClock.now
        let question = state.withLockedValue { $0.cache.question(at: now, wantsUnicast: wantsUnicast) }
        for link in links { link.send(question) }
        notify(now)
    }

    private func handle(_ message: DNSMessage) {
        let now = ContinuousClock.now
        state.withLockedValue { $0.cache.add(message, at: now) }
        notify(now)
    }

    private func notify(_ now: ContinuousClock.Instant) {
        state.withLockedValue { state in
            let devices = state.cache.devices(at: now).filter { $0.device != own }
            if devices == state.last ?? [] { return }
            state.last = devices
            publish.yield(devices)
        }
    }
}
