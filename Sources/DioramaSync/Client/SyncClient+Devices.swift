import Changes
import Foundation
import DioramaLibrary

/// A device that the library was used on.
public struct SyncDevice: Sendable, Equatable, Codable {
    public let id: String
    /// What people call it: the host's name, unless it was told otherwise.
    public let name: String
    /// Whether it is this one.
    public let isThis: Bool
    /// How many of its changesets were taken in; for this device, how many there are.
    public let changesets: Int64
}

extension SyncClient {
    /// This device and all that were heard of.
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

    /// Calls this device `name`, on all devices.
    public func rename(to name: String) async throws(SyncError) {
        let id = try await read { db in try ChangeTracking.device(db) }
        do {
            try await library.setSetting(Self.nameKey(id), to: name)
        } catch {
            throw SyncError(library: error)
        }
    }

    /// Gives the device the host's name, where it has none.
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
