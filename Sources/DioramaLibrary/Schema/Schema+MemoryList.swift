import Exploration
import GRDB

/// What is derived from memories for lists, counts, pins and live events. Triggers keep it, whoever changes a row. Nothing that lies in the
/// trash is in it.
///
/// Whether somebody may see a memory hangs on its space, author, privacy and audience, and, for a part of a space, on its place. Memories
/// that agree in the first four, in kind and in mood, form a group. Groups are few, whatever the number of memories: who may see what is
/// decided on groups, counts are sums over groups, and lists look into narrow rows that name their group.
extension Schema {
    /// - `memory_list`: `x`, `y`, `z` is where the cue stands and `px`, `py`, `pz` the point it is pinned to, in metres; `pin` is what
    ///   the sand table is sent of it, as JSON. Numbers are those of `search_documents`.
    /// - `memory_log`: the latest changes, each with the group and places before and after: whoever saw what is gone now must hear of it.
    static let memoryListTables = """
        CREATE TABLE memory_groups (
            number INTEGER PRIMARY KEY,
            space TEXT NOT NULL,
            account TEXT NOT NULL,
            privacy TEXT NOT NULL,
            audience TEXT NOT NULL,
            kind TEXT NOT NULL,
            mood TEXT NOT NULL,
            count INTEGER NOT NULL DEFAULT 0,
            UNIQUE (space, account, privacy, audience, kind, mood)
        ) STRICT;

        CREATE TABLE memory_list (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            space TEXT NOT NULL,
            "group" INTEGER NOT NULL,
            x REAL, y REAL, z REAL,
            px REAL, py REAL, pz REAL,
            pin TEXT
        ) STRICT;

        CREATE TABLE memory_tags (
            tag TEXT NOT NULL COLLATE NOCASE,
            space TEXT NOT NULL,
            id TEXT NOT NULL,
            PRIMARY KEY (tag, space, id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE memory_log (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL,
            old_group INTEGER,
            new_group INTEGER,
            old_x REAL, old_y REAL, old_z REAL, old_px REAL, old_py REAL, old_pz REAL,
            new_x REAL, new_y REAL, new_z REAL, new_px REAL, new_py REAL, new_pz REAL
        ) STRICT;

        CREATE INDEX memory_list_by_space ON memory_list (space, id, "group");
        CREATE INDEX memory_list_by_group ON memory_list ("group", id);
        CREATE INDEX memory_list_arrivals ON memory_list (space, number, "group");
        CREATE INDEX memory_tags_by_memory ON memory_tags (id);
        """

    /// The moods and kinds in the order of their numbers in pins.
    static let moods = Mood.allCases.map(\.name)
    static let memoryKinds = ["text", "photo", "audio", "video"]

    /// The number of what went last is given again: whoever had seen it has not seen what comes next.
    static let followTrigger = """
        CREATE TRIGGER follows_kept AFTER DELETE ON search_documents
        WHEN old.number > (SELECT ifnull(max(number), 0) FROM search_documents) BEGIN
            UPDATE follows SET seen = old.number - 1 WHERE seen >= old.number;
        END;
        """

    /// They follow those of `search_documents`, which number the rows.
    static let memoryListTriggers = """
        CREATE TRIGGER memory_list_added AFTER INSERT ON search_documents WHEN new.kind = 'memory' BEGIN
            \(addingGroup("m.id = new.id"))
            INSERT INTO memory_list (number, \(listColumns)) SELECT new.number, \(listValues) FROM \(derived("m.id = new.id"));
        END;
        \(memoryListRemoval)
        CREATE TRIGGER memory_list_changed AFTER UPDATE ON memories WHEN old.trashed IS NULL AND new.trashed IS NULL BEGIN
            \(addingGroup("m.id = new.id"))
            UPDATE memory_list SET (\(listColumns)) = (SELECT \(listValues) FROM \(derived("m.id = new.id"))) WHERE id = new.id;
        END;
        CREATE TRIGGER memory_tags_changed AFTER UPDATE OF tags, space ON memories
        WHEN old.trashed IS NULL AND new.trashed IS NULL AND (old.tags, old.space) IS NOT (new.tags, new.space) BEGIN
            DELETE FROM memory_tags WHERE id = new.id;
            \(addingTags("m.id = new.id"))
        END;
        CREATE TRIGGER memory_counted AFTER INSERT ON memory_list BEGIN
            UPDATE memory_groups SET count = count + 1 WHERE number = new."group";
            \(addingTags("m.id = new.id"))
            INSERT INTO memory_log (id, new_group, \(logged("new"))) VALUES (new.id, new."group", \(places("new")));
            \(trimmingLog)
        END;
        CREATE TRIGGER memory_discounted AFTER DELETE ON memory_list BEGIN
            UPDATE memory_groups SET count = count - 1 WHERE number = old."group";
            DELETE FROM memory_tags WHERE id = old.id;
            INSERT INTO memory_log (id, old_group, \(logged("old"))) VALUES (old.id, old."group", \(places("old")));
            \(trimmingLog)
        END;
        CREATE TRIGGER memory_recounted AFTER UPDATE ON memory_list BEGIN
            UPDATE memory_groups SET count = count - 1 WHERE number = old."group";
            UPDATE memory_groups SET count = count + 1 WHERE number = new."group";
            INSERT INTO memory_log (id, old_group, new_group, \(logged("old")), \(logged("new")))
            VALUES (new.id, old."group", new."group", \(places("old")), \(places("new")));
            \(trimmingLog)
        END;
        """

    static let memoryListRemoval = """
        CREATE TRIGGER memory_list_gone AFTER DELETE ON search_documents WHEN old.kind = 'memory' BEGIN
            DELETE FROM memory_list WHERE number = old.number;
        END;
        """

    /// Empties what is derived; adding to `search_documents` fills it anew.
    static let emptyMemoryList = """
        DELETE FROM memory_list;
        DELETE FROM memory_tags;
        DELETE FROM memory_groups;
        DELETE FROM memory_log;
        """

    /// What is kept of a group, as SQL on a row `m` of memories.
    private static let groupValues = "ifnull(m.space, ''), ifnull(m.account, ''), m.privacy, m.audience, m.kind, ifnull(m.mood, '')"
    private static let groupColumns = "space, account, privacy, audience, kind, mood"

    private static func addingGroup(_ condition: String) -> String {
        """
        INSERT INTO memory_groups (\(groupColumns)) SELECT \(groupValues) FROM memories m WHERE \(condition)
            AND NOT EXISTS (SELECT 1 FROM memory_groups g WHERE (\(groupColumns)) = (\(groupValues)));
        """
    }

    /// JSON that is none, as another device may have sent it, holds no tags.
    private static func addingTags(_ condition: String) -> String {
        """
        INSERT INTO memory_tags (tag, space, id) SELECT j.value, ifnull(m.space, ''), m.id
            FROM memories m, json_each(CASE WHEN json_valid(m.tags) THEN m.tags ELSE '[]' END) j
            WHERE \(condition) AND j.type = 'text' GROUP BY j.value COLLATE NOCASE;
        """
    }

    private static let listColumns = "id, space, \"group\", x, y, z, px, py, pz, pin"
    private static let listValues = """
        d.id, d.space, d.number, d.x, d.y, d.z, d.px, d.py, d.pz,
        CASE WHEN d.x + d.y + d.z IS NOT NULL THEN
            json_array(d.id, round(d.x, 4), round(d.y, 4), round(d.z, 4), \(index("d.mood", moods)), \(index("d.kind", memoryKinds)), d.title,
                d.privacy IN ('public', 'anonymous'))
        END
        """

    /// Rows `d`: memories with their groups and places.
    private static func derived(_ condition: String) -> String {
        let axes = ["x", "y", "z"].enumerated().map { axis, name in
            let height = axis == 1 ? " + ifnull(\(number("$.height")), 0)" : ""
            let cue = """
                ifnull(\(number("$.screen.position[\(axis)]")),
                    \(number("$.point[\(axis)]")) + ifnull(\(number("$.offset[\(axis)]")), 0)\(height))
                """
            return "\(near(cue)) AS \(name), \(near(number("$.point[\(axis)]"))) AS p\(name)"
        }
        return """
            (SELECT a.id, a.space, a.title, a.mood, a.kind, a.privacy, a.number, \(axes.joined(separator: ", "))
            FROM (SELECT m.id, ifnull(m.space, '') AS space, m.title, m.mood, m.kind, m.privacy, g.number,
                CASE WHEN json_valid(m.anchor) THEN m.anchor ELSE '{}' END AS anchor
                FROM memories m JOIN memory_groups g ON (g.space, g.account, g.privacy, g.audience, g.kind, g.mood) = (\(groupValues))
                WHERE \(condition)) a) d
            """
    }

    /// A number of the anchor; null where there is none.
    private static func number(_ path: String) -> String {
        "CASE WHEN json_type(a.anchor, '\(path)') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '\(path)') AS REAL) END"
    }

    /// A coordinate that can be one: a place has no thousand kilometres.
    private static func near(_ value: String) -> String { "CASE WHEN abs(\(value)) <= 1000000 THEN \(value) END" }

    private static func index(_ column: String, _ words: [String]) -> String {
        "CASE \(column) \(words.enumerated().map { "WHEN '\($1)' THEN \($0)" }.joined(separator: " ")) ELSE -1 END"
    }

    private static let axes = ["x", "y", "z", "px", "py", "pz"]
    private static func logged(_ row: String) -> String { axes.map { "\(row)_\($0)" }.joined(separator: ", ") }
    private static func places(_ row: String) -> String { axes.map { "\(row).\($0)" }.joined(separator: ", ") }
    private static let trimmingLog = "DELETE FROM memory_log WHERE number <= (SELECT max(number) FROM memory_log) - 10000;"
}
