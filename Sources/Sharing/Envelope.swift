import Codecs
import DioramaSync
import Crypto
import Foundation
import DioramaLibrary

/// A message between accounts: signed by the sender, encrypted for the receiver (docs/sharing.md).
///
/// The signature covers the receiver, so a receiver can't forward an envelope to another account. The signature is encrypted too,
/// so a bucket reveals neither the sender nor the content.
package struct Envelope: Sendable, Equatable {
    package enum Kind: UInt8, Sendable {
        case offer = 1
        case update, accept, decline, revoke, edit, request, requestDeclined, requestWithdrawn, grants, grantsRequested, newKeys
    }

    package static let byteLimit = 48 << 20
    /// Maximum difference by which a sender's clock may be ahead, in milliseconds.
    static let clockTolerance: Int64 = 86_400_000

    package var id: KSUID
    package var sender: KSUID
    package var receiver: KSUID
    /// The id of the share or request.
    package var subject: KSUID
    package var kind: Kind
    /// Increases with each envelope of this sender about this subject.
    package var sequence: UInt64
    /// Milliseconds since 1970.
    package var created: Int64
    package var expires: Int64
    package var content: [UInt8]

    package init(
        id: KSUID = KSUID(), sender: KSUID, receiver: KSUID, subject: KSUID, kind: Kind, sequence: UInt64, created: Int64,
        expires: Int64,
        content: [UInt8]
    ) {
        self.id = id
        self.sender = sender
        self.receiver = receiver
        self.subject = subject
        self.kind = kind
        self.sequence = sequence
        self.created = created
        self.expires = expires
        self.content = content
    }

    private static let magic = Array("DIOE".utf8)
    private static let version: UInt8 = 1
    private static let info = Array("diorama envelope 1".utf8)
    private static let headerLength = 5 + KSUID.length
    private static let signatureLength = 64

    /// The signed fields, in canonical encoding.
    private var fields: [UInt8] {
        var writer = ByteWriter()
        for id in [id, sender, receiver, subject] { writer.putRaw(id.description.utf8) }
        writer.put(kind.rawValue)
        writer.put(sequence)
        writer.put(created)
        writer.put(expires)
        writer.putRaw(SHA256.hash(data: content))
        return writer.bytes
    }

    private static let fieldsLength = 4 * KSUID.length + 1 + 8 + 8 + 8 + 32
    private static let label = Array("diorama envelope signature 1".utf8)

    /// Signs and encrypts.
    package func sealed(by keys: AccountKeys, to sealingKey: Data) throws(SyncError) -> [UInt8] {
        let fields = fields
        let inner = fields + (try keys.sign(Self.label + fields)) + content
        let header = Self.magic + [Self.version] + Array(receiver.description.utf8)
        let bytes = header + (try AccountKeys.seal(inner, to: sealingKey, info: Self.info, with: header))
        guard bytes.count <= Self.byteLimit else {
            throw SyncError(.invalidValue, "this is too much to share at once (\(bytes.count) bytes); choose less")
        }
        return bytes
    }

    /// Decrypts an envelope for `account` and checks everything that needs no database.
    /// - Parameter contact: returns the signing key of a sender; nil where it is not a contact.
    package init(
        _ bytes: [UInt8], for account: KSUID, keys: AccountKeys, at now: Int64, contact: (KSUID) throws -> Data?
    ) throws {
        guard bytes.count <= Self.byteLimit else {
            throw SyncError(.refused, "it has \(bytes.count) bytes, more than the limit of \(Self.byteLimit)")
        }
        guard bytes.count >= Self.headerLength, bytes.starts(with: Self.magic) else {
            throw SyncError(.damaged, "it is not an envelope")
        }
        guard bytes[4] == Self.version else {
            throw SyncError(.newerVersion, "it has version \(bytes[4]), this program supports \(Self.version); update it")
        }
        let header = Array(bytes.prefix(Self.headerLength))
        guard String(decoding: header.dropFirst(5), as: UTF8.self) == account.description else {
            throw SyncError(.refused, "it is addressed to another account")
        }
        guard let inner = keys.open(Array(bytes.dropFirst(Self.headerLength)), info: Self.info, with: header) else {
            throw SyncError(
                .refused, "it can't be decrypted with this account's key: it was altered, or encrypted for another account")
        }
        let end = Self.fieldsLength + Self.signatureLength
        guard inner.count >= end else { throw SyncError(.damaged, "it is truncated") }
        var reader = ByteReader(inner)
        func id() throws -> KSUID {
            guard let id = reader.raw(KSUID.length).flatMap({ KSUID(String(decoding: $0, as: UTF8.self)) }) else {
                throw SyncError(.damaged, "it contains an invalid id")
            }
            return id
        }
        self.id = try id()
        sender = try id()
        receiver = try id()
        subject = try id()
        guard receiver == account else { throw SyncError(.refused, "it was signed for another account and forwarded to this one") }
        guard let key = try contact(sender) else { throw UnknownSender(account: sender) }
        let signature = Array(inner[Self.fieldsLength..<end])
        guard AccountKeys.isSigned(Self.label + inner.prefix(Self.fieldsLength), signature, by: key) else {
            throw SyncError(.refused, "its signature is not that of its sender \(sender): it is forged")
        }
        guard let number = reader.integer(UInt8.self), let sequence = reader.integer(UInt64.self),
            let created = reader.integer(Int64.self), let expires = reader.integer(Int64.self), let hash = reader.raw(32)
        else { throw SyncError(.damaged, "it is truncated") }
        content = Array(inner[end...])
        guard hash.elementsEqual(SHA256.hash(data: content)) else {
            throw SyncError(.refused, "its content doesn't match its signature")
        }
        guard let kind = Kind(rawValue: number) else {
            throw SyncError(.newerVersion, "its kind \(number) is unknown to this version; update the program")
        }
        guard now <= expires else { throw SyncError(.refused, "it has expired; ask for it again") }
        guard created <= now + Self.clockTolerance else {
            throw SyncError(.refused, "it was created in the future: its sender's clock is wrong by more than a day")
        }
        self.kind = kind
        self.sequence = sequence
        self.created = created
        self.expires = expires
    }

    /// The sender is not a contact, so the signature can't be verified.
    struct UnknownSender: Error { let account: KSUID }
}
