import Foundation
import GRDB

/// What an account may do in a space.
public struct Grant: Sendable, Equatable {
    /// The space.
    public let space: SpaceID
    /// The account that is granted access.
    public let account: AccountID
    /// What the account may do.
    public let permission: Permission

    /// Creates a grant; `setGrants` stores grants.
    public init(space: SpaceID, account: AccountID, permission: Permission) {
        self.space = space
        self.account = account
        self.permission = permission
    }

    /// What an account may do in a space.
    public enum Permission: String, Sendable, Codable, CaseIterable {
        /// View the space and its visible memories.
        case see
        /// See, and pin memories.
        case pin
    }

    static func find(in space: SpaceID, of account: AccountID, _ db: Database) throws -> Grant? {
        try String.fetchOne(
            try db.cachedStatement(sql: "SELECT permission FROM grants WHERE account = ? AND space = ?"),
            arguments: [account.cell, space.cell]
        ).flatMap { Permission(rawValue: $0) }.map { Grant(space: space, account: account, permission: $0) }
    }
}

extension Library {
    /// Who may see a space, and what they may do in it.
    public func grants(of space: SpaceID) async throws(LibraryError) -> [Grant] {
        try await read(to: "list who may see the space \(space)") { db in
            try Self.grants(db, where: "space = ? ORDER BY account", arguments: [space.cell])
        }
    }

    /// What an account may see.
    public func grants(to account: AccountID) async throws(LibraryError) -> [Grant] {
        try await read(to: "list what \(account) may see") { db in
            try Self.grants(
                db, where: "account = ? AND space IN (SELECT id FROM spaces WHERE trashed IS NULL) ORDER BY space DESC",
                arguments: [account.cell])
        }
    }

    /// Says anew who may see a space.
    /// - Throws: `LibraryError` of kind `notFound` where the space or an account is not there.
    public func setGrants(_ permissions: [AccountID: Grant.Permission], of space: SpaceID) async throws(LibraryError) -> [Grant] {
        try await write(to: "say who may see the space \(space)") { db in
            guard try Row.fetchOne(db, sql: "SELECT 1 FROM spaces WHERE id = ?", arguments: [space.cell]) != nil else {
                throw LibraryError(.notFound, "the space \(space) is not there")
            }
            try db.execute(sql: "DELETE FROM grants WHERE space = ?", arguments: [space.cell])
            let merges = try AccountMerges.load(db)
            for (account, permission) in permissions {
                guard let entry = try Account.layout.fetch(account, db), entry.trashed == nil else {
                    throw LibraryError(.notFound, "there is no account \(account)")
                }
                try db.execute(
                    sql: "INSERT OR REPLACE INTO grants (space, account, permission) VALUES (?, ?, ?)",
                    arguments: [space.cell, merges.resolve(account.cell), permission.rawValue])
            }
            return try Self.grants(db, where: "space = ? ORDER BY account", arguments: [space.cell])
        }
    }

    /// What may be done in a space by an account; nil for nothing.
    public func permission(of account: AccountID, in space: SpaceID) async throws(LibraryError) -> Grant.Permission? {
        try await read(to: "look for a grant") { db in try Grant.find(in: space, of: account, db)?.permission }
    }

    private static func grants(_ db: Database, where condition: String, arguments: [DatabaseValue]) throws -> [Grant] {
        try Row.fetchAll(
            db, sql: "SELECT space, account, permission FROM grants WHERE \(condition)", arguments: StatementArguments(arguments)
        ).compactMap { row in
            guard let space = SpaceID(cell: row[0]), let account = AccountID(cell: row[1]),
                let permission = Grant.Permission(rawValue: row[2])
            else { return nil }
            return Grant(space: space, account: account, permission: permission)
        }
    }
}
