import DioramaSync
import Foundation
import DioramaLibrary

/// The pairing of two devices: people compare `shortCode` on both devices, and both confirm.
public actor PairingSession {
    /// The id of the other device, not authenticated before `confirm`.
    public nonisolated let device: KSUID
    /// The name of the other device, not authenticated before the codes were compared.
    public nonisolated let name: String
    /// Six digits that must be equal on both devices: "482 193".
    public nonisolated let shortCode: String
    /// Whether the other device asks for this one's account, so that both are the same person.
    public nonisolated let wantsAccount: Bool

    private let channel: SecureChannel
    /// Where the other device can be reached later.
    private let address: PeerAddress?
    /// Whether this device asks for the other's account.
    private let asksForAccount: Bool
    private let peers: any PeerStore
    private let timeouts: PeerTimeouts
    private var isDecided = false
    private let onEnd: @Sendable (Bool) async -> Void
    private var hasEnded = false
    private var watchers: [CheckedContinuation<Void, Never>] = []

    /// Two devices that have been paired.
    public struct Outcome: Sendable {
        /// The other device.
        public let peer: KnownPeer
        /// The other device's account, as it was given to `confirm` there; nil unless this device asked for it.
        public let account: Data?
    }

    private init(
        _ channel: SecureChannel, shortCode: String, calling address: PeerAddress? = nil, asksForAccount: Bool = false,
        peers: any PeerStore, timeouts: PeerTimeouts, onEnd: @escaping @Sendable (Bool) async -> Void
    ) {
        self.channel = channel
        self.shortCode = shortCode
        self.asksForAccount = asksForAccount
        self.peers = peers
        self.timeouts = timeouts
        self.onEnd = onEnd
        device = channel.peer.device
        name = channel.peer.name
        wantsAccount = channel.peer.wantsAccount
        // The name of the host that was called is more stable than its address.
        self.address =
            channel.peer.port.flatMap { port in address.flatMap { PeerAddress(host: $0.host, port: port) } }
            ?? channel.peerAddress
    }

    /// Starts pairing with a device that listens and is open to pairing.
    /// - Parameters:
    ///   - address: where the other device listens.
    ///   - identity: this device.
    ///   - peers: where the key of the other device is stored.
    ///   - asksForAccount: whether to ask for the other device's account; `Outcome.account` is the answer.
    ///   - timeouts: how long to wait for the other device.
    ///   - requiring: throws where the account's tier does not include pairing.
    /// - Throws: `SyncError` where it can't be reached or refuses.
    public static func begin(
        at address: PeerAddress, as identity: DeviceIdentity, remembering peers: any PeerStore, asksForAccount: Bool = false,
        timeouts: PeerTimeouts = PeerTimeouts(),
        requiring: @Sendable () async throws(SyncError) -> Void = {}
    ) async throws(SyncError) -> PairingSession {
        try await requiring()
        return try await begin(
            at: address, fingerprint: nil, as: identity, peers: peers, asksForAccount: asksForAccount, timeouts: timeouts)
    }

    /// Starts pairing with the device that shows `code`.
    /// - Throws: `SyncError` where it can't be reached or refuses; `refused` where another device answers.
    public static func begin(
        with code: PairingCode, as identity: DeviceIdentity, remembering peers: any PeerStore, asksForAccount: Bool = false,
        timeouts: PeerTimeouts = PeerTimeouts(),
        requiring: @Sendable () async throws(SyncError) -> Void = {}
    ) async throws(SyncError) -> PairingSession {
        try await requiring()
        return try await begin(
            at: code.address, fingerprint: code.fingerprint, as: identity, peers: peers, asksForAccount: asksForAccount,
            timeouts: timeouts)
    }

    private static func begin(
        at address: PeerAddress, fingerprint: Data?, as identity: DeviceIdentity, peers: any PeerStore, asksForAccount: Bool,
        timeouts: PeerTimeouts
    ) async throws(SyncError) -> PairingSession {
        let channel = try await SecureChannel.connect(
            to: address, .pairing, as: identity, fingerprint: fingerprint, wantsAccount: asksForAccount, timeouts
        ) { (hello, key) throws(SyncError) in
            if hello.device == identity.device || key == identity.key.publicKey {
                throw SyncError(
                    .clonedDevice, "the device at \(address) has the id or key of this one; it is this device or a copy")
            }
        }
        let deadline = channel.deadline(timeouts.handshake, "\(channel.peer.name) doesn't continue the pairing")
        defer { deadline.cancel() }
        let commitment = try await channel.receive()
        let own = ShortCode.nonce()
        try await channel.send(own)
        let other = try await channel.receive()
        guard other.count == ShortCode.nonceLength, ShortCode.commitment(other, channel.handshakeHash) == commitment else {
            throw await channel.refuse(
                "\(channel.peer.name) changed its number during the pairing; the connection may be intercepted")
        }
        let digits = ShortCode.digits(caller: own, called: other, channel.handshakeHash)
        return PairingSession(
            channel, shortCode: digits, calling: address, asksForAccount: asksForAccount, peers: peers, timeouts: timeouts
        ) { _ in }
    }

    /// The responder's side.
    static func answer(
        _ channel: SecureChannel, peers: any PeerStore, timeouts: PeerTimeouts, onEnd: @escaping @Sendable (Bool) async -> Void
    ) async throws(SyncError) -> PairingSession {
        let deadline = channel.deadline(timeouts.handshake, "\(channel.peer.name) doesn't continue the pairing")
        defer { deadline.cancel() }
        let own = ShortCode.nonce()
        try await channel.send(ShortCode.commitment(own, channel.handshakeHash))
        let other = try await channel.receive()
        guard other.count == ShortCode.nonceLength else {
            throw await channel.refuse("\(channel.peer.name) didn't send a number")
        }
        try await channel.send(own)
        let digits = ShortCode.digits(caller: other, called: own, channel.handshakeHash)
        return PairingSession(channel, shortCode: digits, peers: peers, timeouts: timeouts, onEnd: onEnd)
    }

    /// Confirms that the codes are equal. Waits until the other device confirms, then stores it as paired.
    /// - Parameter account: this device's account for the other one, where it `wantsAccount`; nil where the person refuses it.
    /// - Throws: `refused` where the other device rejects the code, or doesn't give its account; `unavailable` where it doesn't
    ///   answer.
    public func confirm(giving account: Data? = nil) async throws(SyncError) -> Outcome {
        try decide()
        let deadline = channel.deadline(timeouts.confirmation, "\(name) didn't confirm the code in time; start again")
        defer { deadline.cancel() }
        do throws(SyncError) {
            var failure: SyncError?
            do throws(SyncError) {
                try await channel.send([1])
            } catch {
                // The other device may have rejected the code and closed just before: its answer is still to be read.
                failure = error
            }
            let answer: [UInt8]
            do throws(SyncError) {
                answer = try await channel.receive()
            } catch {
                throw failure ?? error
            }
            if let failure, answer == [1] { throw failure }
            guard answer == [1] else {
                throw SyncError(
                    .refused,
                    "the code was rejected on \(name); the connection may be intercepted: pair again on another network")
            }
            let received = try await exchangeAccount(account)
            let peer = KnownPeer(device: device, name: name, publicKey: channel.peerKey, paired: Date(), address: address)
            try await peers.remember(peer)
            await end(true)
            await channel.close(SyncError(.unavailable, "the two devices are paired"))
            return Outcome(peer: peer, account: received)
        } catch {
            await channel.close(error)
            await end(false)
            throw error
        }
    }

    /// Sends the account to a device that asked for it, or receives the one that this device asked for.
    private func exchangeAccount(_ account: Data?) async throws(SyncError) -> Data? {
        if wantsAccount { try await channel.send(account.map { [1] + $0 } ?? [0]) }
        guard asksForAccount else { return nil }
        let answer = try await channel.receive()
        guard answer.first == 1 else {
            throw SyncError(
                .refused,
                "\(name) didn't give its account; allow it there: diorama pair --same-person, or pair as two people")
        }
        return Data(answer.dropFirst())
    }

    /// Rejects the code and ends the pairing.
    public func reject() async {
        guard !isDecided else { return }
        isDecided = true
        try? await channel.send([0])
        await channel.close(SyncError(.refused, "the pairing was rejected"))
        await end(false)
    }

    /// Waits until the pairing has succeeded or failed.
    func ended() async {
        if hasEnded { return }
        await withCheckedContinuation { watchers.append($0) }
    }

    private func end(_ isPaired: Bool) async {
        await onEnd(isPaired)
        hasEnded = true
        for watcher in watchers { watcher.resume() }
        watchers = []
    }

    private func decide() throws(SyncError) {
        if isDecided { throw SyncError(.invalidValue, "this pairing was already confirmed or rejected") }
        isDecided = true
    }
}
