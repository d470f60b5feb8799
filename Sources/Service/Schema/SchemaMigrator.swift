import Postgres

/// Brings the database's schema to this program's version.
public struct SchemaMigrator: Sendable {
    /// The steps that this program knows.
    public let migrations: [Migration]

    /// The key of the advisory lock that only one program holds while it changes the schema: "diorama" as a number.
    private static let lock = 0x64_69_6F_72_61_6D_61

    /// A migrator; tests give other steps than the program's own.
    public init(_ migrations: [Migration] = Migration.all) { self.migrations = migrations }

    /// The number of the last step.
    public var latest: Int { migrations.last?.number ?? 0 }

    /// Applies the steps that are missing. Several programs may do it at the same time.
    /// - Returns: the numbers of the steps that were applied.
    /// - Throws: `ServiceError` of kind `schema` where the database was made for newer programs that no longer work with this one;
    ///   `PostgresError`.
    public func migrate(_ pool: PostgresPool) async throws -> [Int] {
        let migrations = migrations
        let latest = latest
        return try await pool.transaction { connection in
            try connection.run("SET LOCAL statement_timeout = '60s'; SELECT pg_advisory_xact_lock(\(Self.lock))")
            try connection.run(
                """
                CREATE SCHEMA IF NOT EXISTS diorama_service;
                SET LOCAL search_path = diorama_service;
                CREATE TABLE IF NOT EXISTS migrations (
                    number integer PRIMARY KEY, name text NOT NULL, compatible_from integer NOT NULL,
                    applied_at timestamptz NOT NULL DEFAULT now());
                GRANT USAGE ON SCHEMA diorama_service TO PUBLIC;
                GRANT SELECT ON migrations TO PUBLIC
                """)
            let rows = try connection.execute("SELECT number, compatible_from FROM migrations ORDER BY number")
            let applied = try rows.map { try $0.int("number") }
            if let newest = rows.last, try newest.int("compatible_from") > latest {
                throw ServiceError(
                    .schema,
                    "the database has schema \(try newest.int("number")), which this version, made for \(latest), can't use; "
                        + "update diorama")
            }
            var added: [Int] = []
            for step in migrations where !applied.contains(step.number) {
                try connection.run(step.sql)
                try connection.execute(
                    "INSERT INTO migrations (number, name, compatible_from) VALUES ($1, $2, $3)",
                    [step.number, step.name, step.compatibleFrom])
                added.append(step.number)
            }
            return added
        }
    }
}
