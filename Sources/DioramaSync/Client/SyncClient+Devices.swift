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
        devices += status.cursors.sorted { $0.key < $1.key }.map { ($0.key, false, $0.value) }
        var named: [SyncDevice] = []
        for (id, isThis, count) in devices {
            let name: String?
            do {
                name = try await library.setting(Self.nameKey(id), as: String.self)
            } catch {
                throw SyncError(library: error)
            }
            named.append(SyncDevice(id: id, name: name ?? "a device", isThis: isThis, changesets: count))
        }
        return named
    }

    /// Sets this device's name; it syncs to all devices.
    /// - Throws: `SyncError` where the library can't be written.
    public func rename(to name: String) async throws(SyncError) {
        let id = try await read { db in try ChangeTracking.device(db) }
        do {
            try await library.setSetting(Self.nameKey(id), to: name)
        } catch {
            throw SyncError(library: error)
        }
    }

    /// Sets the host's name where the device has no name.
    func nameDevice() async throws(SyncError) {
        let id = try await read { db in try ChangeTracking.device(db) }
        do {
            if try await library.setting(Self.nameKey(id), as: String.self) == nil {
                try await library.setSetting(Self.nameKey(id), to: ProcessInfo.processInfo.hostName)
            }
        } catch {
            throw SyncError(library: error)
        }
    }

    private static func nameKey(_ device: String) -> String { "device \(device)" }
}
