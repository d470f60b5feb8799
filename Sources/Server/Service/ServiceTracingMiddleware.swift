import HTTPTypes
import Hummingbird
import Tracing

/// A span for each request, for the tracer that a program bootstraps by swift-distributed-tracing; without one it costs nothing.
///
/// Hummingbird's own middleware records paths and queries as they are, with the tokens of uploads in them. A span ends with the
/// head of the answer: streams of events last as long as their jobs.
struct ServiceTracingMiddleware: RouterMiddleware {
    typealias Context = ServerContext

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var parent = InstrumentationContext.current ?? .topLevel
        InstrumentationSystem.instrument.extract(request.headers, into: &parent, using: FieldExtractor())
        return try await withSpan("\(request.method)", context: parent, ofKind: .server) { span in
            span.attributes["diorama.request.id"] = context.id
            span.attributes["http.request.method"] = request.method.rawValue
            span.attributes["url.path"] = LogMiddleware.shown(request.uri.path)
            let response = try await next(request, context)
            if let route = context.endpointPath {
                span.operationName = "\(request.method) \(route)"
                span.attributes["http.route"] = route
                if route.hasPrefix("/api/v1/jobs/{id}") { span.attributes["diorama.job.id"] = Self.id(in: request.uri.path) }
            }
            span.attributes["http.response.status_code"] = Int(response.status.code)
            if response.status.kind == .serverError { span.setStatus(SpanStatus(code: .error)) }
            return response
        }
    }

    /// `ID` of `/api/v1/jobs/ID/events`.
    private static func id(in path: String) -> String? {
        let parts = path.split(separator: "/")
        return parts.count > 3 ? String(parts[3]) : nil
    }
}

/// Reads the context of a trace, such as `traceparent`, from header fields.
private struct FieldExtractor: Extractor {
    func extract(key: String, from fields: HTTPFields) -> String? { HTTPField.Name(key).flatMap { fields[$0] } }
}
