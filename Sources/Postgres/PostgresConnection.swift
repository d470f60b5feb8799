import CPostgreSQL
import Dispatch
import Foundation

/// A notification of LISTEN and NOTIFY.
public struct PostgresNotification: Sendable, Equatable {
    /// The channel that it was sent on.
    public let channel: String
    /// Its text, of fewer than 8,000 bytes.
    public let payload: String
}

/// A connection to a PostgreSQL database: statements, and notifications of LISTEN.
///
/// All members run on one queue, which they block: statements here are short and have a time limit.
public final class PostgresConnection {
    private let connection: OpaquePointer
    private let source: (any DispatchSourceRead)?
    private let notified: (PostgresNotification?) -> Void

    /// How long connecting may take, in seconds, and how long the other end may leave data unacknowledged, in milliseconds.
    private static let limits = ["connect_timeout": "5", "tcp_user_timeout": "10000"]

    /// Connects.
    /// - Parameters:
    ///   - url: `postgresql://USER:PASSWORD@HOST/DATABASE`, or any text that libpq takes.
    ///   - statementSeconds: how long a statement may take.
    ///   - queue: on which `notified` is called; nil where the connection listens to nothing.
    ///   - notified: receives each notification; nil where the connection has ended.
    /// - Throws: `PostgresError` where the database can't be reached. The text doesn't contain the password.
    public init(
        _ url: String, statementSeconds: Int = 5, queue: DispatchQueue? = nil,
        notified: @escaping (PostgresNotification?) -> Void = { _ in }
    ) throws(PostgresError) {
        guard let connection = Self.connect(url) else { throw PostgresError(.unreachable, "couldn't connect to the database") }
        guard PQstatus(connection) == CONNECTION_OK else {
            let reason = Self.oneLine(PQerrorMessage(connection))
            PQfinish(connection)
            throw PostgresError(.unreachable, "couldn't connect to the database: \(reason); check --database")
        }
        self.connection = connection
        self.notified = notified
        let handle = UncheckedPointer(connection)
        if let queue {
            let source = DispatchSource.makeReadSource(fileDescriptor: PQsocket(connection), queue: queue)
            source.setEventHandler {
                guard PQconsumeInput(handle.value) == 1, PQstatus(handle.value) == CONNECTION_OK else { return notified(nil) }
                Self.deliver(from: handle.value, to: notified)
            }
            source.setCancelHandler { PQfinish(handle.value) }
            source.activate()
            self.source = source
        } else {
            source = nil
        }
        try run("SET statement_timeout = '\(statementSeconds)s'; SET timezone = 'UTC'; SET datestyle = 'ISO'")
    }

    deinit {
        if let source { source.cancel() } else { PQfinish(connection) }
    }

    /// Whether the connection still stands, as far as is known.
    public var isOpen: Bool { PQstatus(connection) == CONNECTION_OK }

    /// Whether a transaction has begun that has not ended.
    var isInTransaction: Bool { PQtransactionStatus(connection) != PQTRANS_IDLE }

    private static func connect(_ url: String) -> OpaquePointer? {
        // What comes first is the address; it may set the limits itself.
        let words = limits.sorted { $0.key < $1.key }
        let keys = words.map { strdup($0.key) } + [strdup("dbname"), nil]
        let values = words.map { strdup($0.value) } + [strdup(url), nil]
        defer { for text in keys + values { free(text) } }
        let constantKeys = keys.map { UnsafePointer($0) }
        let constantValues = values.map { UnsafePointer($0) }
        let connection = PQconnectdbParams(constantKeys, constantValues, 1)
        // Notices, as of "CREATE TABLE IF NOT EXISTS", are not for standard error.
        _ = connection.map { PQsetNoticeProcessor($0, { _, _ in }, nil) }
        return connection
    }

    /// Notifications that were read so far, also while a statement ran.
    private static func deliver(from connection: OpaquePointer, to notified: (PostgresNotification?) -> Void) {
        while let notification = PQnotifies(connection) {
            notified(
                PostgresNotification(
                    channel: String(cString: notification.pointee.relname), payload: String(cString: notification.pointee.extra)))
            PQfreemem(notification)
        }
    }

    /// Runs one statement with parameters `$1`, `$2` …
    /// - Returns: the rows, all values as text.
    @discardableResult
    public func execute(_ sql: String, _ parameters: [any PostgresParameter] = []) throws(PostgresError) -> [PostgresRow] {
        var values = parameters.map { $0.postgresText.map { strdup($0) } ?? nil }
        defer { for value in values { free(value) } }
        let result = values.withUnsafeMutableBufferPointer { buffer in
            buffer.withMemoryRebound(to: UnsafePointer<CChar>?.self) {
                PQexecParams(connection, sql, Int32(parameters.count), nil, $0.baseAddress, nil, nil, 0)
            }
        }
        return try rows(of: result)
    }

    /// Runs statements without parameters, separated by semicolons, as one transaction where they begin none.
    public func run(_ sql: String) throws(PostgresError) { _ = try rows(of: PQexec(connection, sql)) }

    private func rows(of result: OpaquePointer?) throws(PostgresError) -> [PostgresRow] {
        defer { PQclear(result) }
        // The statement may have read notifications, for which the source won't fire.
        Self.deliver(from: connection, to: notified)
        let status = PQresultStatus(result)
        guard status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK else { throw error(of: result) }
        var columns: [String: Int] = [:]
        for column in 0..<PQnfields(result) { columns[PQfname(result, column).map { String(cString: $0) } ?? ""] = Int(column) }
        return (0..<PQntuples(result)).map { row in
            PostgresRow(
                columns: columns,
                values: (0..<PQnfields(result)).map { column in
                    PQgetisnull(result, row, column) == 1 ? nil : PQgetvalue(result, row, column).map { String(cString: $0) }
                })
        }
    }

    private func error(of result: OpaquePointer?) -> PostgresError {
        // 'C' is the field of the SQLSTATE.
        let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) } ?? ""
        let primary = PQresultErrorField(result, Int32(UInt8(ascii: "M"))).map { String(cString: $0) }
        let reason = primary ?? Self.oneLine(PQerrorMessage(connection))
        let error = PostgresError(.refused, "the database refused a statement: \(reason)", sqlState: state)
        guard isOpen, !error.isShutdown else {
            return PostgresError(.unreachable, "the connection to the database broke: \(reason)", sqlState: state)
        }
        return error
    }

    /// A text as a literal of SQL, with quotes.
    func literal(_ text: String) -> String {
        guard let quoted = PQescapeLiteral(connection, text, text.utf8.count) else { return "''" }
        defer { PQfreemem(quoted) }
        return String(cString: quoted)
    }

    private static func oneLine(_ message: UnsafeMutablePointer<CChar>?) -> String {
        let text = message.map { String(cString: $0) } ?? ""
        return text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    private struct UncheckedPointer: @unchecked Sendable {
        let value: OpaquePointer
        init(_ value: OpaquePointer) { self.value = value }
    }
}
