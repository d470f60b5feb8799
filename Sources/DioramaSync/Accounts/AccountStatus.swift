import DioramaLibrary
import Foundation

/// The account that uses the library on this device, with its devices.
public struct AccountStatus: Sendable, Equatable {
    /// Whether this device has the secret keys of the account, with which it shares and receives.
    public enum Keys: String, Sendable, Codable {
        /// The account has none; they are made when it first shares.
        case none
        /// They are on this device.
        case ready
        /// Another device has them, and gives them to this one when both have synchronized.
        case pending
    }

    /// A device of the account.
    public struct Device: Sendable, Equatable {
        /// The device's id in sync.
        public let id: DeviceID
        /// The name that people see.
        public let name: String
        /// When it was last synchronized, to the hour; nil where that never happened.
        public let lastSeen: Date?
        /// Whether it is this one.
        public let isThis: Bool
    }

    /// The account.
    public let account: Entry<Account>
    /// Whether this device has its secret keys.
    public let keys: Keys
    /// Its devices, this one first, without those that were removed.
    public let devices: [Device]
}

extension SyncClient {
    /// The account that uses the library on this device; nil where it has none yet.
    public func account() async throws(SyncError) -> AccountStatus? {
        guard let account = try await activeAccount() else { return nil }
        let hasKeys = try await keys.account(account.id, publicKey: account.publicKey) != nil
        let state: AccountStatus.Keys = hasKeys ? .ready : account.publicKey == nil ? .none : .pending
        let this = try await wrap { () async throws(LibraryError) in try await library.device() }
        let devices = try await accountDevices(account.id).map {
            AccountStatus.Device(id: $0.id, name: $0.name, lastSeen: $0.lastSeen, isThis: $0.id == this)
        }
        return AccountStatus(account: account, keys: state, devices: devices.filter(\.isThis) + devices.filter { !$0.isThis })
    }

    /// The account's devices that were not removed, oldest first. A device that got a new id, as after a backup was restored,
    /// counts once: its key identifies it.
    func accountDevices(_ account: AccountID) async throws(SyncError) -> [Entry<AccountDevice>] {
        let page = try await wrap { () async throws(LibraryError) in
            try await library.devices.list([.account(account)], by: .newest, limit: 1000)
        }
        var keys: Set<String> = []
        return page.entries.filter { $0.removed == nil && ($0.publicKey.map { keys.insert($0).inserted } ?? true) }.reversed()
    }

    func activeAccount() async throws(SyncError) -> Entry<Account>? {
        try await wrap { () async throws(LibraryError) in try await library.activeAccount() }
    }

    /// Runs a call of the library.
    nonisolated func wrap<R: Sendable>(_ body: @Sendable () async throws(LibraryError) -> R) async throws(SyncError) -> R {
        do {
            return try await body()
        } catch {
            throw SyncError(library: error)
        }
    }
}
