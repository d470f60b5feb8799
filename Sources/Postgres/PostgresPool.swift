import Dispatch
import Foundation
import Synchronization

/// Connections to one database, each with a queue of its own, shared by the tasks of a program.
public final class PostgresPool: Sendable {
    /// How a transaction sees what others do at the same time.
    public enum Isolation: String, Sendable {
        /// Each statement sees what was committed before it.
        case readCommitted = "READ COMMITTED"
        /// The transaction behaves as if it ran alone; it is repeated where that fails.
        case serializable = "SERIALIZABLE"
    }

    /// What a transaction runs as: a role, and settings that policies of row-level security read.
    public struct Context: Sendable {
        /// The role whose rights the transaction has; nil for the connection's own.
        public var role: String?
        /// Settings by name, such as "diorama.account".
        public var settings: [String: String]
        /// How the transaction sees others.
        public var isolation: Isolation

        /// A context; without a role the transaction has the connection's rights.
        public init(role: String? = nil, settings: [String: String] = [:], isolation: Isolation = .readCommitted) {
            self.role = role
            self.settings = settings
            self.isolation = isolation
        }
    }

    private struct State {
        var idle: [Slot] = []
        var waiting: [(id: Int, continuation: CheckedContinuation<Slot, Never>)] = []
        var next = 0
    }

    /// A connection, which is opened when it is first used and again after it broke. Used by one task at a time.
    private final class Slot: @unchecked Sendable {
        let queue = DispatchQueue(label: "diorama.postgres")
        var connection: PostgresConnection?
    }

    private let url: String
    private let statementSeconds: Int
    private let state: Mutex<State>

    /// How often a transaction is repeated that met another one or whose connection broke before it was committed.
    private static let maxAttempts = 8

    /// A pool. Nothing is connected yet.
    /// - Parameters:
    ///   - url: the database, `postgresql://…`.
    ///   - size: how many connections are open at most.
    ///   - statementSeconds: how long a statement may take.
    public init(_ url: String, size: Int = 8, statementSeconds: Int = 10) {
        self.url = url
        self.statementSeconds = statementSeconds
        state = Mutex(State(idle: (0..<max(1, size)).map { _ in Slot() }))
    }

    /// Runs `body` on a connection without a transaction.
    /// - Throws: `PostgresError` where the database can't be reached, and what `body` throws.
    public func run<R: Sendable>(_ body: @escaping @Sendable (PostgresConnection) throws -> R) async throws -> R {
        try await withSlot { slot in
            let connection = try Self.open(slot, url: self.url, seconds: self.statementSeconds)
            do {
                return try body(connection)
            } catch {
                // A transaction that `body` began and left open must not reach the next user.
                if !connection.isOpen || connection.isInTransaction { slot.connection = nil }
                throw error
            }
        }
    }

    /// Runs `body` as one transaction, which is repeated where it met another one, or where the connection broke before it was
    /// committed: `body` must have no effects outside the database.
    /// - Throws: `PostgresError`; what `body` throws, and the transaction is rolled back then.
    public func transaction<R: Sendable>(
        _ context: Context = Context(), _ body: @escaping @Sendable (PostgresConnection) throws -> R
    ) async throws -> R {
        var attempt = 1
        while true {
            do {
                return try await withSlot { slot in
                    try Self.transaction(
                        slot, url: self.url, seconds: self.statementSeconds, context: context, body: body)
                }
            } catch let error as PostgresError where attempt < Self.maxAttempts && (error.isConflict || error.kind == .unreachable)
            {
                // A server that restarts needs some seconds; transactions that met need some milliseconds.
                let unit = error.isConflict ? 5.0 : 100.0
                let milliseconds = Double.random(in: 0.5...1) * unit * pow(2, Double(attempt - 1))
                try await Task.sleep(for: .milliseconds(milliseconds))
                attempt += 1
            }
        }
    }

    // MARK: On a connection's queue

    private static func open(_ slot: Slot, url: String, seconds: Int) throws(PostgresError) -> PostgresConnection {
        if let connection = slot.connection, connection.isOpen { return connection }
        slot.connection = nil
        let connection = try PostgresConnection(url, statementSeconds: seconds)
        slot.connection = connection
        return connection
    }

    private static func transaction<R>(
        _ slot: Slot, url: String, seconds: Int, context: Context, body: (PostgresConnection) throws -> R
    ) throws -> R {
        let connection = try open(slot, url: url, seconds: seconds)
        var begin = "BEGIN ISOLATION LEVEL \(context.isolation.rawValue)"
        if let role = context.role { begin += "; SET LOCAL ROLE \(role)" }
        for (name, value) in context.settings.sorted(by: { $0.key < $1.key }) {
            begin += "; SET LOCAL \(name) = \(connection.literal(value))"
        }
        let result: R
        do {
            try connection.run(begin)
            result = try body(connection)
        } catch {
            if (try? connection.run("ROLLBACK")) == nil { slot.connection = nil }
            throw error
        }
        do {
            try connection.run("COMMIT")
        } catch {
            slot.connection = nil
            guard error.kind == .unreachable else { throw error }
            throw PostgresError(.commitUnknown, "the connection to the database broke at the end of a transaction; try again")
        }
        return result
    }

    // MARK: Taking turns

    private func withSlot<R: Sendable>(_ body: @escaping @Sendable (Slot) throws -> R) async throws -> R {
        let slot = await take()
        defer { put(slot) }
        return try await withCheckedThrowingContinuation { continuation in
            slot.queue.async { continuation.resume(with: Result { try body(slot) }) }
        }
    }

    private func take() async -> Slot {
        await withCheckedContinuation { continuation in
            let slot = state.withLock { state -> Slot? in
                if let slot = state.idle.popLast() { return slot }
                state.waiting.append((state.next, continuation))
                state.next += 1
                return nil
            }
            if let slot { continuation.resume(returning: slot) }
        }
    }

    private func put(_ slot: Slot) {
        let next = state.withLock { state -> CheckedContinuation<Slot, Never>? in
            guard !state.waiting.isEmpty else {
                state.idle.append(slot)
                return nil
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume(returning: slot)
    }
}
