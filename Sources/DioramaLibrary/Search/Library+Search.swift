import Foundation
import GRDB

/// What a search can find.
public enum SearchKind: String, Sendable, CaseIterable {
    /// A `Space`.
    case space
    /// A `Place`.
    case place
    /// A `Thing`.
    case thing
    /// A `Recording`.
    case recording
    /// A `Media` entry.
    case media
    /// A `Memory`.
    case memory
}

/// What a search found.
public struct SearchHit: Sendable, Equatable {
    /// The type of the entry.
    public let kind: SearchKind
    /// The id of the entry, of the kind's own type.
    public let id: KSUID
    /// Title or name of the entry.
    public let title: String
    /// The words around the match; the matches themselves are marked.
    public let snippet: [SnippetPart]
}

/// A part of a snippet.
public struct SnippetPart: Sendable, Equatable {
    /// The text of this part.
    public let text: String
    /// Whether it is what was searched for.
    public let isMatch: Bool
}

extension Library {
    /// What has all words of `text`, best first; the last word also as the beginning of a longer one, for searching while a person
    /// types. Case and accents make no difference. Every text is a fit text to search for; one without words finds nothing.
    ///
    /// Best is by BM25, a match in the title counting for ten in the text. Of more than 1000, those with a match in the title come
    /// first, and of these those that were added to this device last.
    /// - Parameters:
    ///   - text: the words to search for.
    ///   - kinds: what to search in; everything where it is empty.
    ///   - limit: how many at most, 1 to 200.
    /// - Throws: `LibraryError`: `invalidValue` for a limit out of range, `cancelled` where the task was.
    public func search(_ text: String, in kinds: [SearchKind] = [], limit: Int = 20) async throws(LibraryError) -> [SearchHit] {
        if !(1...200).contains(limit) { throw LibraryError(.invalidValue, "a search can have 1 to 200 hits, not \(limit)") }
        let kinds = kinds.map(\.rawValue)
        guard let match = SearchText.match(text, kinds: kinds), let titles = SearchText.match(text, kinds: kinds, columns: "title")
        else {
            return []
        }
        return try await query(to: "search") { db in
            let isMany =
                try Row.fetchOne(
                    try db.cachedStatement(
                        sql: "SELECT 1 FROM search WHERE search MATCH ? ORDER BY rowid DESC LIMIT 1 OFFSET 1000"),
                    arguments: [match]) != nil
            if !isMany { return try Self.hits(match, by: "bm25(search, 0, 10, 5, 1), search.rowid DESC", limit: limit, db) }
            // BM25 would look at every match; these come in order by themselves.
            let first = try Self.hits(titles, by: "search.rowid DESC", limit: limit, db)
            if first.count == limit { return first }
            let others = try Self.hits(match, by: "search.rowid DESC", limit: limit, db).filter { !first.contains($0) }
            return Array((first + others).prefix(limit))
        }
    }

    private static func hits(_ match: String, by order: String, limit: Int, _ db: Database) throws -> [SearchHit] {
        let rows = try Row.fetchAll(
            try db.cachedStatement(
                sql: """
                    SELECT d.id, d.kind, d.title, snippet(search, 3, char(2), char(3), '…', 12),
                        snippet(search, 2, char(2), char(3), '…', 12), snippet(search, 1, char(2), char(3), '…', 12)
                    FROM search CROSS JOIN search_documents d ON d.number = search.rowid
                    WHERE search MATCH ? AND NOT \(SpaceContents.isHit("d")) ORDER BY \(order) LIMIT ?
                    """), arguments: [match, limit])
        return rows.compactMap { row in
            guard let id = KSUID(row[0] as String), let kind = SearchKind(rawValue: row[1]) else { return nil }
            let text: String = row[3]
            // Keywords are JSON in part; its punctuation says nothing to people.
            let keywords = (row[4] as String).filter { !"[]{}\"".contains($0) }
            let best = [text, keywords].first { $0.contains("\u{2}") } ?? row[5]
            return SearchHit(kind: kind, id: id, title: row[2], snippet: parts(of: best))
        }
    }

    /// Makes the search and the lists of things anew from the catalogue, where `verify` found them wrong.
    public func rebuildSearch() async throws(LibraryError) {
        try await write(to: "rebuild the search") { db in try Schema.rebuildSearch(db) }
    }

    /// Takes a snippet apart at the marks that FTS5 set. (Text that has such control characters itself can only shift a mark.)
    private static func parts(of snippet: String) -> [SnippetPart] {
        var parts: [SnippetPart] = []
        for (i, piece) in snippet.split(separator: "\u{2}", omittingEmptySubsequences: false).enumerated() {
            let halves = piece.split(separator: "\u{3}", maxSplits: 1, omittingEmptySubsequences: false)
            let isMarked = i > 0 && halves.count == 2
            if isMarked { parts.append(SnippetPart(text: String(halves[0]), isMatch: true)) }
            let rest = isMarked ? String(halves[1]) : piece.filter { $0 != "\u{3}" }
            if !rest.isEmpty { parts.append(SnippetPart(text: rest, isMatch: false)) }
        }
        return parts
    }
}
