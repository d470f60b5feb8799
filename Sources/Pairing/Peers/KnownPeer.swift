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

    /// A paired device.
    public init(device: KSUID, name: String, publicKey: Data, paired: Date) {
        self.device = device
        self.name = name
        self.publicKey = publicKey
        self.paired = paired
    }

    private enum CodingKeys: String, CodingKey { case device, name, publicKey, paired }

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
    }

    /// Encodes a device for a peer file.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(device.description, forKey: .device)
        try container.encode(name, forKey: .name)
        try container.encode(publicKey, forKey: .publicKey)
        try container.encode(paired.milliseconds, forKey: .paired)
    }
}

/// A store of paired devices.
public protocol PeerStore: Sendable {
    /// The paired device with this id, or nil.
    func peer(_ device: KSUID) async throws(SyncError) -> KnownPeer?
    /// All paired devices, by id.
    func peers() async throws(SyncError) -> [KnownPeer]
    /// Stores a device, replacing an earlier entry of its id.
    func remember(_ peer: KnownPeer) async throws(SyncError)
    /// Removes a device.
    func forget(_ device: KSUID) async throws(SyncError)
}
