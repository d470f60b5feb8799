import Foundation

/// Where live sessions run, for several servers that people reach under the same links: one session runs on one server, the others
/// redirect to it.
public protocol SessionDirectory: Sendable {
    /// Enters a session of this server.
    /// - Returns: false where another server has a session with this code.
    func announce(_ code: SessionCode, until expires: Date) async throws(SessionsError) -> Bool

    /// Removes a session of this server.
    func withdraw(_ code: SessionCode) async throws(SessionsError)

    /// The address of the server on which a session runs; nil where no other server has it.
    func address(of code: SessionCode) -> URL?

    /// Keeps the directory current until the task is cancelled: entries of servers that no longer run are removed.
    func watch() async
}
