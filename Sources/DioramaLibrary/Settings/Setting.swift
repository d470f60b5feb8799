import Foundation
import GRDB

/// A setting that all devices of an account share, by name. Its id follows from account and name, so that two devices that make the
/// same setting make one.
struct Setting: CatalogueValue {
    var account: AccountID?
    var name: String
    /// JSON; nil where it was unset.
    var value: String?

    static let layout = TableLayout<Setting>(
        "settings", noun: "setting", blank: Setting(account: nil, name: "", value: nil),
        checked: { (setting) throws(LibraryError) in
            var setting = setting
            setting.name = try Check.line(setting.name, "a setting's name", characters: 200)
            if (setting.value?.utf8.count ?? 0) > 256 * 1024 {
                throw LibraryError(.invalidValue, "the setting \"\(setting.name)\" can have at most 256 kB")
            }
            return setting
        }
    ) { column in
        column("account", \.account)
        column("name", \.name)
        column("value", \.value)
    }

    static func id(_ name: String, _ account: AccountID?) -> Identifier<Setting> {
        Identifier(KSUID(hashing: "setting \(account?.description ?? "") \(name)"))
    }
}

extension Library {
    /// A setting of the account, or of everyone where it is nil; nil where it is not set, or is something else than a `T`.
    public func setting<T: Decodable & Sendable>(
        _ name: String, of account: AccountID? = nil, as type: T.Type = T.self
    ) async throws(LibraryError) -> T? {
        try await read(to: "read the setting \(name)") { db in
            try Setting.layout.fetch(Setting.id(name, account), db)?.content.value.flatMap { JSONText.read(T.self, $0) }
        }
    }

    /// Sets a setting on all devices of the account; nil unsets it.
    /// - Parameters:
    ///   - name: 1 to 200 characters.
    ///   - account: whose setting it is; nil for everyone.
    ///   - value: the new value; nil removes the setting.
    /// - Throws: `LibraryError` of kind `invalidValue` for a name that can't be, or for more than 256 kB.
    public func setSetting<T: Encodable & Sendable>(
        _ name: String, of account: AccountID? = nil, to value: T?
    ) async throws(LibraryError) {
        let name = try Check.line(name, "a setting's name", characters: 200)
        let json = value.map { JSONText.of($0) }
        try await write(to: "write the setting \(name)") { db in
            let id = Setting.id(name, account)
            if let old = try Setting.layout.fetch(id, db) {
                var new = old.content
                new.value = json
                _ = try Setting.layout.update(old, from: old.content, to: new, db)
            } else {
                _ = try Setting.layout.insert(Setting(account: account, name: name, value: json), id: id, db)
            }
        }
    }
}
