import Dispatch
import Foundation
import Postgres
import Synchronization

/// The directory of live sessions in a PostgreSQL database that several servers share.
///
/// Each server keeps a copy of the table in memory, which notifications (LISTEN, NOTIFY) keep current, so that finding a session
/// costs no statement and works while the database can't be reached.
public final class PostgresSessionDirectory: SessionDirectory {
    private struct Entry {
        var address: URL
        var expires: Date
    }

    private struct State {
        var entries: [SessionCode: Entry] = [:]
        /// The sessions of this server.
        var own: [SessionCode: Date] = [:]
        var isConnected = false
    }

    private let url: String
    private let ownAddress: URL
    private let report: @Sendable (String) -> Void
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "diorama.live.directory")
    /// Used on the queue only.
    private nonisolated(unsafe) var connection: PostgresConnection?

    /// Seconds between two signs of life in the table.
    private static let heartbeat = 10
    /// Seconds after which the sessions of a silent server count as gone.
    private static let patience = 45

    /// A directory; ``open()`` connects it.
    /// - Parameters:
    ///   - url: the database, `postgresql://…`.
    ///   - address: the address under which people reach this server.
    ///   - report: gets failures, a line each.
    public init(_ url: String, address: URL, report: @escaping @Sendable (String) -> Void = { _ in }) {
        self.url = url
        ownAddress = address
        self.report = report
    }

    /// Connects, creates the table where it is missing, and reads it.
    /// - Throws: `SessionsError` where the database can't be used.
    public func open() async throws(SessionsError) {
        try await perform { (directory: PostgresSessionDirectory) throws(PostgresError) in _ = try directory.connected() }
    }

    public func announce(_ code: SessionCode, until expires: Date) async throws(SessionsError) -> Bool {
        let isEntered = try await perform { (directory: PostgresSessionDirectory) throws(PostgresError) -> Bool in
            try directory.enter(code, expires)
        }
        if isEntered { state.withLock { $0.own[code] = expires } }
        return isEntered
    }

    public func withdraw(_ code: SessionCode) async throws(SessionsError) {
        state.withLock { $0.own[code] = nil }
        try await perform { (directory: PostgresSessionDirectory) throws(PostgresError) in
            _ = try directory.connected().execute(
                """
                WITH gone AS (DELETE FROM diorama_live_sessions WHERE code = $1 AND address = $2 RETURNING code)
                SELECT pg_notify('diorama_live', '-' || code) FROM gone
                """, [code.description, directory.ownAddress.absoluteString])
        }
    }

    public func address(of code: SessionCode) -> URL? {
        state.withLock { $0.entries[code] }.flatMap { $0.expires > Date() && $0.address != ownAddress ? $0.address : nil }
    }

    public func watch() async {
        while !Task.isCancelled {
            do throws(SessionsError) {
                try await perform { (directory: PostgresSessionDirectory) throws(PostgresError) in try directory.beat() }
            } catch {
                report("\(error)")
            }
            try? await Task.sleep(for: .seconds(Self.heartbeat))
        }
    }

    // MARK: On the queue

    private func perform<R: Sendable>(
        _ body: @escaping @Sendable (PostgresSessionDirectory) throws(PostgresError) -> R
    ) async throws(SessionsError) -> R {
        let result: Result<R, SessionsError> = await withCheckedContinuation { continuation in
            queue.async { [self] in
                do throws(PostgresError) {
                    continuation.resume(returning: .success(try body(self)))
                } catch {
                    // The next statement connects again.
                    connection = nil
                    continuation.resume(returning: .failure(SessionsError(.failed, error.message)))
                }
            }
        }
        return try result.get()
    }

    private func connected() throws(PostgresError) -> PostgresConnection {
        if let connection { return connection }
        let new = try PostgresConnection(url, queue: queue) { [weak self] notification in self?.receive(notification?.payload) }
        _ = try new.execute(
            """
            CREATE TABLE IF NOT EXISTS diorama_live_sessions (
                code text PRIMARY KEY CHECK (code ~ '^[0-9A-Z]{6}$'), address text NOT NULL, expires timestamptz NOT NULL,
                seen timestamptz NOT NULL DEFAULT now())
            """)
        // First listen, then read: a change in between is received.
        _ = try new.execute("LISTEN diorama_live")
        connection = new
        try read(new)
        return new
    }

    private func read(_ connection: PostgresConnection) throws(PostgresError) {
        let rows = try connection.execute(
            """
            SELECT code, address, (extract(epoch FROM expires) * 1000)::bigint AS expires FROM diorama_live_sessions
            WHERE seen > now() - make_interval(secs => $1::int) AND diorama_live_sessions.expires > now()
            """, ["\(Self.patience)"])
        var entries: [SessionCode: Entry] = [:]
        for row in rows {
            let values = [try row.text("code"), try row.text("address"), try row.text("expires")]
            if let (code, entry) = Self.entry(values) { entries[code] = entry }
        }
        state.withLock { [entries] in $0.entries = entries }
    }

    private func enter(_ code: SessionCode, _ expires: Date) throws(PostgresError) -> Bool {
        let connection = try connected()
        let rows = try connection.execute(
            """
            INSERT INTO diorama_live_sessions (code, address, expires) VALUES ($1, $2, to_timestamp($3::bigint / 1000.0))
            ON CONFLICT (code) DO UPDATE SET address = excluded.address, expires = excluded.expires, seen = now()
                WHERE diorama_live_sessions.address = excluded.address
                    OR diorama_live_sessions.seen < now() - make_interval(secs => $4::int) OR diorama_live_sessions.expires < now()
            RETURNING pg_notify('diorama_live', '+' || code || ' ' || $3 || ' ' || address)
            """,
            [code.description, ownAddress.absoluteString, "\(Int64(expires.timeIntervalSince1970 * 1_000))", "\(Self.patience)"])
        return !rows.isEmpty
    }

    /// Signs of life of the own sessions; removes what nobody has seen for a day; reads the table again, so that sessions of
    /// servers that have ended without a word disappear.
    private func beat() throws(PostgresError) {
        let connection = try connected()
        for (code, expires) in state.withLock({ $0.own }) { _ = try enter(code, expires) }
        _ = try connection.execute("DELETE FROM diorama_live_sessions WHERE seen < now() - interval '1 day'")
        try read(connection)
    }

    private func receive(_ payload: String?) {
        guard let payload else {
            connection = nil
            return report("the connection to the database of live sessions was lost; it is opened again")
        }
        let words = payload.dropFirst().split(separator: " ").map(String.init)
        if payload.hasPrefix("-"), let code = words.first.flatMap({ SessionCode($0) }) {
            state.withLock { $0.entries[code] = nil }
        } else if words.count == 3, let (code, entry) = Self.entry([words[0], words[2], words[1]]) {
            state.withLock { $0.entries[code] = entry }
        }
    }

    private static func entry(_ row: [String]) -> (SessionCode, Entry)? {
        guard row.count == 3, let code = SessionCode(row[0]), let address = URL(string: row[1]),
            ["http", "https"].contains(address.scheme), address.host != nil, let milliseconds = Int64(row[2])
        else { return nil }
        return (code, Entry(address: address, expires: Date(timeIntervalSince1970: Double(milliseconds) / 1_000)))
    }
}
