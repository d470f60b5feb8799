import DioramaSync
import Foundation
import DioramaLibrary
import NIOCore

/// A device in the network, as it says. Nothing of it is proved: the handshake does that.
public struct FoundPeer: Sendable, Equatable {
    public let device: KSUID
    /// What it calls itself.
    public let name: String
    /// Where it listens, by network.
    public let addresses: [PeerAddress]
    /// Whether it is open to pairing.
    public let isPairing: Bool
}

/// Looks for other devices in the network by multicast DNS (RFC 6762 section 5.2).
public final class PeerBrowser: Sendable {
    /// The devices that are there: the whole list, each time it has changed.
    public let devices: AsyncStream<[FoundPeer]>

    private let links: [MulticastLink]
    private let state: Locked<State>
    private let publish: AsyncStream<[FoundPeer]>.Continuation
    private let asking: Locked<Task<Void, Never>?> = Locked(nil)
    private let own: KSUID?

    private struct State: Sendable {
        var cache = PeerCache()
        var last: [FoundPeer]?
    }

    /// Begins to look.
    /// - Parameter own: this device's id, which is left out.
    /// - Throws: `SyncError` of kind `unavailable` where multicast is not possible: use a `PairingCode` then.
    public init(except own: KSUID? = nil) throws(SyncError) {
        links = try MulticastLink.openAll()
        state = Locked(State())
        self.own = own
        (devices, publish) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        for link in links {
            link.onMessage { [weak self] message, sender in
                // An answer comes from the port of multicast DNS (RFC 6762 section 11).
                guard let self, sender.port == MulticastLink.port else { return }
                self.take(message)
            }
        }
        asking.withLockedValue { task in
            task = Task { [weak self] in
                // At once, then after 1, 2, 4 … seconds, at last each minute.
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

    /// Looks no more; `devices` ends.
    public func stop() {
        asking.withLockedValue { $0?.cancel() }
        publish.finish()
    }

    private func ask(wantsUnicast: Bool) {
        let now = ContinuousClock.now
        let question = state.withLockedValue { $0.cache.question(at: now, wantsUnicast: wantsUnicast) }
        for link in links { link.send(question) }
        tell(now)
    }

    private func take(_ message: DNSMessage) {
        let now = ContinuousClock.now
        state.withLockedValue { $0.cache.take(message, at: now) }
        tell(now)
    }

    private func tell(_ now: ContinuousClock.Instant) {
        state.withLockedValue { state in
            let devices = state.cache.devices(at: now).filter { $0.device != own }
            if devices == state.last ?? [] { return }
            state.last = devices
            publish.yield(devices)
        }
    }
}
