import Foundation
import GRDB

/// That somebody agreed to recordings being used to improve recognition: to which words, and when. It is never changed but to be
/// withdrawn.
///
/// Withdrawing marks every consent that this device knows of, whatever the clocks of the devices say; only agreeing anew, which is
/// a new entry, allows anything again.
public struct Consent: CatalogueValue {
    /// Who agreed.
    public internal(set) var account: AccountID
    /// What may be used; nil where it is the account's own consent, without which no recording's counts.
    public internal(set) var recording: RecordingID?
    /// The very words that were shown and agreed to.
    public internal(set) var words: String
    /// The language of the words, as `de` (BCP 47).
    public internal(set) var language: String
    /// When consent was given.
    public internal(set) var given: Date
    /// When it was withdrawn; nil where it holds.
    public internal(set) var withdrawn: Date?

    public static let layout = TableLayout<Consent>(
        "consents", noun: "consent",
        blank: Consent(account: AccountID(KSUID(seconds: 0, payload: 0)), words: "", language: "", given: .distantPast),
        checked: { (consent) throws(LibraryError) in
            var consent = consent
            consent.words = try Check.text(consent.words, "the words of a consent", characters: 20_000)
            if consent.words.allSatisfy(\.isWhitespace) {
                throw LibraryError(.invalidValue, "a consent needs the words that were agreed to")
            }
            consent.language = try Check.line(consent.language, "a language", characters: 35)
            return consent
        }
    ) { column in
        column("account", \.account)
        column("recording", \.recording)
        column("words", \.words)
        column("language", \.language)
        column("given", \.given)
        column("withdrawn", \.withdrawn)
    }
}

extension Condition where Value == Recording {
    /// May be used to improve recognition: its account agreed, it was agreed to for this recording, neither was withdrawn, and it
    /// is not private.
    public static var isUsable: Self {
        Condition(
            """
            is_private = 0
            AND EXISTS (SELECT 1 FROM consents c WHERE c.recording = recordings.id
                AND \(AccountMerges.canonical("c.account")) = \(AccountMerges.canonical("recordings.account"))
                AND c.withdrawn IS NULL)
            AND EXISTS (SELECT 1 FROM consents c WHERE c.recording IS NULL
                AND \(AccountMerges.canonical("c.account")) = \(AccountMerges.canonical("recordings.account"))
                AND c.withdrawn IS NULL)
            """, [])
    }
}

/// Consents inside a transaction.
enum ConsentRows {
    /// The consent that holds; the account's own where `recording` is nil.
    static func held(_ account: AccountID, for recording: RecordingID?, _ db: Database) throws -> Entry<Consent>? {
        let id = try String.fetchOne(
            db,
            sql: """
                SELECT id FROM consents WHERE \(AccountMerges.condition("account")) AND recording IS ? AND withdrawn IS NULL
                ORDER BY id DESC LIMIT 1
                """, arguments: [account.cell, account.cell, recording.cell])
        return try id.flatMap { try Consent.layout.fetch([$0], db).first }
    }

    static func give(
        _ account: AccountID, for recording: RecordingID?, words: String, language: String, _ db: Database
    ) throws -> Entry<Consent> {
        let consent = Consent(
            account: account, recording: recording, words: words, language: language, given: Date(milliseconds: Date().milliseconds)
        )
        if let held = try held(account, for: recording, db), held.words == words { return held }
        return try Consent.layout.insert(consent, db)
    }

    /// - Returns: how many held until now.
    static func withdraw(account: AccountID, _ db: Database) throws -> Int {
        try withdraw(where: AccountMerges.condition("account"), [account.cell, account.cell], db)
    }

    @discardableResult
    static func withdraw(recording: RecordingID, _ db: Database) throws -> Int {
        try withdraw(where: "recording = ?", [recording.cell], db)
    }

    private static func withdraw(where condition: String, _ arguments: [DatabaseValue], _ db: Database) throws -> Int {
        let now = Date().milliseconds
        try db.execute(
            sql: "UPDATE consents SET withdrawn = ?, modified = max(modified, ?) WHERE \(condition) AND withdrawn IS NULL",
            arguments: StatementArguments([now.databaseValue, now.databaseValue] + arguments))
        return db.changesCount
    }
}
