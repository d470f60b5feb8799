import GRDB

/// What version 3 derives from the shared tables, for search and lists. Triggers keep it, whoever changes a row: this program, a
/// merge of another device's changes, or a person with the sqlite3 program. Nothing that lies in the trash is in it.
extension Schema {
    /// `search_documents` holds the words that are searched and numbers the rows; the numbers may be made anew, the ids never are.
    /// `thing_list` holds the few columns by which things are filtered and sorted: lists never read whole things to choose some.
    static let searchTables = """
        CREATE TABLE search_documents (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL,
            kind TEXT NOT NULL,
            title TEXT NOT NULL,
            keywords TEXT NOT NULL,
            text TEXT NOT NULL,
            UNIQUE (id, kind)
        ) STRICT;

        CREATE VIRTUAL TABLE search USING fts5 (
            kind, title, keywords, text,
            content = 'search_documents', content_rowid = 'number', tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2'
        );

        CREATE TRIGGER search_document_added AFTER INSERT ON search_documents BEGIN
            INSERT INTO search (rowid, kind, title, keywords, text)
            VALUES (new.number, new.kind, new.title, new.keywords, new.text);
        END;
        CREATE TRIGGER search_document_changed AFTER UPDATE ON search_documents
        WHEN (old.title, old.keywords, old.text) IS NOT (new.title, new.keywords, new.text) BEGIN
            INSERT INTO search (search, rowid, kind, title, keywords, text)
            VALUES ('delete', old.number, old.kind, old.title, old.keywords, old.text);
            INSERT INTO search (rowid, kind, title, keywords, text)
            VALUES (new.number, new.kind, new.title, new.keywords, new.text);
        END;

        CREATE TABLE thing_list (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL COLLATE NOCASE,
            category TEXT COLLATE NOCASE,
            brand TEXT COLLATE NOCASE,
            value INTEGER,
            currency TEXT,
            purchased INTEGER,
            warranty_until INTEGER,
            account TEXT,
            space TEXT,
            place TEXT,
            modified INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE thing_tags (
            tag TEXT NOT NULL COLLATE NOCASE,
            number INTEGER NOT NULL,
            PRIMARY KEY (tag, number)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX thing_tags_by_number ON thing_tags (number);
        CREATE INDEX thing_list_by_name ON thing_list (name, id);
        CREATE INDEX thing_list_by_value ON thing_list (value, id);
        CREATE INDEX thing_list_by_purchased ON thing_list (purchased, id);
        CREATE INDEX thing_list_by_warranty ON thing_list (warranty_until, id);
        CREATE INDEX thing_list_by_modified ON thing_list (modified, id);
        CREATE INDEX thing_list_by_category ON thing_list (category);
        CREATE INDEX thing_list_by_brand ON thing_list (brand);
        CREATE INDEX thing_list_by_space ON thing_list (space);
        CREATE INDEX thing_list_by_place ON thing_list (place);
        """

    /// What version 3 searched: its migration stays as it was.
    private static let version3Sources = [
        SearchSource("spaces", "space", title: "name"),
        SearchSource("places", "place", title: "name", text: "notes"),
        SearchSource(
            "things", "thing", title: "name", keywords: ["category", "brand", "model", "serial", "seller", "tags", "fields"],
            text: "notes"),
        SearchSource("recordings", "recording", title: "title", keywords: ["answers"], text: "notes"),
        SearchSource("media", "media", title: "caption", keywords: ["file_name"]),
        SearchSource("memories", "memory", title: "title", keywords: ["mood"], text: "text"),
    ]

    /// What version 4 searched: also tags of memories, and what is said in media.
    private static let version4Sources =
        version3Sources.prefix(4) + [
            SearchSource("media", "media", title: "caption", keywords: ["file_name", "alternative"], text: "transcript"),
            SearchSource("memories", "memory", title: "title", keywords: ["mood", "tags"], text: "text"),
        ]

    /// What is searched since version 15: also descriptions of spaces.
    private static let sources =
        [SearchSource("spaces", "space", title: "name", text: "description")] + version4Sources.dropFirst()

    /// The tables that a search looks into, and what their entries are called there.
    static let searched = sources.map { ($0.table, $0.kind) }

    static let searchTriggersOfVersion3 = version3Sources.flatMap(\.triggers)

    /// Exchanges the triggers of version 3 whose tables have got more to be searched.
    static func replaceSearch(_ db: Database) throws {
        for source in version4Sources.suffix(2) { try replaceTriggers(of: source, db) }
    }

    /// Exchanges the triggers of spaces, and adds the descriptions that there are. The numbers of documents stay as they are.
    static func searchDescriptions(_ db: Database) throws {
        for source in sources.prefix(1) { try replaceTriggers(of: source, db) }
        try db.execute(
            sql: """
                UPDATE search_documents SET text = (SELECT description FROM spaces WHERE id = search_documents.id)
                WHERE kind = 'space' AND id IN (SELECT id FROM spaces WHERE description <> '')
                """)
    }

    private static func replaceTriggers(of source: SearchSource, _ db: Database) throws {
        for event in ["added", "removed", "trashed", "changed"] {
            try db.execute(sql: "DROP TRIGGER \(source.table)_search_\(event)")
        }
        for trigger in source.triggers { try db.execute(sql: trigger) }
    }

    /// Makes everything that is derived from the shared tables anew.
    static func rebuildSearch(_ db: Database) throws {
        try rebuildDocuments(db)
        try MemoryIndex.reset(db)
        try MemoryIndex.update(db, isLogging: false)
    }

    /// Makes the search documents and the lists of things anew, as the triggers would have.
    static func rebuildDocuments(_ db: Database) throws { try rebuildDocuments(db, sources[...]) }

    static func rebuildDocumentsOfVersion4(_ db: Database) throws { try rebuildDocuments(db, version4Sources) }

    private static func rebuildDocuments(_ db: Database, _ sources: ArraySlice<SearchSource>) throws {
        try rebuildSearch(db, sources)
        // Numbers are new now: up to here everything has been seen.
        try db.execute(sql: "UPDATE follows SET seen = (SELECT ifnull(max(number), 0) FROM search_documents)")
    }

    static func rebuildSearchOfVersion3(_ db: Database) throws { try rebuildSearch(db, version3Sources[...]) }

    private static func rebuildSearch(_ db: Database, _ sources: ArraySlice<SearchSource>) throws {
        try db.execute(sql: "DELETE FROM thing_list; DELETE FROM thing_tags; INSERT INTO search (search) VALUES ('delete-all')")
        for trigger in ["search_document_removed", "thing_list_removed"] { try db.execute(sql: "DROP TRIGGER \(trigger)") }
        try db.execute(sql: "DELETE FROM search_documents")
        try db.execute(sql: removalTriggers)
        for source in sources { try db.execute(sql: source.rebuild) }
    }

    static let removalTriggers = """
        CREATE TRIGGER search_document_removed AFTER DELETE ON search_documents BEGIN
            INSERT INTO search (search, rowid, kind, title, keywords, text)
            VALUES ('delete', old.number, old.kind, old.title, old.keywords, old.text);
        END;
        CREATE TRIGGER thing_list_removed AFTER DELETE ON search_documents WHEN old.kind = 'thing' BEGIN
            DELETE FROM thing_list WHERE number = old.number;
            DELETE FROM thing_tags WHERE number = old.number;
        END;
        """

    /// Keeps `thing_list` and `thing_tags`, by way of `search_documents`, whose triggers come first and whose numbers they share.
    static func thingListTriggers(listed columns: [String]) -> String {
        let listed = columns.joined(separator: ", ")
        return """
            CREATE TRIGGER thing_list_added AFTER INSERT ON search_documents WHEN new.kind = 'thing' BEGIN
                INSERT INTO thing_list (number, id, \(listed)) SELECT new.number, id, \(listed) FROM things WHERE id = new.id;
                INSERT OR IGNORE INTO thing_tags SELECT j.value, new.number FROM things, \(tagValues)
                    WHERE things.id = new.id AND j.type = 'text';
            END;
            CREATE TRIGGER thing_list_changed AFTER UPDATE OF \(listed) ON things
            WHEN old.trashed IS NULL AND new.trashed IS NULL BEGIN
                UPDATE thing_list SET (\(listed)) = (\(columns.map { "new.\($0)" }.joined(separator: ", "))) WHERE id = new.id;
            END;
            CREATE TRIGGER thing_tags_changed AFTER UPDATE OF tags ON things
            WHEN old.trashed IS NULL AND new.trashed IS NULL AND old.tags IS NOT new.tags BEGIN
                DELETE FROM thing_tags WHERE number = (SELECT number FROM thing_list WHERE id = new.id);
                INSERT OR IGNORE INTO thing_tags SELECT j.value, l.number FROM things, thing_list l, \(tagValues)
                    WHERE things.id = new.id AND l.id = new.id AND j.type = 'text';
            END;
            """
    }

    /// The columns of `thing_list` in version 3.
    static let listed = [
        "name", "category", "brand", "value", "currency", "purchased", "warranty_until", "account", "space", "place", "modified",
    ]
    /// JSON that is none, as another device may have sent it, holds no tags.
    private static let tagValues = "json_each(CASE WHEN json_valid(things.tags) THEN things.tags ELSE '[]' END) j"
}

/// A table that a search looks into, and which of its columns.
private struct SearchSource: Sendable {
    let table: String
    let kind: String
    let title: String
    var keywords: [String] = []
    var text: String?

    init(_ table: String, _ kind: String, title: String, keywords: [String] = [], text: String? = nil) {
        self.table = table
        self.kind = kind
        self.title = title
        self.keywords = keywords
        self.text = text
    }

    /// Title, keywords and text of a row. A tokenizer passes over the punctuation of JSON, so that it is indexed as it stands.
    private func words(_ row: String) -> String {
        let keywords = keywords.map { "ifnull(\(row).\($0), '')" }.joined(separator: " || char(10) || ")
        return "\(row).\(title), \(keywords.isEmpty ? "''" : keywords), \(text.map { "\(row).\($0)" } ?? "''")"
    }

    private func insertion(_ row: String) -> String {
        "INSERT INTO search_documents (id, kind, title, keywords, text) SELECT \(row).id, '\(kind)', \(words(row))"
    }

    private var removal: String { "DELETE FROM search_documents WHERE id = old.id AND kind = '\(kind)';" }

    var rebuild: String { "\(insertion(table)) FROM \(table) WHERE trashed IS NULL" }

    private var columns: [String] { [title] + keywords + [text].compactMap(\.self) }

    /// They keep `search_documents` up to date with the table.
    var triggers: [String] {
        [
            "CREATE TRIGGER \(table)_search_added AFTER INSERT ON \(table) BEGIN "
                + "\(insertion("new")) WHERE new.trashed IS NULL; END",
            "CREATE TRIGGER \(table)_search_removed AFTER DELETE ON \(table) BEGIN \(removal) END",
            """
            CREATE TRIGGER \(table)_search_trashed AFTER UPDATE OF trashed ON \(table)
            WHEN (old.trashed IS NULL) <> (new.trashed IS NULL) BEGIN
                \(removal)
                \(insertion("new")) WHERE new.trashed IS NULL;
            END
            """,
            """
            CREATE TRIGGER \(table)_search_changed AFTER UPDATE OF \(columns.joined(separator: ", "))
            ON \(table) WHEN old.trashed IS NULL AND new.trashed IS NULL BEGIN
                UPDATE search_documents SET (title, keywords, text) = (\(words("new"))) WHERE id = new.id AND kind = '\(kind)';
            END
            """,
        ]
    }
}
