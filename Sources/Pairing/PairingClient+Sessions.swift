import Changes
import DioramaLibrary
import DioramaSync
import Foundation

/// Pairing with a new device, and the identity of this one.
extension PairingClient {
    /// Starts pairing with another device. People compare `shortCode` on both devices; both confirm.
    /// - Parameter asksForAccount: whether to ask for the other device's account, to be the same person on both.
    public func begin(_ target: Target, asksForAccount: Bool = false) async throws(SyncError) -> PairingSession {
        let sync = sync
        // Whoever asks for an account has none yet, and so no tier.
        let check: @Sendable () async throws(SyncError) -> Void = { () async throws(SyncError) in
            if !asksForAccount { try await sync.library.allow(.pairing) }
        }
        try await PeerListener.choosePort(sync)
        let identity = try await device()
        switch target {
        case .code(let code):
            return try await PairingSession.begin(
                with: code, as: identity, remembering: known, asksForAccount: asksForAccount, requiring: check)
        case .address(let address):
            return try await PairingSession.begin(
                at: address, as: identity, remembering: known, asksForAccount: asksForAccount, requiring: check)
        }
    }

    /// Starts pairing before there is a library, to join the account of the other device. The caller stores the outcome's peer.
    package static func begin(_ target: Target, as device: DeviceIdentity) async throws(SyncError) -> PairingSession {
        let peers = TemporaryPeers()
        switch target {
        case .code(let code):
            return try await PairingSession.begin(with: code, as: device, remembering: peers, asksForAccount: true)
        case .address(let address):
            return try await PairingSession.begin(at: address, as: device, remembering: peers, asksForAccount: true)
        }
    }

    /// Starts pairing with the device that shows `code`. People compare `shortCode` on both devices; both confirm.
    public func begin(_ code: PairingCode) async throws(SyncError) -> PairingSession { try await begin(.code(code)) }

    /// Confirms that the codes are equal, and gives the account to a device that asks for it.
    public func confirm(_ session: PairingSession) async throws(SyncError) -> PairingSession.Outcome {
        try await session.confirm(giving: session.wantsAccount ? try await sync.accountTransfer() : nil)
    }

    // MARK: Identity

    /// The identity of this device; its key is derived from the seed that outlives the library.
    package func device() async throws(SyncError) -> DeviceIdentity {
        let text = try await sync.read { db in try ChangeTracking.device(db) }
        guard let id = KSUID(text) else { throw SyncError(.failed, "this device's id \(text) is invalid") }
        let port = try await PeerListener.port(sync)
        return try await Self.device(id, named: try await sync.deviceName(), port: port, keys: sync.keys)
    }

    /// The identity of this device before it has a library.
    package static func device(_ id: KSUID, of identity: any IdentityStore) async throws(SyncError) -> DeviceIdentity {
        try await device(id, named: SyncClient.defaultDeviceName, port: nil, keys: DeviceKeys(identity: identity))
    }

    private static func device(
        _ id: KSUID, named name: String, port: Int?, keys: DeviceKeys
    ) async throws(SyncError) -> DeviceIdentity {
        let bytes = try await keys.secret("diorama device pairing key")
        return DeviceIdentity(device: id, name: name, key: try NoiseKeyPair(privateKey: bytes), port: port)
    }
}

/// Paired devices until there is a library that keeps them.
private actor TemporaryPeers: PeerStore {
    private var known: [KSUID: KnownPeer] = [:]

    func peer(_ device: KSUID) -> KnownPeer? { known[device] }
    func peers() -> [KnownPeer] { known.values.sorted { $0.device < $1.device } }
    func remember(_ peer: KnownPeer) { known[peer.device] = peer }
    func forget(_ device: KSUID) { known[device] = nil }

    func update(_ device: KSUID, _ change: @Sendable (inout KnownPeer) -> Void) {
        guard var peer = known[device] else { return }
        change(&peer)
        known[device] = peer
    }
}
