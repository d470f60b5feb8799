import Foundation

/// Why the server could not start or an upload could not be taken: one line that says what is wrong and what to do.
public struct ServerError: Error, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }

    static func invalidProxy(_ text: String) -> ServerError {
        ServerError("\(text) is not the address of a proxy; give one such as 192.0.2.1, 2001:db8::1 or 10.0.0.0/8")
    }

    /// The listener could not be opened.
    static func cannotListen(host: String, port: Int, code: Int32) -> ServerError {
        let reason =
            switch code {
            case EADDRINUSE: "another program already listens there; choose another port, or 0 for any free one"
            case EADDRNOTAVAIL: "this machine has no such address; use 127.0.0.1, ::1, 0.0.0.0 or an address of this machine"
            case EACCES: "ports below 1024 need special rights; choose a higher one"
            default: String(cString: strerror(code))
            }
        return ServerError("couldn't listen on \(host) port \(port): \(reason)")
    }
}
