import DioramaSync
import Foundation

extension SecureChannel {
    /// Opens a channel to a device that listens. `check` verifies the other device before this one sends its identity.
    /// - Parameters:
    ///   - fingerprint: of the other's key for this handshake, from a pairing code.
    ///   - wantsAccount: whether this device asks for the other's account.
    static func connect(
        to address: PeerAddress, _ purpose: Preamble.Purpose, as identity: DeviceIdentity, fingerprint: Data? = nil,
        wantsAccount: Bool = false, _ timeouts: PeerTimeouts, check: (PeerHello, Data) throws(SyncError) -> Void
    ) async throws(SyncError) -> SecureChannel {
        let connection = try await RecordConnection.connect(to: address, timeouts)
        let deadline = connection.deadline(timeouts.handshake, "the device at \(address) doesn't complete the handshake")
        defer { deadline.cancel() }
        do throws(SyncError) {
            let preamble = Preamble(purpose).bytes
            var noise = NoiseHandshake(isInitiator: true, longTerm: identity.key, prologue: Data(preamble))
            try await connection.write([preamble + Array(try noise.write())])
            let hello = try PeerHello(Array(try noise.read(Data(try await connection.read()))))
            if let fingerprint, noise.remoteEphemeralKey.map(NoiseKeyPair.fingerprint) != fingerprint {
                throw SyncError(
                    .refused,
                    "the device at \(address) is not the one that shows the code, or the code was used: show a new code")
            }
            try check(hello, noise.remoteKey ?? Data())
            let own = PeerHello(identity, wantsAccount: wantsAccount)
            try await connection.write([Array(try noise.write(Data(own.bytes)))])
            return SecureChannel(connection, transport: try noise.transport(), peer: hello)
        } catch {
            connection.close(error)
            throw error
        }
    }

    /// Answers a handshake on a connection that came in.
    /// - Parameter ephemeral: returns the ephemeral key of this handshake.
    static func answer(
        _ connection: RecordConnection, as identity: DeviceIdentity, _ timeouts: PeerTimeouts,
        ephemeral: @Sendable (Preamble.Purpose) async -> NoiseKeyPair
    ) async throws(SyncError) -> (Preamble.Purpose, SecureChannel) {
        let deadline = connection.deadline(timeouts.handshake, "the device at \(connection.remote) doesn't complete the handshake")
        defer { deadline.cancel() }
        do throws(SyncError) {
            let first = try await connection.read()
            let preamble = try Preamble(first.prefix(Preamble.length))
            let key = await ephemeral(preamble.purpose)
            var noise = NoiseHandshake(
                isInitiator: false, longTerm: identity.key, ephemeral: key, prologue: Data(preamble.bytes))
            _ = try noise.read(Data(first.dropFirst(Preamble.length)))
            try await connection.write([Array(try noise.write(Data(PeerHello(identity).bytes)))])
            let hello = try PeerHello(Array(try noise.read(Data(try await connection.read()))))
            return (preamble.purpose, SecureChannel(connection, transport: try noise.transport(), peer: hello))
        } catch {
            connection.close(error)
            throw error
        }
    }
}
