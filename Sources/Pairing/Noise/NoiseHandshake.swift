import Codecs
import DioramaSync
import Foundation

/// The handshake `Noise_XX_25519_ChaChaPoly_SHA256` (The Noise Protocol Framework, revision 34, sections 5.3 and 7.5): three
/// messages, after which both sides have authenticated their static keys and share ephemeral session keys.
///
///     → e
///     ← e, ee, s, es
///     → s, se
package struct NoiseHandshake: Sendable {
    package static let protocolName = "Noise_XX_25519_ChaChaPoly_SHA256"
    /// Maximum size of a Noise message, in bytes.
    package static let messageLimit = 65_535

    private enum Token { case e, s, ee, es, se }
    private static let pattern: [[Token]] = [[.e], [.e, .ee, .s, .es], [.s, .se]]

    private let isInitiator: Bool
    private let longTerm: NoiseKeyPair
    private let ephemeral: NoiseKeyPair
    private var symmetric = NoiseSymmetricState(protocolName: protocolName)
    private var remoteLongTerm: [UInt8]?
    private var remoteEphemeral: [UInt8]?
    private var step = 0
    private var hasFailed = false

    /// - Parameters:
    ///   - isInitiator: whether this side sends the first message.
    ///   - longTerm: this device's static key.
    ///   - ephemeral: of this handshake only: pass one where its fingerprint is in a pairing code.
    ///   - prologue: data that both sides have to agree on.
    package init(isInitiator: Bool, longTerm: NoiseKeyPair, ephemeral: NoiseKeyPair = NoiseKeyPair(), prologue: Data = Data()) {
        self.isInitiator = isInitiator
        self.longTerm = longTerm
        self.ephemeral = ephemeral
        symmetric.mixHash(prologue)
    }

    /// Whether all three messages were exchanged.
    package var isComplete: Bool { step == Self.pattern.count && !hasFailed }

    /// The remote static public key, once it is authenticated.
    package var remoteKey: Data? { isComplete || (isInitiator && step == 2 && !hasFailed) ? remoteLongTerm.map { Data($0) } : nil }

    /// The remote ephemeral public key, once it was received.
    package var remoteEphemeralKey: Data? { remoteEphemeral.map { Data($0) } }

    /// Writes the next message of this side.
    /// - Throws: `invalidValue` where it is the other's turn or the payload is too large.
    package mutating func write(_ payload: Data = Data()) throws(SyncError) -> Data {
        try begin(writing: true)
        var message: [UInt8] = []
        for token in Self.pattern[step] {
            switch token {
            case .e:
                message += ephemeral.publicKey
                symmetric.mixHash(ephemeral.publicKey)
            case .s: message += try symmetric.encryptAndHash(longTerm.publicKey)
            case .ee, .es, .se: try mix(token)
            }
        }
        guard message.count + payload.count + symmetric.overhead <= Self.messageLimit else {
            throw SyncError(.invalidValue, "a handshake message can't carry \(payload.count) bytes")
        }
        message += try symmetric.encryptAndHash(payload)
        end()
        return Data(message)
    }

    /// Reads the next message of the other side.
    /// - Returns: its payload.
    /// - Throws: `damaged` or `refused` where it is truncated, altered or a replay; the handshake has failed then.
    package mutating func read(_ message: Data) throws(SyncError) -> Data {
        try begin(writing: false)
        guard message.count <= Self.messageLimit else { throw SyncError(.damaged, "a handshake message is too long") }
        var reader = ByteReader(Array(message))
        for token in Self.pattern[step] {
            switch token {
            case .e:
                let key = try part(of: &reader, 32)
                remoteEphemeral = key
                symmetric.mixHash(key)
            case .s: remoteLongTerm = try symmetric.decryptAndHash(try part(of: &reader, 32 + symmetric.overhead))
            case .ee, .es, .se: try mix(token)
            }
        }
        let payload = try symmetric.decryptAndHash(reader.rest())
        end()
        return Data(payload)
    }

    /// The ciphers of the connection.
    /// - Throws: `invalidValue` before it is complete.
    package func transport() throws(SyncError) -> NoiseTransport {
        guard isComplete, let remoteLongTerm else { throw SyncError(.invalidValue, "the handshake is not complete") }
        let (initiator, responder) = symmetric.split()
        return NoiseTransport(
            sending: isInitiator ? initiator : responder, receiving: isInitiator ? responder : initiator,
            handshakeHash: Data(symmetric.hash), remoteKey: Data(remoteLongTerm))
    }

    /// An error leaves the handshake failed: only `end` clears it.
    private mutating func begin(writing: Bool) throws(SyncError) {
        guard !hasFailed, step < Self.pattern.count, (step % 2 == 0) == (isInitiator == writing) else {
            throw SyncError(.invalidValue, "the handshake failed, is complete, or waits for the other side")
        }
        hasFailed = true
    }

    private mutating func end() {
        hasFailed = false
        step += 1
    }

    private func part(of reader: inout ByteReader, _ count: Int) throws(SyncError) -> [UInt8] {
        guard let bytes = reader.raw(count) else { throw SyncError(.damaged, "a handshake message is truncated") }
        return bytes
    }

    /// A DH of two keys: the token names the initiator's first.
    private mutating func mix(_ token: Token) throws(SyncError) {
        let own = token == .ee ? ephemeral : (token == .es) == isInitiator ? ephemeral : longTerm
        let remote = token == .ee ? remoteEphemeral : (token == .es) == isInitiator ? remoteLongTerm : remoteEphemeral
        guard let remote else { throw SyncError(.failed, "the handshake lacks a key") }
        symmetric.mixKey(try own.sharedSecret(with: remote))
    }
}
