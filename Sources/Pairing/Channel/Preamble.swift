import DioramaSync

/// What stands before the first handshake message, in the clear; it is the handshake's prologue, so that nobody can alter it
/// unnoticed.
struct Preamble: Sendable, Equatable {
    enum Purpose: UInt8, Sendable {
        /// The two devices don't know each other yet.
        case pairing = 1
        /// They do.
        case syncing = 2
    }

    static let length = 6
    private static let magic = Array("DIOP".utf8)
    private static let version: UInt8 = 1

    let purpose: Purpose

    var bytes: [UInt8] { Self.magic + [Self.version, purpose.rawValue] }

    init(_ purpose: Purpose) { self.purpose = purpose }

    init(_ bytes: some Collection<UInt8>) throws(SyncError) {
        let bytes = Array(bytes)
        guard bytes.count == Self.length, bytes.starts(with: Self.magic) else {
            throw SyncError(.refused, "what connected here is no Diorama")
        }
        guard bytes[4] == Self.version else {
            throw SyncError(
                .newerVersion, "the other device speaks version \(bytes[4]) of pairing, this one \(Self.version); update both")
        }
        guard let purpose = Purpose(rawValue: bytes[5]) else {
            throw SyncError(.refused, "the other device wants something that this version doesn't know (\(bytes[5]))")
        }
        self.purpose = purpose
    }
}
