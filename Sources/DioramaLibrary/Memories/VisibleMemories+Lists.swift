import Foundation
import GRDB

/// What of the memories of a space is wanted.
public struct MemoryFilter: Sendable, Equatable {
    /// Words that it has, the last one also as a beginning.
    public var search: String?
    /// Exact mood; nil for any.
    public var mood: String?
    /// Main medium; nil for any.
    public var kind: Memory.Kind?
    /// A tag, ignoring ASCII case; nil for any.
    public var tag: String?
    /// Only with the names of those who are named: an author never finds what they wrote anonymously for others.
    public var author: AccountID?
    /// The id of the object of the space that it is pinned to; nil for any.
    public var object: String?

    /// Creates a filter; all conditions that are set must hold.
    public init(
        search: String? = nil, mood: String? = nil, kind: Memory.Kind? = nil, tag: String? = nil, author: AccountID? = nil,
        object: String? = nil
    ) {
        self.search = search
        self.mood = mood
        self.kind = kind
        self.tag = tag
        self.author = author
        self.object = object
    }
}

/// A part of a list of memories.
public struct MemoryPage: Sendable, Equatable {
    /// The memories in the order of the list.
    public let memories: [AuthorizedMemory]
    /// Whether there are more behind the last one.
    public let hasMore: Bool
    /// How many there are in all pages; of a search, a tag or a part of a space at most `VisibleMemories.countLimit` are counted.
    public let total: Int
}

extension VisibleMemories {
    /// Up to where a search, a tag and a part are counted.
    public static let countLimit = 1000

    /// A page of the memories of a space.
    /// - Parameters:
    ///   - space: the space.
    ///   - filter: which memories are wanted.
    ///   - newestFirst: the order, by when they were made.
    ///   - last: the last memory of the page before, which may be gone by now; nil for the first page.
    ///   - limit: how many at most, 1 to 200.
    public func list(
        in space: SpaceID, _ filter: MemoryFilter = MemoryFilter(), newestFirst: Bool = true, after last: MemoryID? = nil,
        limit: Int = 50
    ) async throws(LibraryError) -> MemoryPage {
        if !(1...200).contains(limit) { throw LibraryError(.invalidValue, "a page can have 1 to 200 memories, not \(limit)") }
        let (viewer, visibility) = (viewer, visibility)
        return try await library.query(to: "list the memories") { db in
            let search = MemoryScan(visibility: visibility, viewer: viewer, space: space, filter: filter)
            let groups = try search.groups(db)
            let (found, total) = try search.page(groups, newestFirst: newestFirst, after: last, limit: limit + 1, db)
            let entries = try Memory.layout.fetch(Array(found.prefix(limit)), db)
            return MemoryPage(
                memories: try AuthorizedMemory.of(entries, by: viewer, db), hasMore: found.count > limit, total: total)
        }
    }

    /// A page of what they wrote and put into the trash.
    public func trashed(
        in space: SpaceID, newestFirst: Bool = true, after last: MemoryID? = nil, limit: Int = 50
    ) async throws(LibraryError) -> MemoryPage {
        if !(1...200).contains(limit) { throw LibraryError(.invalidValue, "a page can have 1 to 200 memories, not \(limit)") }
        let viewer = viewer
        return try await library.query(to: "list the trash") { db in
            guard try Self.seesSpace(space, as: viewer, db) else { return MemoryPage(memories: [], hasMore: false, total: 0) }
            let (mine, arguments): (String, [DatabaseValue]) =
                switch viewer {
                case .owner(let account):
                    ("(account IS NULL OR \(AccountMerges.condition("account")))", [account.cell, account.cell])
                case .account(let account): (AccountMerges.condition("account"), [account.cell, account.cell])
                case .link: ("FALSE", [])
                }
            let condition = "trashed IS NOT NULL AND space = ? AND \(mine)"
            let total = try Int.fetchOne(
                db, sql: "SELECT count(*) FROM memories WHERE \(condition)", arguments: StatementArguments([space.cell] + arguments)
            )
            let range = last == nil ? "" : "AND id \(newestFirst ? "<" : ">") ?"
            let found = try String.fetchAll(
                db,
                sql: """
                    SELECT id FROM memories WHERE \(condition) \(range)
                    ORDER BY id \(newestFirst ? "DESC" : "ASC") LIMIT \(limit + 1)
                    """, arguments: StatementArguments([space.cell] + arguments + (last.map { [$0.cell] } ?? [])))
            let entries = try Memory.layout.fetch(Array(found.prefix(limit)), db)
            return MemoryPage(
                memories: try AuthorizedMemory.of(entries, by: viewer, db), hasMore: found.count > limit, total: total ?? 0)
        }
    }

    /// The pins of a space as a JSON array: `[[id, x, y, z, mood, kind, title], …]`, in the order of adding.
    public func pins(in space: SpaceID) async throws(LibraryError) -> String {
        let visibility = visibility
        return try await library.query(to: "list the pins") { db in
            let (sql, arguments) = visibility.condition
            let pins = try String.fetchOne(
                try db.cachedStatement(
                    sql: """
                        SELECT group_concat(pin) FROM memory_list list NOT INDEXED
                        WHERE list.space = ? AND pin IS NOT NULL AND \(sql)
                        """),
                arguments: StatementArguments([space.cell] + arguments))
            return "[\(pins ?? "")]"
        }
    }

    /// How many memories of others arrived in a space after the number `number`.
    func arrivals(in space: SpaceID, after number: Int64, _ db: Database) throws -> Int {
        let (sql, arguments) = visibility.condition
        let own: (String, [DatabaseValue]) =
            switch viewer {
            case .owner(let account): ("account NOT IN ('', ?)", [(account?.description ?? "").databaseValue])
            case .account(let account): ("account <> ?", [account.cell])
            case .link: ("TRUE", [])
            }
        return try Int.fetchOne(
            try db.cachedStatement(
                sql: """
                    SELECT count(*) FROM (
                        SELECT 1 FROM memory_list list WHERE list.space = ? AND list.number > ? AND \(sql)
                            AND list."group" IN (SELECT number FROM memory_groups WHERE \(own.0)) LIMIT \(Self.countLimit)
                    )
                    """), arguments: StatementArguments([space.cell, number.databaseValue] + arguments + own.1)) ?? 0
    }
}

/// Finds the memories of a page: first the groups that fulfil what hangs on them, then the rows.
private struct MemoryScan {
    let visibility: MemoryVisibility
    let viewer: Viewer
    let space: SpaceID
    let filter: MemoryFilter

    struct Groups {
        var numbers: [Int64]
        /// How many memories they have together.
        var count: Int
        /// How many the space has in all.
        var spaceCount: Int
    }

    func groups(_ db: Database) throws -> Groups {
        var sql = visibility.groups
        var arguments = visibility.groupArguments
        func require(_ condition: String, _ cells: [DatabaseValue]) {
            sql += " AND \(condition)"
            arguments += cells
        }
        if let mood = filter.mood { require("mood = ?", [mood.databaseValue]) }
        if let kind = filter.kind { require("kind = ?", [kind.cell]) }
        if let author = filter.author {
            require("account = ?", [author.cell])
            if !viewer.isAuthor(author) { require("privacy <> 'anonymous'", []) }
        }
        let rows = try Row.fetchAll(
            try db.cachedStatement(sql: "SELECT number, count, \(sql) FROM memory_groups WHERE space = ? AND count > 0"),
            arguments: StatementArguments(arguments + [space.cell]))
        var groups = Groups(numbers: [], count: 0, spaceCount: 0)
        for row in rows {
            let count: Int = row[1]
            groups.spaceCount += count
            if row[2] as Bool? == true {
                groups.numbers.append(row[0])
                groups.count += count
            }
        }
        return groups
    }

    /// What is asked of single rows, under the name `list`.
    private func rowConditions() -> (sql: String, arguments: [DatabaseValue]) {
        var (sql, arguments) = visibility.inside("list.")
        if let tag = filter.tag {
            sql += " AND EXISTS (SELECT 1 FROM memory_tags t WHERE t.tag = ? AND t.space = list.space AND t.id = list.id)"
            arguments.append(tag.databaseValue)
        }
        if let object = filter.object {
            // An anchor that is no JSON, as another device may have sent it, is of no object.
            sql += """
                 AND EXISTS (SELECT 1 FROM memories m WHERE m.id = list.id
                    AND CASE WHEN json_valid(m.anchor) THEN json_extract(m.anchor, '$.object.id') END = ?)
                """
            arguments.append(object.databaseValue)
        }
        return (sql, arguments)
    }

    private var isOfGroupsAlone: Bool {
        filter.tag == nil && filter.object == nil && filter.search == nil && visibility.inside().arguments.isEmpty
    }

    private func inGroups(_ groups: Groups) -> String {
        "list.\"group\" IN (\(groups.numbers.map(String.init).joined(separator: ",")))"
    }

    /// The ids of a page, and how many there are in all.
    func page(_ groups: Groups, newestFirst: Bool, after last: MemoryID?, limit: Int, _ db: Database) throws -> ([String], Int) {
        if isOfGroupsAlone {
            return (try ids(groups, newestFirst: newestFirst, after: last, limit: limit, db), groups.count)
        }
        // The first page is the beginning of what is counted.
        if last == nil {
            let all = try ids(groups, newestFirst: newestFirst, after: nil, limit: max(limit, VisibleMemories.countLimit), db)
            return (Array(all.prefix(limit)), min(all.count, VisibleMemories.countLimit))
        }
        return (try ids(groups, newestFirst: newestFirst, after: last, limit: limit, db), try count(groups, db))
    }

    private func count(_ groups: Groups, _ db: Database) throws -> Int {
        guard let (source, arguments) = source(groups, order: nil, after: nil) else { return 0 }
        return try Int.fetchOne(
            db, sql: "SELECT count(*) FROM (SELECT 1 \(source) LIMIT \(VisibleMemories.countLimit))",
            arguments: StatementArguments(arguments)) ?? 0
    }

    private func ids(_ groups: Groups, newestFirst: Bool, after last: MemoryID?, limit: Int, _ db: Database) throws -> [String] {
        guard let (source, arguments) = source(groups, order: newestFirst, after: last) else { return [] }
        return try String.fetchAll(db, sql: "SELECT list.id \(source) LIMIT \(limit)", arguments: StatementArguments(arguments))
    }

    /// FROM, WHERE and ORDER BY of the rows; nil where there can be none.
    /// - Parameter order: whether newest first; nil in any order.
    private func source(_ groups: Groups, order: Bool?, after last: MemoryID?) -> (String, [DatabaseValue])? {
        if groups.count == 0 { return nil }
        let rows = rowConditions()
        let direction = order == true ? "DESC" : "ASC"
        let range = last.map { _ in "AND list.id \(order == true ? "<" : ">") ?" } ?? ""
        let place = last.map { [$0.cell] } ?? []
        // Where the groups have less than a twentieth of the space, their rows are read and sorted; else the space is read in
        // order.
        let isNarrow = groups.count * 20 < groups.spaceCount
        if let search = filter.search {
            guard let match = SearchText.match(search, kinds: [Memory.layout.noun]) else { return nil }
            // Few rows are sooner found among the matches than looked up for each.
            let isOfGroups =
                isNarrow
                ? "+search.rowid IN (SELECT list.number FROM memory_list list WHERE \(inGroups(groups)))" : "+\(inGroups(groups))"
            // Matches come by their numbers, about in the order of adding: the first found fill the page.
            let numbers = order == nil ? "" : "ORDER BY search.rowid \(direction)"
            let after =
                last.map { _ in
                    """
                    AND search.rowid \(order == true ? "<" : ">") ifnull((SELECT number FROM memory_list WHERE id = ?), \
                    (SELECT \(order == true ? "max(number) + 1" : "min(number) - 1") FROM memory_list
                    WHERE id \(order == true ? "<" : ">") ?))
                    """
                } ?? ""
            return (
                """
                FROM search CROSS JOIN memory_list list ON list.number = search.rowid
                WHERE search MATCH ? \(after) AND list.space = ? AND \(isOfGroups) AND \(rows.sql) \(numbers)
                """, [match.databaseValue] + place + place + [space.cell] + rows.arguments
            )
        }
        let sort = order == nil ? "" : "ORDER BY list.id \(direction)"
        if isNarrow {
            return (
                "FROM memory_list list INDEXED BY memory_list_by_group WHERE \(inGroups(groups)) AND \(rows.sql) \(range) \(sort)",
                rows.arguments + place
            )
        }
        if let tag = filter.tag {
            let inside = visibility.inside("list.")
            return (
                """
                FROM memory_tags t CROSS JOIN memory_list list ON list.id = t.id
                WHERE t.tag = ? AND t.space = ? \(range.replacingOccurrences(of: "list.", with: "t."))
                    AND +\(inGroups(groups)) AND \(inside.sql)
                \(sort.replacingOccurrences(of: "list.", with: "t."))
                """, [tag.databaseValue, space.cell] + place + inside.arguments
            )
        }
        return (
            """
            FROM memory_list list INDEXED BY memory_list_by_space
            WHERE list.space = ? AND +\(inGroups(groups)) AND \(rows.sql) \(range) \(sort)
            """, [space.cell] + rows.arguments + place
        )
    }
}
