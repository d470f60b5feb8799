/// Why a database could not be used, or refused a statement: one line, without the password.
public struct PostgresError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What sort of failure it is, for programs that react to it.
    public enum Kind: Sendable, Equatable {
        /// The database can't be reached, or the connection broke: a later attempt may succeed.
        case unreachable
        /// The statement was refused; `PostgresError.sqlState` says why.
        case refused
        /// The connection broke while a transaction was being committed: whether it was is not known.
        case commitUnknown
        /// A row doesn't have the column, or another type of value.
        case unexpectedRow
    }

    /// What sort of failure it is.
    public let kind: Kind
    /// What is wrong.
    public let message: String
    /// The five characters of SQLSTATE (PostgreSQL's manual, appendix A); empty where the server sent none.
    public let sqlState: String

    /// An error with a message of one line.
    public init(_ kind: Kind, _ message: String, sqlState: String = "") {
        self.kind = kind
        self.message = message
        self.sqlState = sqlState
    }

    public var description: String { message }

    /// Whether the transaction met another one and succeeds when it is repeated: serialization failure or deadlock.
    public var isConflict: Bool { sqlState == "40001" || sqlState == "40P01" }

    /// Whether a row with the same key is there already.
    public var isDuplicate: Bool { sqlState == "23505" }

    /// Whether the server ends its connections: it is being stopped, or restarts after a crash.
    var isShutdown: Bool { sqlState.hasPrefix("57P") || sqlState.hasPrefix("08") }
}
