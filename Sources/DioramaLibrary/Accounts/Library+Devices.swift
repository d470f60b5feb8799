import Changes
import Foundation
import GRDB

/// Rows that this device writes of itself and its account.
extension Library {
    /// The id of this device in sync.
    public func device() async throws(LibraryError) -> DeviceID {
        try await read(to: "read the device's id") { db in try Self.device(db) }
    }

    private static func device(_ db: Database) throws -> DeviceID {
        let text = try ChangeTracking.device(db)
        guard let id = DeviceID(text) else { throw LibraryError(.damaged, "this device's id \(text) is no id; restore a backup") }
        return id
    }

    /// Makes `account` the one that this device uses, as a new account or one that is there, and records the device, in one
    /// transaction.
    /// - Parameters:
    ///   - account: its id.
    ///   - content: the account that is added under this id; nil where it must be there already.
    ///   - publicKey: the public keys of a new account.
    ///   - deviceKey: the public key of this device.
    ///   - name: the name of this device, where it has none yet.
    package func use(
        account: AccountID, adding content: Account? = nil, publicKey: String? = nil, deviceKey: String, deviceName name: String
    ) async throws(LibraryError) -> Entry<Account> {
        try await write(to: "choose the account \(account)") { db in
            if var content {
                content.publicKey = publicKey
                _ = try Account.layout.insert(content, id: account, db)
            }
            guard let entry = try Account.layout.fetch(account, db) else { throw Account.layout.gone(account) }
            try LocalSettings.set("account", to: account.description, db)
            _ = try Self.record(account, deviceKey: deviceKey, deviceName: name, seen: nil, db)
            return entry
        }
    }

    /// Writes what has changed of this device's row.
    /// - Parameters:
    ///   - deviceKey: the public key of this device.
    ///   - name: its name, where it has none yet.
    ///   - time: now, where the device is about to synchronize; written where the row's time is older than `interval` seconds.
    package func recordDevice(
        deviceKey: String, deviceName name: String, seen time: Date, every interval: TimeInterval
    ) async throws(LibraryError) {
        try await write(to: "record this device") { db in
            let account = try ActiveAccount.entry(db)?.id
            let old = try AccountDevice.layout.fetch(Self.device(db), db)
            let isDue = old?.lastSeen.map { time.timeIntervalSince($0) >= interval || $0 > time } ?? true
            _ = try Self.record(account, deviceKey: deviceKey, deviceName: name, seen: isDue ? time : nil, db)
        }
    }

    /// Sets the name of this device.
    package func nameDevice(_ name: String) async throws(LibraryError) {
        try await write(to: "name this device") { db in
            let id = try Self.device(db)
            if let old = try AccountDevice.layout.fetch(id, db) {
                var new = old.content
                new.name = name
                _ = try AccountDevice.layout.update(old, from: old.content, to: new, db)
            } else {
                let device = AccountDevice(account: try ActiveAccount.entry(db)?.id, name: name)
                _ = try AccountDevice.layout.insert(device, id: id, db)
            }
        }
    }

    /// Marks a device as removed from its account, and sets the account's new public keys, in one transaction.
    /// - Parameter publicKey: nil where the account has no keys.
    package func remove(device id: DeviceID, of account: AccountID, publicKey: String?) async throws(LibraryError) {
        try await write(to: "remove the device \(id)") { db in
            guard let old = try AccountDevice.layout.fetch(id, db) else { throw AccountDevice.layout.gone(id) }
            var new = old.content
            new.removed = old.removed ?? Date()
            _ = try AccountDevice.layout.update(old, from: old.content, to: new, db)
            if let publicKey { try Account.set(publicKey: publicKey, of: account, db) }
        }
    }

    private static func record(
        _ account: AccountID?, deviceKey: String, deviceName name: String, seen: Date?, _ db: Database
    ) throws -> Entry<AccountDevice> {
        let id = try device(db)
        guard let old = try AccountDevice.layout.fetch(id, db) else {
            let device = AccountDevice(account: account, name: name, publicKey: deviceKey, lastSeen: seen)
            return try AccountDevice.layout.insert(device, id: id, db)
        }
        var new = old.content
        new.account = account ?? old.account
        new.publicKey = deviceKey
        new.lastSeen = seen ?? old.lastSeen
        return try AccountDevice.layout.update(old, from: old.content, to: new, db)
    }

    /// Stores keys that were wrapped, where the same keys are not there for the same recipient.
    package func add(_ keys: [WrappedAccountKeys]) async throws(LibraryError) {
        try await write(to: "store the account's keys for its devices") { db in
            for keys in keys {
                let id = WrappedAccountKeys.id(publicKey: keys.publicKey, recipient: keys.recipient)
                guard try WrappedAccountKeys.layout.fetch(id, db) == nil else { continue }
                _ = try WrappedAccountKeys.layout.insert(keys, id: id, db)
            }
        }
    }
}
