import Foundation

/// A device that an account uses the library on. Its id is the device's id in sync.
public struct AccountDevice: CatalogueValue {
    /// Whose device it is; nil where it is not known (yet).
    public var account: AccountID?
    /// The name that people see, 1 to 200 characters; the host's name by default.
    public var name: String
    /// The X25519 public key that secrets are wrapped for, as URL-safe base64; nil where the device has not told it yet.
    public var publicKey: String?
    /// When it was last synchronized; written at most once an hour.
    public var lastSeen: Date?
    /// When it was removed from the account: nothing is wrapped for it any more. Nil for a device in use.
    public var removed: Date?

    /// Creates a device to be added; the limits are those of the properties.
    public init(account: AccountID?, name: String, publicKey: String? = nil, lastSeen: Date? = nil, removed: Date? = nil) {
        self.account = account
        self.name = name
        self.publicKey = publicKey
        self.lastSeen = lastSeen
        self.removed = removed
    }

    public static let layout = TableLayout<AccountDevice>(
        "devices", noun: "device", blank: AccountDevice(account: nil, name: ""),
        checked: { (device) throws(LibraryError) in
            var device = device
            device.name = try Check.line(device.name, "a device's name", characters: 200)
            return device
        }
    ) { column in
        column("account", \.account)
        column("name", \.name)
        column("public_key", \.publicKey)
        column("last_seen", \.lastSeen)
        column("removed", \.removed)
    }
}

/// The id of an entry of `AccountDevice`.
public typealias DeviceID = Identifier<AccountDevice>

/// The secret keys of an account, encrypted for one recipient: a device, or the recovery phrase of an encrypted library.
public struct WrappedAccountKeys: CatalogueValue {
    /// Whose keys these are.
    public var account: AccountID?
    /// The public keys that belong to the secret ones, as `Account.publicKey`.
    public var publicKey: String
    /// The X25519 public key that they are wrapped for, as URL-safe base64.
    public var recipient: String
    /// The encrypted keys.
    public var sealed: Data

    /// Creates wrapped keys to be added.
    public init(account: AccountID?, publicKey: String, recipient: String, sealed: Data) {
        self.account = account
        self.publicKey = publicKey
        self.recipient = recipient
        self.sealed = sealed
    }

    public static let layout = TableLayout<WrappedAccountKeys>(
        "account_keys", noun: "wrapped key", blank: WrappedAccountKeys(account: nil, publicKey: "", recipient: "", sealed: Data()),
        checked: { (keys) throws(LibraryError) in keys }
    ) { column in
        column("account", \.account)
        column("public_key", \.publicKey)
        column("recipient", \.recipient)
        column("sealed", \.sealed)
    }

    /// The id under which any device stores the same keys for the same recipient.
    package static func id(publicKey: String, recipient: String) -> Identifier<WrappedAccountKeys> {
        Identifier(KSUID(hashing: "account_keys \(publicKey) \(recipient)"))
    }
}

extension Library {
    /// The devices that the library's accounts use it on.
    public var devices: CatalogueTable<AccountDevice> { CatalogueTable(self) }
    /// The secret keys of accounts, encrypted for each device.
    public var accountKeys: CatalogueTable<WrappedAccountKeys> { CatalogueTable(self) }
}

extension Condition where Value == AccountDevice {
    /// The devices of an account, also those of accounts that were merged into it.
    public static func account(_ account: AccountID) -> Self { isAccount(account) }
}

extension Condition where Value == WrappedAccountKeys {
    /// Keys that are wrapped for a public key.
    public static func recipient(_ key: String) -> Self { equals("recipient", key.databaseValue) }
    /// Keys that belong to public keys of an account.
    public static func publicKey(_ key: String) -> Self { equals("public_key", key.databaseValue) }
}
