import DioramaSync
import Foundation
import DioramaLibrary

/// A paired device, whose key was confirmed by comparing codes.
public struct KnownPeer: Sendable, Equatable, Codable {
    /// The device's id.
    public let device: KSUID
    /// The device's name when it was paired.
    public let name: String
    /// The static public key, 32 bytes.
    public let publicKey: Data
    /// When it was paired.
    public let paired: Date
    /// Where it was reached last, or said that it listens; nil where that is not known.
    public var address: PeerAddress?
    /// When this device last synchronized with it completely; nil before the first time.
    public var synchronized: Date?

    /// A paired device.
    public init(
        device: KSUID, name: String, publicKey: Data, paired: Date, address: PeerAddress? = nil, synchronized: Date? = nil
    ) {
        self.device = device
        self.name = name
        self.publicKey = publicKey
        self.paired = paired
        self.address = address
        self.synchronized = synchronized
    }

    private enum CodingKeys: String, CodingKey { case device, name, publicKey, paired, address, synchronized }

    /// Decodes a device from a peer file.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let device = KSUID(try container.decode(String.self, forKey: .device)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .device, in: container, debugDescription: "an id has 27 letters and digits")
        }
        self.device = device
        name = try container.decode(String.self, forKey: .name)
        publicKey = try container.decode(Data.self, forKey: .publicKey)
        paired = Date(milliseconds: try container.decode(Int64.self, forKey: .paired))
        address = try container.decodeIfPresent(String.self, forKey: .address).flatMap { PeerAddress($0) }
        synchronized = try container.decodeIfPresent(Int64.self, forKey: .synchronized).map { Date(milliseconds: $0) }
    }

    /// Encodes a device for a peer file.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(device.description, forKey: .device)
        try container.encode(name, forKey: .name)
        try container.encode(publicKey, forKey: .publicKey)
        try container.encode(paired.milliseconds, forKey: .paired)
        try container.encodeIfPresent(address?.description, forKey: .address)
        try container.encodeIfPresent(synchronized?.milliseconds, forKey: .synchronized)
    }

    /// The same device under another id, as after a library was copied.
    func with(device: KSUID) -> KnownPeer {
        KnownPeer(
            device: device, name: name, publicKey: publicKey, paired: paired, address: address, synchronized: synchronized)
    }
}

/// A store of paired devices.
public protocol PeerStore: Sendable {
    /// The paired device with this id, or nil.
    func peer(_ device: KSUID) async throws(SyncError) -> KnownPeer?
    /// All paired devices, by id.
    func peers() async throws(SyncError) -> [KnownPeer]
    /// Stores a device, replacing an earlier entry of its id or its key.
    func remember(_ peer: KnownPeer) async throws(SyncError)
    /// Changes what is known of a paired device; does nothing where it is not paired.
    func update(_ device: KSUID, _ change: @Sendable (inout KnownPeer) -> Void) async throws(SyncError)
    /// Removes a device.
    func forget(_ device: KSUID) async throws(SyncError)
}

extension PeerStore {
    /// The paired device with this key, under whatever id it has now: the key identifies it.
    func peer(_ hello: PeerHello, key: Data) async throws(SyncError) -> KnownPeer? {
        if let peer = try await peer(hello.device) { return peer }
        guard let peer = try await peers().first(where: { $0.publicKey == key }) else { return nil }
        let renamed = peer.with(device: hello.device)
        try await remember(renamed)
        return renamed
    }
}
