import Foundation
import GRDB

/// What a search can find.
public enum SearchKind: String, Sendable, CaseIterable {
    case space, place, thing, recording, media, memory
}

/// What a search found.
public struct SearchHit: Sendable, Equatable {
    public let kind: SearchKind
    /// The id of the entry, of the kind's own type.
    public let id: KSUID
    public let title: String
    /// The words around the match; the matches themselves are marked.
    public let snippet: [SnippetPart]
}

/// A part of a snippet.
public struct SnippetPart: Sendable, Equatable {
    public let text: String
    /// Whether it is what was searched for.
    public let isMatch: Bool
}

extension Library {
    /// What has all words of `text`, best first; the last word also as the beginning of a longer one, for searching while a person types.
    /// Case and accents make no difference. Every text is a fit text to search for; one without words finds nothing.
    ///
    /// Where very many match, the best of the 1000 that were added to this device last are found.
    /// - Parameters:
    ///   - kinds: what to search in; everything where it is empty.
    ///   - limit: how many at most, 1 to 200.
    /// - Throws: `LibraryError`: `invalidValue` for a limit out of range, `cancelled` where the task was.
    public func search(_ text: String, in kinds: [SearchKind] = [], limit: Int = 20) async throws(LibraryError) -> [SearchHit] {
        if !(1...200).contains(limit) { throw LibraryError(.invalidValue, "a search can have 1 to 200 hits, not \(limit)") }
        guard let match = SearchText.match(text, kinds: kinds.map(\.rawValue)) else { return [] }
        return try await query(to: "search") { db in
            let floor = try Int64.fetchOne(
                try db.cachedStatement(sql: "SELECT rowid FROM search WHERE search MATCH ? ORDER BY rowid DESC LIMIT 1 OFFSET 999"),
                arguments: [match])
            // A match in the title counts for ten in the text.
            let rows = try Row.fetchAll(
                try db.cachedStatement(
                    sql: """
                        SELECT d.id, d.kind, d.title, snippet(search, 3, char(2), char(3), '…', 12),
                            snippet(search, 2, char(2), char(3), '…', 12), snippet(search, 1, char(2), char(3), '…', 12),
                            bm25(search, 0, 10, 5, 1) AS score
                        FROM search JOIN search_documents d ON d.number = search.rowid
                        WHERE search MATCH ? AND search.rowid >= ? ORDER BY score, d.number DESC LIMIT ?
                        """), arguments: [match, floor ?? 0, limit])
            return rows.compactMap { row in
                guard let id = KSUID(row[0] as String), let kind = SearchKind(rawValue: row[1]) else { return nil }
                let text: String = row[3]
                // Keywords are JSON in part; its punctuation says nothing to people.
                let keywords = (row[4] as String).filter { !"[]{}\"".contains($0) }
                let best = [text, keywords].first { $0.contains("\u{2}") } ?? row[5]
                return SearchHit(kind: kind, id: id, title: row[2], snippet: Self.parts(of: best))
            }
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
