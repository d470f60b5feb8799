import DioramaSync
import Foundation
import DioramaLibrary
import NIOCore

/// Announces this device in the local network: a multicast DNS responder for this device's records only (RFC 6762 section 6),
/// beside the system's responder.
///
/// The names contain a part of the device's random id and are unique, so they are not probed.
public final class PeerAdvertiser: Sendable {
    private let links: [MulticastLink]
    private let state: Locked<State>

    private struct State: Sendable {
        var announcement: PeerAnnouncement
        /// When each link last sent to all, to not send more than once a second (RFC 6762 section 6).
        var sent: [Int: ContinuousClock.Instant] = [:]
        var isStopped = false
    }

    /// Starts answering and announces the device.
    /// - Parameters:
    ///   - identity: this device.
    ///   - port: of its `PeerServer`.
    ///   - isPairing: whether it is open to pairing.
    /// - Throws: `SyncError` of kind `unavailable` where multicast is not available: use a `PairingCode` then.
    public init(_ identity: DeviceIdentity, port: Int, isPairing: Bool = false) throws(SyncError) {
        links = try MulticastLink.openAll()
        let announcement = PeerAnnouncement(device: identity.device, name: identity.name, port: port, isPairing: isPairing)
        state = Locked(State(announcement: announcement))
        for (number, link) in links.enumerated() {
            link.onMessage { [weak self, weak link] message, sender in
                guard let self, let link else { return }
                self.handle(message, sender: sender, number: number, link: link)
            }
        }
        announce()
    }

    /// The IPv4 addresses at which this device is announced, for a `PairingCode`.
    public var addresses: [String] { links.map { $0.address.map { String($0) }.joined(separator: ".") } }

    /// Announces whether this device is open to pairing.
    public func setPairing(_ isPairing: Bool) {
        state.withLockedValue { state in
            let old = state.announcement
            state.announcement = PeerAnnouncement(device: old.device, name: old.name, port: old.port, isPairing: isPairing)
        }
        announce()
    }

    /// Says goodbye to the network (RFC 6762 section 10.1) and answers no more.
    public func stop() {
        let announcement = state.withLockedValue { state in
            state.isStopped = true
            return state.announcement
        }
        for link in links {
            var message = announcement.announcement(at: link.address)
            message.answers = message.answers.map { record in
                var record = record
                record.timeToLive = 0
                return record
            }
            link.send(message)
        }
    }

    deinit { stop() }

    /// Two announcements, a second apart (RFC 6762 section 8.3).
    private func announce() {
        for link in links {
            for delay in [Duration.zero, .seconds(1)] {
                link.schedule(delay) { [weak self, weak link] in
                    guard let self, let link, let now = self.current() else { return }
                    link.send(now.announcement(at: link.address))
                }
            }
        }
    }

    private func current() -> PeerAnnouncement? { state.withLockedValue { $0.isStopped ? nil : $0.announcement } }

    private func handle(_ query: DNSMessage, sender: SocketAddress, number: Int, link: MulticastLink) {
        guard !query.isResponse, let announcement = current(), var answer = announcement.answer(to: query, at: link.address) else {
            return
        }
        if sender.port != MulticastLink.port {
            // A plain resolver asks from another port and expects its question back (RFC 6762 section 6.7).
            answer.id = query.id
            answer.questions = query.questions
            answer.answers = answer.answers.map(Self.legacy)
            answer.additionals = answer.additionals.map(Self.legacy)
            link.send(answer, to: sender)
        } else if query.questions.allSatisfy(\.wantsUnicast) {
            link.send(answer, to: sender)
        } else {
            let isDue = state.withLockedValue { state in
                let now = ContinuousClock.now
                if let last = state.sent[number], now - last < .seconds(1) { return false }
                state.sent[number] = now
                return true
            }
            guard isDue else { return }
            // Records that others may have as well are answered with a little delay, not all at once.
            let message = answer
            link.schedule(.milliseconds(.random(in: 20...120))) { [weak self, weak link] in
                if self?.current() != nil { link?.send(message) }
            }
        }
    }

    private static func legacy(_ record: DNSRecord) -> DNSRecord {
        var record = record
        record.timeToLive = min(record.timeToLive, 10)
        record.isUnique = false
        return record
    }
}
