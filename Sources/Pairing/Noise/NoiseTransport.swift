import DioramaSync
import Foundation

/// The two ciphers of a connection after its handshake. Each direction's key is replaced after every 65,536 messages.
public struct NoiseTransport: Sendable {
    /// After so many messages in one direction, that direction's key is replaced by one from which it can't be found.
    public static let messagesForEachKey: UInt64 = 1 << 16
    /// The most plaintext that one message carries.
    public static let plaintextLimit = NoiseHandshake.messageLimit - NoiseCipher.tagLength

    private var sending: NoiseCipher
    private var receiving: NoiseCipher
    /// The hash of everything said in the handshake: the same on both sides, and on no other connection.
    public let handshakeHash: Data
    /// The other's long-term public key.
    public let remoteKey: Data

    init(sending: NoiseCipher, receiving: NoiseCipher, handshakeHash: Data, remoteKey: Data) {
        self.sending = sending
        self.receiving = receiving
        self.handshakeHash = handshakeHash
        self.remoteKey = remoteKey
    }

    /// Encrypts the next message to the other.
    public mutating func seal(_ plaintext: some DataProtocol) throws(SyncError) -> Data {
        guard plaintext.count <= Self.plaintextLimit else {
            throw SyncError(.invalidValue, "a message has at most \(Self.plaintextLimit) bytes, not \(plaintext.count)")
        }
        let sealed = try sending.seal(plaintext, with: [UInt8]())
        if sending.nonce % Self.messagesForEachKey == 0 { try sending.rekey() }
        return Data(sealed)
    }

    /// Decrypts the other's next message.
    /// - Throws: `damaged` where it is torn, altered, a replay, or out of order.
    public mutating func open(_ sealed: some DataProtocol) throws(SyncError) -> Data {
        guard sealed.count <= NoiseHandshake.messageLimit else { throw SyncError(.damaged, "a message is too long") }
        let plaintext = try receiving.open(sealed, with: [UInt8]())
        if receiving.nonce % Self.messagesForEachKey == 0 { try receiving.rekey() }
        return Data(plaintext)
    }
}
