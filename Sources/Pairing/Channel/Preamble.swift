import DioramaSync

/// The unencrypted bytes before the first handshake message. They are the handshake's prologue, so that changes are detected.
struct Preamble: Sendable, Equatable {
    enum Purpose: UInt8, Sendable {
        /// Pairing of two devices.
        case pairing = 1
        /// Sync of paired devices.
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
            throw SyncError(.refused, "the connection is not from Diorama")
        }
        guard bytes[4] == Self.version else {
            throw SyncError(
                .newerVersion, "the other device uses version \(bytes[4]) of pairing, this one \(Self.version); update both")
        }
        guard let purpose = Purpose(rawValue: bytes[5]) else {
            throw SyncError(.refused, "the other device requests the unknown purpose \(bytes[5]); update this device")
        }
        self.purpose = purpose
    }
}
