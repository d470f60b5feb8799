import DioramaLibrary

/// This device, as it shows itself to others.
public struct DeviceIdentity: Sendable {
    /// The device's id, the same as in its changes.
    public let device: KSUID
    /// What people call it: "Anna's phone".
    public let name: String
    /// Its long-term key.
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
