import DioramaLibrary
import Foundation
import Postgres

/// The service's database: transactions of one account, which see that account's rows alone, and of the operator.
public struct ServiceDatabase: Sendable {
    /// The connections.
    public let pool: PostgresPool
    /// The database, for listeners: `postgresql://…`.
    public let url: String

    /// A database; nothing is connected yet.
    public init(_ url: String, connections: Int = 8) {
        self.url = url
        pool = PostgresPool(url, size: connections)
    }

    /// Brings the schema to this program's version.
    /// - Returns: the numbers of the steps that were applied.
    /// - Throws: `ServiceError` of kind `schema`, `PostgresError`.
    @discardableResult
    public func migrate() async throws -> [Int] { try await SchemaMigrator().migrate(pool) }

    /// Runs `body` as a transaction of an account. It is repeated where it met another one.
    public func transaction<R: Sendable>(
        of account: KSUID, _ body: @escaping @Sendable (PostgresConnection) throws -> R
    ) async throws -> R {
        let context = PostgresPool.Context(
            role: "diorama_service_account",
            settings: ["search_path": "diorama_service", "diorama.account": account.description])
        return try await pool.transaction(context, body)
    }

    /// Runs `body` as a transaction of the operator, which sees all accounts: for the queue, the check of keys, and operation.
    public func operatorTransaction<R: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> R
    ) async throws -> R {
        let context = PostgresPool.Context(
            role: "diorama_service_operator", settings: ["search_path": "diorama_service", "diorama.account": ""])
        return try await pool.transaction(context, body)
    }
}

extension PostgresRow {
    /// A column with an id.
    func id(_ column: String) throws -> KSUID {
        guard let id = KSUID(try text(column)) else { throw PostgresError(.unexpectedRow, "the column \(column) has no id") }
        return id
    }

    /// A column with an id, or nil for NULL.
    func optionalID(_ column: String) throws -> KSUID? { try optional(column) == nil ? nil : id(column) }

    /// A column with JSON.
    func json<T: Decodable>(_ column: String, as type: T.Type) throws -> T {
        do { return try JSONDecoder().decode(type, from: Data(try text(column).utf8)) } catch let error as PostgresError {
            throw error
        } catch {
            throw PostgresError(.unexpectedRow, "the column \(column) has unexpected JSON: \(error)")
        }
    }
}

extension KSUID: PostgresParameter {
    /// The 27 digits.
    public var postgresText: String? { description }
}

/// A value as JSON on one line, with sorted keys.
func jsonText(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}
