import Foundation
import GRDB

extension Library {
    /// Notes that the account agrees to its recordings being used to improve recognition. By itself this allows nothing yet: each
    /// recording is agreed to as well.
    /// - Parameters:
    ///   - account: who agrees.
    ///   - words: the very words that were shown, up to 20,000 characters.
    ///   - language: their language, as `de` (BCP 47).
    public func giveConsent(
        of account: AccountID, words: String, language: String
    ) async throws(LibraryError) -> Entry<Consent> {
        try await write(to: "note the consent") { db in
            guard let entry = try Account.layout.fetch(account, db), entry.trashed == nil else {
                throw Account.layout.gone(account)
            }
            return try ConsentRows.give(account, for: nil, words: words, language: language, db)
        }
    }

    /// Notes that a recording may be used to improve recognition.
    /// - Throws: `LibraryError` of kind `notAllowed` where its account has not agreed, or where it is private, in the trash or
    ///   nobody's.
    public func giveConsent(
        for recording: RecordingID, words: String, language: String
    ) async throws(LibraryError) -> Entry<Consent> {
        try await write(to: "note the consent") { db in
            guard let entry = try Recording.layout.fetch(recording, db) else { throw Recording.layout.gone(recording) }
            guard let account = entry.account, entry.trashed == nil else {
                throw LibraryError(
                    .notAllowed, "the recording \"\(entry.title)\" is nobody's or in the trash; it can't be agreed to")
            }
            if entry.isPrivate {
                throw LibraryError(.notAllowed, "the recording \"\(entry.title)\" is private; it is never used for anything else")
            }
            if try ConsentRows.held(account, for: nil, db) == nil {
                throw LibraryError(.notAllowed, "the account has not agreed to the use of its recordings; ask it first")
            }
            return try ConsentRows.give(account, for: recording, words: words, language: language, db)
        }
    }

    /// Withdraws everything that the account agreed to.
    /// - Returns: how many consents held until now.
    @discardableResult
    public func withdrawConsent(of account: AccountID) async throws(LibraryError) -> Int {
        try await write(to: "withdraw the consent") { db in try ConsentRows.withdraw(account: account, db) }
    }

    /// Withdraws what was agreed to for a recording.
    /// - Returns: how many consents held until now.
    @discardableResult
    public func withdrawConsent(for recording: RecordingID) async throws(LibraryError) -> Int {
        try await write(to: "withdraw the consent") { db in try ConsentRows.withdraw(recording: recording, db) }
    }

    /// The account's consent that holds; nil where there is none.
    public func consent(of account: AccountID) async throws(LibraryError) -> Entry<Consent>? {
        try await read(to: "read the consent") { db in try ConsentRows.held(account, for: nil, db) }
    }

    /// The consent to a recording that holds; nil where there is none. It counts only while its account's does, too.
    public func consent(for recording: RecordingID) async throws(LibraryError) -> Entry<Consent>? {
        try await read(to: "read the consent") { db in
            guard let account = try Recording.layout.fetch(recording, db)?.account else { return nil }
            return try ConsentRows.held(account, for: recording, db)
        }
    }

    /// Whether a recording may be used to improve recognition, as of now.
    public func isUsable(_ recording: RecordingID) async throws(LibraryError) -> Bool {
        let usable = try await recordings.count([Condition("id = ?", [recording.cell]), .isUsable])
        return usable > 0
    }

    /// Everything that an account ever agreed to, as JSON: `{"account":…,"consents":[{"id":…,"recording":…,"words":…,"language":…,
    /// "given":…,"withdrawn":…}]}`, oldest first; times after RFC 3339.
    public func exportConsents(of account: AccountID) async throws(LibraryError) -> Data {
        let entries = try await read(to: "export the consents") { db in
            let ids = try String.fetchAll(
                db, sql: "SELECT id FROM consents WHERE \(AccountMerges.condition("account")) ORDER BY id",
                arguments: [account.cell, account.cell])
            return try Consent.layout.fetch(ids, db)
        }
        return Data(JSONText.of(ConsentExport(account: account, consents: entries.map(ConsentExport.Item.init))).utf8)
    }
}

/// What `exportConsents` writes.
private struct ConsentExport: Encodable {
    let account: AccountID
    let consents: [Item]

    struct Item: Encodable {
        let id: ConsentID
        let recording: RecordingID?
        let words: String
        let language: String
        let given: String
        let withdrawn: String?

        init(_ entry: Entry<Consent>) {
            id = entry.id
            recording = entry.recording
            words = entry.words
            language = entry.language
            given = Self.text(entry.given)
            withdrawn = entry.withdrawn.map(Self.text)
        }

        private static func text(_ time: Date) -> String {
            time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        }
    }
}
