import DioramaLibrary
import Foundation
import GRDB
import Synchronization

/// Conversations with guides, each seen by the account that had it only. They are in a database of their own beside the library,
/// which is neither synchronized nor shared nor part of backups.
public final class ConversationStore: Sendable {
    /// The key of the library's owner, whose account may change; other people's key is the id of their account.
    public static let libraryOwner = "owner"

    private let folder: URL
    private let opened = Mutex<DatabaseQueue?>(nil)

    /// The conversations of a library, in `guide/conversations.sqlite` of its folder. The file is created with the first
    /// conversation.
    public init(libraryFolder: URL) { folder = libraryFolder.appending(path: "guide") }

    /// The database; nil where there is none yet, and none is to be created.
    private func database(creating: Bool) throws -> DatabaseQueue? {
        try opened.withLock { opened in
            if let opened { return opened }
            let file = folder.appending(path: "conversations.sqlite")
            guard creating || FileManager.default.fileExists(atPath: file.path) else { return nil }
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            var configuration = Configuration()
            configuration.foreignKeysEnabled = true
            configuration.busyMode = .timeout(5)
            configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA secure_delete = ON") }
            let database = try DatabaseQueue(path: file.path, configuration: configuration)
            try Self.migrator.migrate(database)
            opened = database
            return database
        }
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("conversations") { db in
            try db.execute(
                sql: """
                    CREATE TABLE conversation (
                      id TEXT PRIMARY KEY, owner TEXT NOT NULL, about TEXT NOT NULL, persona TEXT NOT NULL, title TEXT NOT NULL,
                      created INTEGER NOT NULL, modified INTEGER NOT NULL
                    ) STRICT;
                    CREATE INDEX conversationByOwner ON conversation (owner, modified);
                    CREATE TABLE message (
                      id INTEGER PRIMARY KEY, conversation TEXT NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
                      number INTEGER NOT NULL, question TEXT NOT NULL, answer TEXT NOT NULL, time INTEGER NOT NULL,
                      UNIQUE (conversation, number)
                    ) STRICT;
                    CREATE VIRTUAL TABLE messageText USING fts5(question, answer, tokenize = "unicode61 remove_diacritics 2");
                    CREATE TRIGGER messageDeleted AFTER DELETE ON message BEGIN DELETE FROM messageText WHERE rowid = old.id; END;
                    """)
        }
        return migrator
    }

    // MARK: Writing

    /// Adds a question and its answer.
    /// - Parameters:
    ///   - id: the conversation that goes on; nil begins one.
    ///   - owner: whose conversation it is.
    /// - Returns: the conversation's id; nil where this owner has none of that id.
    public func add(
        _ question: String, _ answer: GuideAnswer, to id: String?, about: String, owner: String
    ) throws(GuideError) -> String? {
        try run(creating: true, without: nil) { db in
            let now = Self.milliseconds(Date())
            let conversation = id ?? KSUID().description
            if id == nil {
                try db.execute(
                    sql: "INSERT INTO conversation VALUES (?, ?, ?, ?, ?, ?, ?)",
                    arguments: [conversation, owner, about, answer.persona, question, now, now])
            } else {
                try db.execute(
                    sql: "UPDATE conversation SET modified = ? WHERE id = ? AND owner = ? AND about = ?",
                    arguments: [now, conversation, owner, about])
                guard db.changesCount == 1 else { return nil }
            }
            let json = String(decoding: try JSONEncoder().encode(answer), as: UTF8.self)
            try db.execute(
                sql: """
                    INSERT INTO message (conversation, number, question, answer, time)
                    SELECT ?, coalesce(max(number), 0) + 1, ?, ?, ? FROM message WHERE conversation = ?
                    """, arguments: [conversation, question, json, now, conversation])
            try db.execute(
                sql: "INSERT INTO messageText (rowid, question, answer) VALUES (?, ?, ?)",
                arguments: [db.lastInsertedRowID, question, answer.answer])
            return conversation
        }
    }

    /// Deletes a conversation permanently.
    /// - Returns: whether there was one.
    public func delete(_ id: String, owner: String) throws(GuideError) -> Bool {
        try run(without: false) { db in
            try db.execute(sql: "DELETE FROM conversation WHERE id = ? AND owner = ?", arguments: [id, owner])
            let isDeleted = db.changesCount > 0
            if isDeleted { try db.execute(sql: "INSERT INTO messageText (messageText) VALUES ('optimize')") }
            return isDeleted
        }
    }

    /// Deletes all conversations of an account permanently.
    /// - Returns: how many there were.
    public func deleteAll(owner: String) throws(GuideError) -> Int {
        try run(without: 0) { db in
            try db.execute(sql: "DELETE FROM conversation WHERE owner = ?", arguments: [owner])
            let count = db.changesCount
            try db.execute(sql: "INSERT INTO messageText (messageText) VALUES ('optimize')")
            return count
        }
    }

    /// Deletes all conversations of everybody permanently.
    public func deleteEverything() throws(GuideError) {
        try run(without: ()) { db in
            try db.execute(sql: "DELETE FROM conversation")
            try db.execute(sql: "INSERT INTO messageText (messageText) VALUES ('optimize')")
        }
    }

    // MARK: Reading

    /// Questions of a conversation, oldest first, for the guide's understanding of the next one; nil where the owner has none.
    public func history(of id: String, owner: String) throws(GuideError) -> [String]? {
        try run(without: nil) { db in
            guard try Self.fetch(id, of: owner, db) != nil else { return nil }
            return try String.fetchAll(
                db, sql: "SELECT question FROM message WHERE conversation = ? ORDER BY number DESC LIMIT 10", arguments: [id]
            ).reversed()
        }
    }

    /// A conversation with its latest messages before a number, oldest first; nil where the owner has none.
    public func conversation(
        _ id: String, owner: String, before: Int? = nil, limit: Int = 50
    ) throws(GuideError) -> (conversation: Conversation, messages: [ConversationMessage])? {
        try run(without: nil) { db in
            guard let conversation = try Self.fetch(id, of: owner, db) else { return nil }
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT number, question, answer, time FROM message WHERE conversation = ? AND number < ?
                    ORDER BY number DESC LIMIT ?
                    """,
                arguments: [id, before ?? Int.max, limit])
            let messages = try rows.reversed().map { row in
                ConversationMessage(
                    number: row["number"], question: row["question"],
                    answer: try JSONDecoder().decode(GuideAnswer.self, from: Data((row["answer"] as String).utf8)),
                    time: Self.date(row["time"]))
            }
            return (conversation, messages)
        }
    }

    /// A page of an owner's conversations, the latest first.
    /// - Parameters:
    ///   - search: words that all occur in one of its messages, the last one as a beginning.
    ///   - after: the `next` of the page before.
    public func list(
        owner: String, search: String? = nil, about: String? = nil, after: String? = nil, limit: Int = 50
    ) throws(GuideError) -> (conversations: [Conversation], next: String?) {
        let cursor = after.flatMap(Cursor.init)
        if after != nil, cursor == nil { throw GuideError("after", "isn't the “next” of a page") }
        let pattern = search.map(Self.pattern)
        if pattern?.isEmpty == true { return ([], nil) }
        return try run(without: ([], nil)) { db in
            let found = try Row.fetchAll(
                db,
                sql: """
                    SELECT c.*, (SELECT count(*) FROM message WHERE conversation = c.id) AS messages,
                      \(pattern == nil ? "NULL" : Self.excerpt) AS excerpt
                    FROM conversation c
                    WHERE owner = :owner AND (:about IS NULL OR about = :about)
                      AND (:modified IS NULL OR (modified, id) < (:modified, :id))
                      \(pattern == nil ? "" : "AND excerpt IS NOT NULL")
                    ORDER BY modified DESC, id DESC LIMIT :limit
                    """,
                arguments: StatementArguments(
                    ["owner": owner, "about": about, "modified": cursor?.modified, "id": cursor?.id, "limit": limit + 1]
                        .merging(pattern.map { ["pattern": $0] } ?? [:]) { $1 } as [String: (any DatabaseValueConvertible)?]))
            let conversations = found.prefix(limit).map(Self.conversation)
            let last = conversations.last.map { Cursor(modified: Self.milliseconds($0.modified), id: $0.id).text }
            return (conversations, found.count > limit ? last : nil)
        }
    }

    private static let excerpt = """
        (SELECT snippet(messageText, -1, '', '', '…', 16) FROM messageText JOIN message ON message.id = messageText.rowid
         WHERE messageText MATCH :pattern AND message.conversation = c.id LIMIT 1)
        """

    /// An FTS5 pattern: all words, the last one as a beginning. Quoted, so that no word is an operator.
    private static func pattern(_ search: String) -> String {
        let words = search.split { !$0.isLetter && !$0.isNumber }.map { "\"\($0)\"" }
        return words.isEmpty ? "" : words.joined(separator: " ") + "*"
    }

    // MARK: Rows

    private static func fetch(_ id: String, of owner: String, _ db: Database) throws -> Conversation? {
        try Row.fetchOne(
            db,
            sql: """
                SELECT c.*, (SELECT count(*) FROM message WHERE conversation = c.id) AS messages, NULL AS excerpt
                FROM conversation c WHERE id = ? AND owner = ?
                """, arguments: [id, owner]
        ).map(conversation)
    }

    private static func conversation(_ row: Row) -> Conversation {
        Conversation(
            id: row["id"], about: row["about"], persona: row["persona"], title: row["title"], created: date(row["created"]),
            modified: date(row["modified"]), count: row["messages"], excerpt: row["excerpt"])
    }

    private static func milliseconds(_ date: Date) -> Int64 { Int64((date.timeIntervalSince1970 * 1000).rounded()) }
    private static func date(_ milliseconds: Int64) -> Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// - Parameter value: the result where there are no conversations yet.
    private func run<Value>(
        creating: Bool = false, without value: Value, _ work: (Database) throws -> Value
    ) throws(GuideError) -> Value {
        do { return try database(creating: creating)?.write(work) ?? value } catch {
            throw GuideError(
                "guide/conversations.sqlite", "\(error)", remedy: "check the library's folder and free disk space")
        }
    }
}

/// Where a page of conversations ends.
private struct Cursor {
    let modified: Int64
    let id: String

    init(modified: Int64, id: String) {
        self.modified = modified
        self.id = id
    }

    init?(_ text: String) {
        let parts = text.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let modified = Int64(parts[0]) else { return nil }
        self.init(modified: modified, id: String(parts[1]))
    }

    var text: String { "\(modified)-\(id)" }
}
