import Codecs
import DioramaSync
import DioramaLibrary

/// The id and name of a device, sent encrypted inside the handshake.
struct PeerHello: Sendable, Equatable {
    let device: KSUID
    let name: String

    init(_ identity: DeviceIdentity) {
        device = identity.device
        name = identity.name
    }

    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.put(device.description)
        writer.put(name)
        return writer.bytes
    }

    /// Further fields, of later versions, may follow.
    init(_ bytes: [UInt8]) throws(SyncError) {
        var reader = ByteReader(bytes)
        guard let id = reader.text(limit: KSUID.length), let device = KSUID(id), let name = reader.text(limit: 1024) else {
            throw SyncError(.refused, "the other device sent no valid id")
        }
        self.device = device
        let line = name.oneLine()
        self.name = line.isEmpty ? "a device" : line
    }
}
