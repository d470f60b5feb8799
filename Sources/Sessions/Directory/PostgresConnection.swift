import CPostgreSQL
import Dispatch
import Foundation

/// A connection to a PostgreSQL database on a queue of its own: statements, and notifications of LISTEN.
///
/// All members run on the queue. libpq's calls block; statements here are short and have a time limit.
final class PostgresConnection {
    typealias Row = [String?]

    private let connection: OpaquePointer
    private let source: any DispatchSourceRead
    private let notified: (String?) -> Void
    /// How long connecting may take, in seconds, and how long the other end may leave data unacknowledged, in milliseconds.
    private static let limits = ["connect_timeout": "5", "tcp_user_timeout": "10000"]
    private static let timeoutSeconds = 5

    /// Connects.
    /// - Parameters:
    ///   - url: `postgresql://USER:PASSWORD@HOST/DATABASE`, or any text that libpq takes.
    ///   - queue: on which `notified` is called.
    ///   - notified: gets the payload of each notification; nil where the connection has ended.
    /// - Throws: `SessionsError` where the database can't be reached. The text doesn't contain the password.
    init(_ url: String, queue: DispatchQueue, notified: @escaping (String?) -> Void) throws(SessionsError) {
        guard let connection = Self.connect(url) else { throw SessionsError(.failed, "couldn't connect to the database") }
        guard PQstatus(connection) == CONNECTION_OK else {
            let reason = Self.text(PQerrorMessage(connection))
            PQfinish(connection)
            throw SessionsError(.failed, "couldn't connect to the database: \(reason); check --database")
        }
        self.connection = connection
        source = DispatchSource.makeReadSource(fileDescriptor: PQsocket(connection), queue: queue)
        self.notified = notified
        let handle = UncheckedPointer(connection)
        source.setEventHandler {
            guard PQconsumeInput(handle.value) == 1, PQstatus(handle.value) == CONNECTION_OK else { return notified(nil) }
            Self.deliver(from: handle.value, to: notified)
        }
        source.setCancelHandler { PQfinish(handle.value) }
        source.activate()
        _ = try execute("SET statement_timeout = '\(Self.timeoutSeconds)s'")
    }

    deinit { source.cancel() }

    private static func connect(_ url: String) -> OpaquePointer? {
        // What comes first is the address; it may set the limits itself.
        let words = limits.sorted { $0.key < $1.key }
        let keys = words.map { strdup($0.key) } + [strdup("dbname"), nil]
        let values = words.map { strdup($0.value) } + [strdup(url), nil]
        defer { for text in keys + values { free(text) } }
        let constantKeys = keys.map { UnsafePointer($0) }
        let constantValues = values.map { UnsafePointer($0) }
        return PQconnectdbParams(constantKeys, constantValues, 1)
    }

    /// Notifications that were read so far, also while a statement ran.
    private static func deliver(from connection: OpaquePointer, to notified: (String?) -> Void) {
        while let notification = PQnotifies(connection) {
            notified(String(cString: notification.pointee.extra))
            PQfreemem(notification)
        }
    }

    /// Runs a statement with text parameters `$1`, `$2` …
    /// - Returns: the rows, all values as text.
    func execute(_ sql: String, _ parameters: [String] = []) throws(SessionsError) -> [Row] {
        var values = parameters.map { strdup($0) }
        defer { for value in values { free(value) } }
        let result = values.withUnsafeMutableBufferPointer { buffer in
            buffer.withMemoryRebound(to: UnsafePointer<CChar>?.self) {
                PQexecParams(connection, sql, Int32(parameters.count), nil, $0.baseAddress, nil, nil, 0)
            }
        }
        defer { PQclear(result) }
        // The statement may have read notifications, for which the source won't fire.
        Self.deliver(from: connection, to: notified)
        let status = PQresultStatus(result)
        guard status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK else {
            throw SessionsError(.failed, "the database refused a statement: \(Self.text(PQresultErrorMessage(result)))")
        }
        return (0..<PQntuples(result)).map { row in
            (0..<PQnfields(result)).map { column in
                PQgetisnull(result, row, column) == 1 ? nil : PQgetvalue(result, row, column).map { String(cString: $0) }
            }
        }
    }

    private static func text(_ message: UnsafeMutablePointer<CChar>?) -> String {
        let text = message.map { String(cString: $0) } ?? ""
        return text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    private struct UncheckedPointer: @unchecked Sendable {
        let value: OpaquePointer
        init(_ value: OpaquePointer) { self.value = value }
    }
}
