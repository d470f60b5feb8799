import DioramaLibrary

/// The identity of this device.
public struct DeviceIdentity: Sendable {
    /// The device's id, the same as in its changesets.
    public let device: KSUID
    /// The name for people: "Anna's phone".
    public let name: String
    /// The static key.
    public let key: NoiseKeyPair

    /// - Parameters:
    ///   - device: the device's id.
    ///   - name: its first 80 characters are used, without control characters; "a device" where none are left.
    ///   - key: its long-term key pair.
    public init(device: KSUID, name: String, key: NoiseKeyPair) {
        self.device = device
        let line = name.oneLine()
        self.name = line.isEmpty ? "a device" : line
        self.key = key
    }
}
