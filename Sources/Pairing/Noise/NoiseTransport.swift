import DioramaSync
import Foundation

/// The two ciphers of a connection after its handshake. Each direction's key is replaced after every 65,536 messages.
package struct NoiseTransport: Sendable {
    /// Number of messages after which the key of a direction is replaced.
    package static let messagesForEachKey: UInt64 = 1 << 16
    /// Maximum plaintext size of a message, in bytes.
    package static let plaintextLimit = NoiseHandshake.messageLimit - NoiseCipher.tagLength

    private var sending: NoiseCipher
    private var receiving: NoiseCipher
    /// The handshake hash: equal on both sides, different for every connection.
    package let handshakeHash: Data
    /// The remote static public key.
    package let remoteKey: Data

    init(sending: NoiseCipher, receiving: NoiseCipher, handshakeHash: Data, remoteKey: Data) {
        self.sending = sending
        self.receiving = receiving
        self.handshakeHash = handshakeHash
        self.remoteKey = remoteKey
    }

    /// Encrypts the next message.
    package mutating func seal(_ plaintext: some DataProtocol) throws(SyncError) -> Data {
        guard plaintext.count <= Self.plaintextLimit else {
            throw SyncError(.invalidValue, "a message has at most \(Self.plaintextLimit) bytes, not \(plaintext.count)")
        }
        let sealed = try sending.seal(plaintext, with: [UInt8]())
        if sending.nonce % Self.messagesForEachKey == 0 { try sending.rekey() }
        return Data(sealed)
    }

    /// Decrypts the next message of the other side.
    /// - Throws: `damaged` where it is truncated, altered, a replay, or out of order.
    package mutating func open(_ sealed: some DataProtocol) throws(SyncError) -> Data {
        guard sealed.count <= NoiseHandshake.messageLimit else { throw SyncError(.damaged, "a message is too long") }
        let plaintext = try receiving.open(sealed, with: [UInt8]())
        if receiving.nonce % Self.messagesForEachKey == 0 { try receiving.rekey() }
        return Data(plaintext)
    }
}
