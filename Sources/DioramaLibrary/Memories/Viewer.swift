import Foundation
import GRDB
import Geometry

/// Who reads memories.
public indirect enum Viewer: Sendable, Equatable {
    /// The owner of the library, with the account that is active in it. Memories without an author are theirs. What others keep
    /// private is not.
    case owner(AccountID?)
    /// Somebody with an account, in the spaces that were granted to them.
    case account(AccountID)
    /// Somebody with a link to a space, or to a part of it.
    case link(SpaceID, part: Bounds?)

    /// Whether they have no account: what is shown of people is their names.
    var isByLink: Bool { if case .link = self { true } else { false } }

    /// Whether they wrote what has this author.
    func isAuthor(_ account: AccountID?) -> Bool {
        switch self {
        case .owner(let own): account == nil || account == own
        case .account(let own): account == own
        case .link: false
        }
    }
}

/// The visibility predicate of memories, as SQL.
///
/// Half of it is decided on groups (`memory_groups`), half on positions, for links to a part. Every list, count, search, pin,
/// event, export, file and asset uses it, and nothing else decides visibility.
struct MemoryVisibility {
    /// On a row of `memory_groups`.
    let groups: String
    let groupArguments: [DatabaseValue]
    private let part: Bounds?

    init(_ viewer: Viewer) {
        // A privacy that a later version brings is none of these: private.
        let isPublic = "privacy IN ('public', 'anonymous', 'link')"
        func isFor(_ account: AccountID) -> (String, [DatabaseValue]) {
            // The audience is JSON; an id in quotes is found in it only as an element.
            (
                "(account = ? OR \(isPublic) OR (privacy = 'shared' AND instr(audience, ?) > 0))",
                [account.cell, "\"\(account)\"".databaseValue]
            )
        }
        switch viewer {
        case .owner(nil): (groups, groupArguments, part) = ("(account = '' OR \(isPublic))", [], nil)
        case .owner(let account?):
            let (sql, arguments) = isFor(account)
            groups = "(account = '' OR \(sql))"
            groupArguments = arguments
            part = nil
        case .account(let account):
            let (sql, arguments) = isFor(account)
            groups = "(\(sql) AND space IN (SELECT space FROM grants WHERE account = ?))"
            part = nil
            groupArguments = arguments + [account.cell]
        case .link(let space, let bounds):
            groups = "(\(isPublic) AND space = ?)"
            groupArguments = [space.cell]
            part = bounds
        }
    }

    /// On columns of positions: the cue and the point it is pinned to are both inside the part. True for all where there is no
    /// part.
    /// - Parameter prefix: of the columns' names.
    func inside(_ prefix: String = "") -> (sql: String, arguments: [DatabaseValue]) {
        guard let part else { return ("TRUE", []) }
        let axes = ["x", "y", "z"].enumerated().flatMap { axis, name in
            ["", "p"].map { ("\(prefix)\($0)\(name) BETWEEN ? AND ?", [part.min[axis], part.max[axis]]) }
        }
        return (
            "(" + axes.map(\.0).joined(separator: " AND ") + ")", axes.flatMap { $0.1.map { Double($0).databaseValue } }
        )
    }

    /// On a row of `memory_list`, under the name `list`.
    var condition: (sql: String, arguments: [DatabaseValue]) {
        let inside = inside("list.")
        return (
            "list.\"group\" IN (SELECT number FROM memory_groups WHERE \(groups)) AND \(inside.sql)",
            groupArguments + inside.arguments
        )
    }

    /// Whether somebody sees this memory, which is not in the trash.
    func sees(_ memory: MemoryID, _ db: Database) throws -> Bool {
        let (sql, arguments) = condition
        return try Row.fetchOne(
            try db.cachedStatement(sql: "SELECT 1 FROM memory_list list WHERE list.id = ? AND \(sql)"),
            arguments: StatementArguments([memory.cell] + arguments)) != nil
    }
}

extension Condition where Value == Memory {
    /// What somebody may see.
    public static func visible(to viewer: Viewer) -> Self {
        let (sql, arguments) = MemoryVisibility(viewer).condition
        return Condition("EXISTS (SELECT 1 FROM memory_list list WHERE list.id = memories.id AND \(sql))", arguments)
    }
}
