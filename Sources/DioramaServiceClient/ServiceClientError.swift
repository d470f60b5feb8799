/// Why a call to a processing service failed, in one line.
public struct ServiceClientError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What sort of failure it is.
    public enum Kind: Sendable, Equatable {
        /// A value is missing or wrong: nothing was sent.
        case invalidInput
        /// There is no valid key or session.
        case notAuthenticated
        /// The service refused the request: `ServiceClientError.status` says how.
        case refused
        /// The service, or the network to it, didn't answer; a later attempt may succeed.
        case unavailable
        /// A file is not what it should be: its checksum differs.
        case damaged
        /// Something else, such as a full disk.
        case failed
    }

    /// What sort of failure it is.
    public let kind: Kind
    /// What is wrong and what to do.
    public let message: String
    /// The status of the service's answer; nil where there was none.
    public let status: Int?

    /// An error with a message of one line.
    public init(_ kind: Kind, _ message: String, status: Int? = nil) {
        self.kind = kind
        self.message = message
        self.status = status
    }

    public var description: String { message }
}
