import DioramaLibrary
import Foundation

/// Removing a lost device: whoever has it gets nothing that is written from then on.
extension SyncClient {
    /// What was rotated when a device was removed.
    public struct DeviceRemoval: Sendable, Equatable {
        /// The device.
        public let device: DeviceID
        /// Its name.
        public let name: String
        /// The new epoch of the encrypted library's keys; nil where the library is not encrypted, or the device was no member.
        public let epoch: UInt32?
        /// Whether the account has new sharing keys; false where it had none.
        public let hasNewAccountKeys: Bool
    }

    /// Removes a device from the account, and rotates the keys that it has: a new epoch of an encrypted library, new sharing keys
    /// of the account. A call that failed can be repeated. Once the device is marked as removed, the next sync does what is left.
    /// - Throws: `notFound` where the account has no such device; `invalidValue` for this device; errors of the bucket, where the
    ///   library is encrypted.
    package func remove(device id: DeviceID) async throws(SyncError) -> DeviceRemoval {
        guard let account = try await activeAccount() else {
            throw SyncError(.notFound, "this library has no account yet; create one: diorama account create --name NAME")
        }
        let all = try await wrap { () async throws(LibraryError) in
            try await library.devices.list([.account(account.id)], by: .oldest, limit: 1000).entries
        }
        guard let device = all.first(where: { $0.id == id }) else {
            throw SyncError(
                .notFound, "the account \"\(account.name)\" has no device \(id); 'diorama account show' prints its devices")
        }
        guard try await wrap({ () async throws(LibraryError) in try await library.device() }) != id else {
            throw SyncError(.invalidValue, "\(device.name) is this device; remove it on another one")
        }
        let epoch = try await revoke(device)
        let made = account.publicKey == nil ? nil : AccountKeys()
        // The secret is kept first, with the former one, which is valid until the public keys are recorded, and signs the
        // announcement to the contacts after that.
        if let made { try await keys.renew(made, of: account.id) }
        try await wrap { () async throws(LibraryError) in
            try await library.remove(device: id, of: account.id, publicKey: made?.publicKey)
        }
        _ = try await exchangeAccountKeys()
        return DeviceRemoval(device: id, name: device.name, epoch: epoch, hasNewAccountKeys: made != nil)
    }

    /// - Returns: the new epoch; nil where the library is not encrypted, or the device is no member.
    private func revoke(_ device: Entry<AccountDevice>) async throws(SyncError) -> UInt32? {
        guard let address = try await bucket(), let keyring = try await keys.keyring(address),
            let member = device.publicKey.flatMap({ MemberKey($0) })
        else { return nil }
        let bucket = try BucketAddress(address, environment: environment).open(environment: environment)
        let newest = try await keyring.refreshed(in: bucket)
        guard newest.members.contains(where: { $0.key == member }) else { return nil }
        let smaller = try await newest.revoking(member, in: bucket)
        try await keys.keep(smaller, address)
        forgetBucket()
        return smaller.current
    }

    /// Whether a device was removed from its account.
    package func isRemoved(_ device: DeviceID) async throws(SyncError) -> Bool {
        try await wrap { () async throws(LibraryError) in try await library.devices.get(device)?.removed != nil }
    }

    /// Whether this device was removed from its account on another device.
    private func isRemoved() async throws(SyncError) -> Bool {
        try await isRemoved(try await wrap { () async throws(LibraryError) in try await library.device() })
    }

    /// - Throws: `noPermission` where this device was removed.
    func refuseIfRemoved() async throws(SyncError) {
        if try await isRemoved() {
            throw SyncError(
                .noPermission,
                "this device was removed from the account on another device; to use it again: diorama account join")
        }
    }

    /// Uses this device again, after the person has joined on it anew.
    package func rejoin() async throws(SyncError) {
        guard try await isRemoved() else { return }
        try await wrap { () async throws(LibraryError) in
            _ = try await library.devices.update(try await library.device()) { $0.removed = nil }
        }
    }
}
