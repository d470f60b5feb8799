import DioramaSync
import HTTPTypes
import Hummingbird
import Postgres
import Service

extension Problem {
    /// The answer to what the service refused: here each of its kinds gets a status.
    init(_ error: ServiceError) {
        let status: HTTPResponse.Status =
            switch error.kind {
            case .invalidInput: .badRequest
            case .notPossible: .unprocessableContent
            case .notAuthenticated: .unauthorized
            case .notAllowed: .forbidden
            case .notFound: .notFound
            case .conflict, .leaseLost: .conflict
            case .quotaExceeded: HTTPResponse.Status(code: 402, reasonPhrase: "Payment Required")
            case .tooMany: .tooManyRequests
            case .tooLarge: .contentTooLarge
            case .unavailable, .schema: .serviceUnavailable
            }
        var headers: HTTPFields = [:]
        if let seconds = error.retryAfter { headers[.retryAfter] = "\(seconds)" }
        if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
        self.init(status, Self.sentence(error.message), headers: headers)
    }

    /// The answer where the database or bucket fails: neither its name nor its words are for clients.
    static let serviceUnavailable = Problem(
        .serviceUnavailable, "The service can't be used at the moment; try again soon.", headers: [.retryAfter: "5"])

    /// Errors of the service's parts; nil for others.
    static func ofService(_ error: any Error) -> Problem? {
        switch error {
        case let error as ServiceError: Problem(error)
        case is PostgresError, is SyncError: .serviceUnavailable
        default: nil
        }
    }
}
