import Changes
import Foundation
import DioramaLibrary

/// A device that the library was used on.
public struct SyncDevice: Sendable, Equatable, Codable {
    /// The device's KSUID.
    public let id: String
    /// The name that people see; the host's name by default.
    public let name: String
    /// Whether it is this one.
    public let isThis: Bool
    /// Number of its applied changesets; for this device, of all that it wrote.
    public let changesets: Int64
}

extension SyncClient {
    /// This device, then all devices whose changesets it has applied.
    /// - Throws: `SyncError` where the library can't be read.
    public func devices() async throws(SyncError) -> [SyncDevice] {
        let status = try await status()
        var devices = [(status.device, true, status.sequence)]
        devices += status.cursors.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map { ($0.key, false, $0.value) }
        var named: [SyncDevice] = []
        for (id, isThis, count) in devices {
            named.append(SyncDevice(id: id, name: try await name(of: id) ?? "a device", isThis: isThis, changesets: count))
        }
        return named
    }

    /// Sets this device's name; it syncs to all devices.
    /// - Throws: `SyncError` where the library can't be written.
    public func rename(to name: String) async throws(SyncError) {
        try await wrap { () async throws(LibraryError) in try await library.nameDevice(name) }
    }

    /// The name of this device, or the host's where it has none.
    package func deviceName() async throws(SyncError) -> String {
        let id = try await read { db in try ChangeTracking.device(db) }
        return try await name(of: id) ?? Self.defaultDeviceName
    }

    /// A device's name; nil where it has none. Versions before the table of devices kept names as settings.
    private func name(of device: String) async throws(SyncError) -> String? {
        try await wrap { () async throws(LibraryError) in
            if let id = DeviceID(device), let entry = try await library.devices.get(id), !entry.name.isEmpty { return entry.name }
            return try await library.setting("device \(device)", as: String.self)
        }
    }
}
