import Foundation
import HTTPTypes
import Hummingbird
import DioramaLibrary
import NIOCore
import NIOHTTP1
import Sessions
import Spaces
import Support

/// Turns every error into problem details, and holds what is the same for all answers.
struct ProblemMiddleware: RouterMiddleware {
    typealias Context = ServerContext

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch let error as HTTPParserError {
            // The connection is of no further use; Hummingbird answers 400 and closes it.
            throw error
        } catch {
            let problem = Self.problem(error, request)
            if problem.status.code >= 500 {
                context.logger.error(
                    "\(request.method) \(request.uri.path): \(error)", metadata: ["status": "\(problem.status.code)"])
            }
            response = problem.response()
        }
        for field in Self.common where response.headers[field.name] == nil { response.headers[field.name] = field.value }
        // A long body that was refused may still be on its way.
        if response.status.code >= 400, Self.mayBeLong(request) {
            response.headers[.connection] = "close"
            context.closeSoon()
        }
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// Nobody else's page may embed, frame or sniff anything from here, nor learn addresses of spaces.
    private static let common: HTTPFields = [
        .xContentTypeOptions: "nosniff", HTTPField.Name("Cross-Origin-Resource-Policy")!: "same-origin",
        HTTPField.Name("Cross-Origin-Opener-Policy")!: "same-origin", HTTPField.Name("Referrer-Policy")!: "same-origin",
    ]

    private static func mayBeLong(_ request: Request) -> Bool {
        if request.headers[.transferEncoding] != nil { return true }
        return request.headers[.contentLength].flatMap { Int64($0) } ?? 0 > Int64(JSONBody.maximumBytes)
    }

    private static func problem(_ error: any Error, _ request: Request) -> Problem {
        switch error {
        case let problem as Problem: return problem
        case let error as HTTPError where error.status == .notFound:
            return HTTPRequest.Method.known.contains(request.method)
                ? .notFound("page") : Problem(.notImplemented, "\(request.method.rawValue) isn't known here.")
        case let error as HTTPError: return Problem(error.status, error.body ?? error.status.reasonPhrase)
        case let error as SpacesError: return Problem(error)
        case let error as SessionsError: return Problem(error)
        case let error as LibraryError: return problem(error)
        case let error as FileError where error.code == ENOSPC || error.code == EDQUOT: return .diskFull
        case let error as CocoaError where error.code == .fileWriteOutOfSpace: return .diskFull
        case is CancellationError: return .stopping
        default: return Problem(.internalServerError, "Something went wrong in the server; its log says what.")
        }
    }

    private static func problem(_ error: LibraryError) -> Problem {
        switch error.kind {
        case .invalidValue: Problem(.badRequest, Problem.sentence(error.message))
        case .notFound: .notFound("entry")
        case .notAllowed, .notIncluded: Problem(.forbidden, Problem.sentence(error.message))
        case .diskFull: .diskFull
        case .inUse:
            Problem(
                .serviceUnavailable, "The library is busy; try again in a moment.", code: .libraryBusy, headers: [.retryAfter: "2"])
        case .cancelled: .stopping
        default: Problem(.internalServerError, "The library couldn't be read or written; the server's log says why.")
        }
    }
}
