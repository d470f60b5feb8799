import DioramaLibrary
import Foundation

/// The secret keys belong to the account: made once, and wrapped for each of its devices, and for the recovery phrase of an
/// encrypted library (docs/accounts.md).
extension SyncClient {
    /// The name of a device that has none: the host's.
    package static var defaultDeviceName: String {
        let name = ProcessInfo.processInfo.hostName.oneLine(200)
        return name.isEmpty ? "a device" : name
    }

    /// The secret keys of the active account. Where the account has none, they are made.
    /// - Throws: `notFound` without an active account; `unavailable` where the keys have not reached this device yet.
    package func accountKeys() async throws(SyncError) -> AccountKeys {
        guard let account = try await activeAccount() else {
            throw SyncError(.notFound, "this library has no account yet; create one: diorama account create --name NAME")
        }
        if let own = try await keys.account(account.id, publicKey: account.publicKey) {
            if account.publicKey == nil { try await publish(own, of: account.id) }
            return own
        }
        guard account.publicKey == nil else {
            throw SyncError(
                .unavailable,
                "the keys of the account \"\(account.name)\" have not reached this device yet: run 'diorama sync' on a device "
                    + "that has them, then on this one")
        }
        let made = AccountKeys()
        try await keys.keep(made, of: account.id)
        try await publish(made, of: account.id)
        return made
    }

    private func publish(_ own: AccountKeys, of account: AccountID) async throws(SyncError) {
        try await wrap { () async throws(LibraryError) in try await library.setPublicKey(own.publicKey, of: account) }
    }

    // MARK: Around a sync

    /// Records this device in the library before it synchronizes. Its time alone is written once a day, so that devices that only
    /// listen stay quiet; with other changes once an hour.
    /// - Returns: the new id of the device, where it had to get one.
    func recordDevice() async throws(SyncError) -> SyncReport {
        let renewal = try await engine.renewDevice()
        let key = try await keys.device().member.description
        let hasChanges = try await engine.status().unsentWrites > 0
        let name = try await deviceName()
        try await wrap { () async throws(LibraryError) in
            try await library.recordDevice(
                deviceKey: key, deviceName: name, seen: Date(), every: hasChanges ? 3600 : 86_400)
        }
        return renewal
    }

    /// Takes the account's keys that another device has wrapped for this one, and wraps them for devices that lack them.
    /// - Returns: whether something is to be sent now.
    func exchangeAccountKeys() async throws(SyncError) -> Bool {
        guard let account = try await activeAccount() else { return false }
        let device = try await keys.device()
        try await openAccountKeys(with: device)
        guard let own = try await keys.account(account.id, publicKey: account.publicKey) else { return false }
        if account.publicKey == nil { try await publish(own, of: account.id) }
        let wrapped = try await wrappedKeys(own.publicKey)
        let known = Set(wrapped.map(\.recipient))
        var recipients = try await accountDevices(account.id).compactMap { $0.publicKey }.compactMap { MemberKey($0) }
        if let address = try await bucket(), let keyring = try await keys.keyring(address) {
            recipients += keyring.members.filter(\.isPhrase).map(\.key)
        }
        var made: [WrappedAccountKeys] = []
        for recipient in Set(recipients) where !known.contains(recipient.description) {
            made.append(
                WrappedAccountKeys(
                    account: account.id, publicKey: own.publicKey, recipient: recipient.description,
                    sealed: try own.wrapped(for: recipient, of: account.id)))
        }
        if !made.isEmpty {
            let made = made
            try await wrap { () async throws(LibraryError) in try await library.add(made) }
        }
        return !made.isEmpty || account.publicKey == nil
    }

    /// Keeps the account's keys on this device, where they are wrapped for `device`, and the device lacks them.
    func openAccountKeys(with device: DeviceKey) async throws(SyncError) {
        guard let account = try await activeAccount(), let published = account.publicKey,
            try await keys.account(account.id, publicKey: published) == nil
        else { return }
        for wrapped in try await wrappedKeys(published) where wrapped.recipient == device.member.description {
            guard let opened = AccountKeys(unwrapping: wrapped.sealed, publicKey: published, of: account.id, with: device) else {
                continue
            }
            try await keys.keep(opened, of: account.id)
        }
    }

    private func wrappedKeys(_ publicKey: String) async throws(SyncError) -> [Entry<WrappedAccountKeys>] {
        try await wrap { () async throws(LibraryError) in
            try await library.accountKeys.list([.publicKey(publicKey)], limit: 1000).entries
        }
    }
}
