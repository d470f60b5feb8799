import AsyncHTTPClient
import Foundation
import NIOPosix

/// Why an HTTP request got no complete response. All but an invalid certificate and a cancelled task may be transient.
struct HTTPFailure {
    let kind: SyncError.Kind
    let reason: String

    /// - Parameter endpoint: the server, for the message: "https://host:port".
    init(_ failure: any Error, endpoint: String) {
        let client = failure as? HTTPClientError
        let text = String(describing: failure)
        if failure is CancellationError || client == .cancelled || Task.isCancelled {
            self.init(.cancelled, "cancelled")
        } else if text.contains("CERTIFICATE_VERIFY_FAILED") || text.contains("failedToValidateHostname")
            || text.contains("failed to validate hostname")
        {
            self.init(.refused, "the certificate of \(endpoint) is invalid or from an unknown authority; nothing was sent")
        } else if text.contains("WRONG_VERSION_NUMBER") {
            self.init(.refused, "\(endpoint) doesn't speak TLS; write http:// if that is intended")
        } else {
            self.init(.unavailable, Self.reason(client, failure: failure, endpoint: endpoint))
        }
    }

    private init(_ kind: SyncError.Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }

    private static func reason(_ client: HTTPClientError?, failure: any Error, endpoint: String) -> String {
        let text = String(describing: failure)
        switch client {
        case .connectTimeout?, .readTimeout?, .deadlineExceeded?, .writeTimeout?, .getConnectionFromPoolTimeout?:
            return "the server doesn't answer in time"
        case .remoteConnectionClosed?: return "the connection broke"
        default:
            if text.contains("refused") { return "nothing answers at \(endpoint)" }
            if failure is NIOPosix.NIOConnectionError || text.contains("DNS") { return "\(endpoint) can't be reached" }
            return "the connection failed (\(text.prefix(120)))"
        }
    }

    /// The error of a call; `action` completes "couldn't …".
    func error(could action: String) -> SyncError {
        kind == .cancelled ? .cancelled : SyncError(kind, "couldn't \(action): \(reason)")
    }
}
