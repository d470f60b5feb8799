import DioramaLibrary

/// The identity of this device.
public struct DeviceIdentity: Sendable {
    /// The device's id, the same as in its changesets.
    public let device: KSUID
    /// The name for people: "Anna's phone".
    public let name: String
    /// The static key.
    public let key: NoiseKeyPair
    /// The port at which this device listens for paired devices, or will once it does; nil where none is chosen.
    public var port: Int?

    /// - Parameters:
    ///   - device: the device's id.
    ///   - name: its first 80 characters are used, without control characters; "a device" where none are left.
    ///   - key: its long-term key pair.
    ///   - port: the port at which it listens for paired devices.
    public init(device: KSUID, name: String, key: NoiseKeyPair, port: Int? = nil) {
        self.device = device
        let line = name.oneLine()
        self.name = line.isEmpty ? "a device" : line
        self.key = key
        self.port = port
    }
}
