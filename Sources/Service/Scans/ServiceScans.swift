import DioramaLibrary
import Foundation
import Postgres
import Reconstruction

/// The scans of accounts.
public struct ServiceScans: Sendable {
    let database: ServiceDatabase

    /// The scans in a database.
    public init(_ database: ServiceDatabase) { self.database = database }

    /// Makes a scan, which gets its files later.
    /// - Throws: `ServiceError`: `invalidInput`, `quotaExceeded`.
    public func create(_ identity: Identity, name: String, mode: String, repeated key: IdempotencyKey?) async throws -> Scan {
        let name = try ServiceAccounts.checked(name, what: "name")
        let mode = try Self.checked(mode: mode)
        return try await database.transaction(of: identity.account) { connection in
            try IdempotencyKey.answer(to: key, connection, account: identity.account) {
                try Quota.takeScan(connection, account: identity.account, tier: try Tier.ofAccount(connection))
                let id = KSUID()
                try connection.execute(
                    "INSERT INTO scans (id, account_id, name, mode) VALUES ($1, $2, $3, $4)", [id, identity.account, name, mode])
                try ServiceAccounts.log(
                    connection, account: identity.account, actor: identity.key, action: "scan.create", target: id.description)
                return try Self.scan(connection, id.description)
            }
        }
    }

    /// A page of scans, newest first.
    /// - Parameters:
    ///   - after: the id of the last scan of the page before; nil for the first page.
    ///   - offset: how many scans to pass over, for clients that count pages.
    public func list(_ identity: Identity, limit: Int, offset: Int, after: String?) async throws -> [Scan] {
        try await database.transaction(of: identity.account) { connection in
            try connection.execute(
                """
                SELECT \(Scan.columns) FROM scans s WHERE s.deleted_at IS NULL AND ($1::text IS NULL OR s.id < $1)
                ORDER BY s.id DESC LIMIT $2 OFFSET $3
                """, [after, limit, offset]
            ).map(Scan.init)
        }
    }

    /// One scan.
    /// - Throws: `ServiceError` of kind `notFound`.
    public func scan(_ identity: Identity, id: String) async throws -> Scan {
        try await database.transaction(of: identity.account) { try Self.scan($0, id) }
    }

    /// Changes the name or mode.
    public func change(_ identity: Identity, id: String, name: String?, mode: String?) async throws -> Scan {
        let name = try name.map { try ServiceAccounts.checked($0, what: "name") }
        let mode = try mode.map { try Self.checked(mode: $0) }
        return try await database.transaction(of: identity.account) { connection in
            _ = try Self.scan(connection, id)
            try connection.execute(
                "UPDATE scans SET name = coalesce($2, name), mode = coalesce($3, mode), updated_at = now() WHERE id = $1",
                [id, name, mode])
            return try Self.scan(connection, id)
        }
    }

    /// Deletes a scan, cancels its jobs, and has its files removed from the bucket.
    public func delete(_ identity: Identity, id: String) async throws {
        try await database.transaction(of: identity.account) { connection in
            _ = try Self.scan(connection, id)
            try connection.execute("UPDATE scans SET deleted_at = now(), updated_at = now() WHERE id = $1", [id])
            let jobs = try connection.execute("SELECT id FROM jobs WHERE scan_id = $1", [id])
            for job in jobs {
                try ScanQueue.cancel(connection, job: try job.text("id"))
                try Self.discard(
                    connection, account: identity.account, folder: ServiceStorage.jobFolder(identity.account, try job.text("id")))
            }
            try Self.discard(connection, account: identity.account, folder: ServiceStorage.scanFolder(identity.account, id))
            try ServiceAccounts.log(
                connection, account: identity.account, actor: identity.key, action: "scan.delete", target: id)
        }
    }

    static func scan(_ connection: PostgresConnection, _ id: String) throws -> Scan {
        let rows = try connection.execute(
            "SELECT \(Scan.columns) FROM scans s WHERE s.id = $1 AND s.deleted_at IS NULL", [id])
        guard let row = rows.first else { throw ServiceError.notFound("scan") }
        return try Scan(row)
    }

    /// Has a folder of the bucket removed, once everything that reads it has had time to end.
    static func discard(_ connection: PostgresConnection, account: KSUID, folder: String) throws {
        try connection.execute(
            """
            INSERT INTO garbage (account_id, folder, after) VALUES ($1, $2, now() + interval '10 minutes')
            ON CONFLICT DO NOTHING
            """, [account, folder])
    }

    private static func checked(mode: String) throws(ServiceError) -> String {
        guard ReconstructionMode(rawValue: mode) != nil else {
            let known = ReconstructionMode.allCases.map(\.rawValue).joined(separator: ", ")
            throw ServiceError(.invalidInput, "mode must be one of \(known)")
        }
        return mode
    }
}
