import Codecs
import DioramaSync
import DioramaLibrary

/// What a device says about itself, encrypted inside the handshake.
struct PeerHello: Sendable, Equatable {
    let device: KSUID
    let name: String
    /// The port at which it listens for paired devices, or will once it does; nil where it has none.
    var port: Int?
    /// Whether it asks for the other device's account: both are to be the same person.
    var wantsAccount = false

    init(_ identity: DeviceIdentity, wantsAccount: Bool = false) {
        device = identity.device
        name = identity.name
        port = identity.port
        self.wantsAccount = wantsAccount
    }

    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.put(device.description)
        writer.put(name)
        writer.put(UInt16(port ?? 0))
        writer.put(wantsAccount)
        return writer.bytes
    }

    /// Earlier versions send the id and the name only. Further fields, of later versions, may follow.
    init(_ bytes: [UInt8]) throws(SyncError) {
        var reader = ByteReader(bytes)
        guard let id = reader.text(limit: KSUID.length), let device = KSUID(id), let name = reader.text(limit: 1024) else {
            throw SyncError(.refused, "the other device sent no valid id")
        }
        self.device = device
        let line = name.oneLine()
        self.name = line.isEmpty ? "a device" : line
        port = reader.integer(UInt16.self).flatMap { $0 == 0 ? nil : Int($0) }
        wantsAccount = reader.bool() ?? false
    }
}
