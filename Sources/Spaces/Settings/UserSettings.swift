import DioramaLibrary
import Foundation
import Geometry

/// What a person has set: for their account, on all its devices. Settings of this device are with what they concern: `SyncClient`
/// has which files are downloaded, `DemoMode` whether the demo is shown.
public struct UserSettings: Sendable {
    /// Whose settings they are; nil where the library has no account.
    public let account: Entry<Account>?
    /// When the account's picture was set; nil where it has none.
    public let pictureTime: Date?
    /// The account's tier.
    public let tier: Tier
    /// The units of lengths, areas and volumes on pages; nil: each browser's own choice.
    public let units: LengthUnits?
    /// The language of the pages; nil: the browser's.
    public let language: InterfaceLanguage?
    /// Whether pages show that something waits in the inbox.
    public let showsNotifications: Bool
    /// Whether the page of spaces shows the first steps in a new library.
    public let showsFirstSteps: Bool
    /// The account's consent to the use of recordings; nil where there is none, as at first.
    public let consent: Entry<Consent>?
}

/// Reads and changes what a person sets.
public struct SettingsCatalogue: Sendable {
    private enum Name {
        static let units = "units"
        static let language = "language"
        static let notifications = "notifications"
        static let firstSteps = "first_steps"
    }

    private let library: Library

    /// The settings of the account that uses `library` on this device.
    public init(library: Library) { self.library = library }

    /// The settings as they are now. A value of a later version, which this one doesn't know, is as if it weren't set.
    /// - Throws: `LibraryError` where the library can't be read.
    public func settings() async throws -> UserSettings {
        let account = try await library.activeAccount()
        var consent: Entry<Consent>?
        var pictureTime: Date?
        if let account {
            consent = try await library.consent(of: account.id)
            pictureTime = try await library.pictureTimes()[account.id]
        }
        return UserSettings(
            account: account, pictureTime: pictureTime, tier: try await library.tier(), units: try await units(of: account?.id),
            language: try await language(of: account?.id),
            showsNotifications: try await showsNotifications(of: account?.id),
            showsFirstSteps: try await showsFirstSteps(of: account?.id), consent: consent)
    }

    /// The units that an account chose.
    public func units(of account: AccountID?) async throws -> LengthUnits? {
        try await library.setting(Name.units, of: account, as: String.self).flatMap { LengthUnits(name: $0) }
    }

    /// The language that an account chose.
    public func language(of account: AccountID?) async throws -> InterfaceLanguage? {
        try await library.setting(Name.language, of: account, as: String.self).flatMap { InterfaceLanguage(rawValue: $0) }
    }

    /// Whether pages show an account that something waits in its inbox.
    public func showsNotifications(of account: AccountID?) async throws -> Bool {
        try await library.setting(Name.notifications, of: account) ?? true
    }

    /// Whether the page of spaces shows an account the first steps.
    public func showsFirstSteps(of account: AccountID?) async throws -> Bool {
        try await library.setting(Name.firstSteps, of: account) ?? false
    }

    /// Sets whether the page of spaces shows the first steps.
    public func setFirstSteps(_ areShown: Bool) async throws {
        try await library.setSetting(Name.firstSteps, of: library.activeAccount()?.id, to: areShown)
    }

    /// Sets the units; nil leaves them to each browser.
    public func setUnits(_ units: LengthUnits?) async throws {
        try await library.setSetting(Name.units, of: library.activeAccount()?.id, to: units?.name)
    }

    /// Sets the language; nil leaves it to each browser.
    public func setLanguage(_ language: InterfaceLanguage?) async throws {
        try await library.setSetting(Name.language, of: library.activeAccount()?.id, to: language?.rawValue)
    }

    /// Sets whether pages show that something waits.
    public func setNotifications(_ areShown: Bool) async throws {
        try await library.setSetting(Name.notifications, of: library.activeAccount()?.id, to: areShown)
    }

    /// Gives the consent to the use of recordings, or withdraws every consent that was given.
    /// - Parameters:
    ///   - isGiven: whether it is given.
    ///   - language: the language of the words that were shown; `ConsentText` has them.
    /// - Throws: `SpacesError` of kind `conflict` where the library has no account.
    public func setConsent(_ isGiven: Bool, language: InterfaceLanguage) async throws {
        let account = try await account()
        if isGiven {
            _ = try await library.giveConsent(
                of: account, words: ConsentText.words(in: language), language: language.rawValue)
        } else {
            try await library.withdrawConsent(of: account)
        }
    }

    /// Gives the account another name: 1 to 200 characters.
    /// - Throws: `SpacesError` of kind `conflict` where the library has no account.
    public func rename(_ name: String) async throws {
        _ = try await library.accounts.update(account()) { $0.name = name }
    }

    /// Sets the picture of the account from an image file; nil removes it.
    /// - Throws: `SpacesError`: `invalidInput` where the file is not there or is no image, `conflict` where the library has no
    ///   account.
    public func setPicture(_ file: URL?) async throws {
        let account = try await account()
        try await library.setPicture(try file.map(Self.picture), of: account)
    }

    private static func picture(_ file: URL) throws(SpacesError) -> AccountPicture {
        guard FileManager.default.fileExists(atPath: file.path) else {
            throw SpacesError(.invalidInput, "there is no such file", input: file.path)
        }
        do throws(LibraryError) {
            return try AccountPicture(of: file)
        } catch {
            throw SpacesError(.invalidInput, error.message, input: file.path)
        }
    }

    private func account() async throws -> AccountID {
        if let account = try await library.activeAccount() { return account.id }
        throw SpacesError(
            .conflict, "the library has no account", remedy: "create one with 'diorama library account --name NAME'")
    }
}
