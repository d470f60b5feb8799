import Foundation
import HTTPTypes
import Hummingbird
import Spaces

/// An error as a client sees it: RFC 9457 problem details with a status, thrown anywhere below `ProblemMiddleware`.
struct Problem: Error, Sendable {
    var status: HTTPResponse.Status
    /// One line for people: what is wrong with this request and what to do.
    var detail: String
    /// The same for programs: pages show it in their language.
    var code: ProblemCode
    /// Fields that the status asks for (`Allow`, `Retry-After`, `Content-Range`, …).
    var headers: HTTPFields = [:]

    /// - Parameter code: nil: the general code of the status.
    init(_ status: HTTPResponse.Status, _ detail: String, code: ProblemCode? = nil, headers: HTTPFields = [:]) {
        self.status = status
        self.detail = detail
        self.code = code ?? ProblemCode(status)
        self.headers = headers
    }

    /// The answer to a failed use case: here each of its kinds gets a status.
    init(_ error: SpacesError) {
        let status: HTTPResponse.Status =
            switch error.kind {
            case .invalidInput: .badRequest
            case .notFound: .notFound
            case .notPossible: .unprocessableContent
            case .conflict: .conflict
            case .damaged: .internalServerError
            case .unwritable: .internalServerError
            case .unavailable: .serviceUnavailable
            }
        self.init(status, Self.sentence(error.description))
    }

    /// A message of one line as a sentence.
    static func sentence(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
    }

    static func notFound(_ what: String) -> Problem {
        Problem(.notFound, "There is no such \(what).", code: ProblemCode(missing: what))
    }

    static let diskFull = Problem(
        HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage"),
        "The server's disk is full; free some space and try again.")

    static let stopping = Problem(
        .serviceUnavailable, "The server is stopping; try again when it is back.", code: .stopping, headers: [.retryAfter: "5"])

    /// The answer that carries this problem.
    func response() -> Response {
        let body = Body(
            type: "about:blank", title: status.reasonPhrase.isEmpty ? "Error" : status.reasonPhrase, status: status.code,
            detail: detail, code: code)
        var response = JSONBody.response(body, status: status)
        response.headers[.contentType] = "application/problem+json"
        for field in headers { response.headers[field.name] = field.value }
        return response
    }

    private struct Body: Encodable {
        let type: String
        let title: String
        let status: Int
        let detail: String
        let code: ProblemCode
    }
}

extension Problem: CustomStringConvertible {
    var description: String { detail }
}
