import DioramaLibrary
import Foundation
import Support

/// Creating an account, and joining one that is used on other devices.
extension SyncClient {
    /// Creates an account with its keys and uses it on this device.
    package func createAccount(_ account: Account) async throws(SyncError) -> Entry<Account> {
        let id = AccountID()
        let made = AccountKeys()
        _ = try await engine.renewDevice()
        let deviceKey = try await keys.device().member.description
        let name = try await deviceName()
        // The secret first: an account whose keys are lost can't share.
        try await keys.keep(made, of: id)
        let entry = try await wrap { () async throws(LibraryError) in
            try await library.use(
                account: id, adding: account, publicKey: made.publicKey, deviceKey: deviceKey, deviceName: name)
        }
        try await keys.remember(user: id)
        return entry
    }

    /// Applies what the bucket holds and sends nothing.
    package func receive(from address: String, progress: ProgressReporter) async throws(SyncError) {
        let bucket = try await keys.encrypted(try openBucket(at: address), address)
        _ = try await engine.applyChanges(of: bucket, progress: progress)
    }

    /// Uses an account of the library on this device, and syncs with `address` from now on.
    /// - Parameter phrase: opens the account's keys at once where they are wrapped for it.
    package func use(
        account: AccountID, bucket address: String?, phrase: RecoveryPhrase? = nil
    ) async throws(SyncError) -> Entry<Account> {
        // The library may be a copy, whose id belongs to another device.
        _ = try await engine.renewDevice()
        let deviceKey = try await keys.device().member.description
        let name = try await deviceName()
        let entry = try await wrap { () async throws(LibraryError) in
            try await library.use(account: account, deviceKey: deviceKey, deviceName: name)
        }
        if let address { try await use(bucket: address) }
        try await keys.remember(user: account)
        if let phrase { try await openAccountKeys(with: phrase.device) }
        return entry
    }
}

extension DeviceKeys {
    /// Opens the bucket at an address; with its recovery phrase where the library in it is encrypted, and this device is no member.
    /// - Throws: `noPermission` where it is encrypted and this device has no keys.
    package func open(_ address: String, phrase: RecoveryPhrase?) async throws(SyncError) -> any Bucket {
        let bucket = try BucketAddress(address).open()
        if let phrase, try await keyring(address) == nil {
            guard try await Keyring.exists(in: bucket) else {
                throw SyncError(
                    .invalidValue, "the library in \(bucket.name) is not encrypted and has no recovery phrase; leave out the phrase"
                )
            }
            let keyring = try await Keyring.recover(
                in: bucket, phrase: phrase, device: try await device(), label: SyncClient.defaultDeviceName)
            try await keep(keyring, address)
        }
        return try await encrypted(bucket, address)
    }
}
