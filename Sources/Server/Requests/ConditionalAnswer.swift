import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Spaces

/// JSON with an entity tag: asked for again with `If-None-Match` it is sent only where it changed; with `If-Match` a change is
/// refused where somebody changed it meanwhile (RFC 9110, section 13.1).
enum ConditionalAnswer {
    /// `value` as the body of an answer, or 304 where the request has it already.
    static func response(_ value: some Encodable, to request: Request, status: HTTPResponse.Status = .ok) -> Response {
        let body = JSONBody.encode(value)
        let tag = EntityTag(hashing: body)
        var headers: HTTPFields = [
            .contentType: "application/json", .cacheControl: "private, no-cache", .eTag: tag.field,
            .vary: "Cookie, X-Diorama-Visit",
        ]
        if status == .ok, request.method == .get || request.method == .head,
            tag.isListed(inIfNoneMatch: request.headers[.ifNoneMatch])
        {
            headers[.contentType] = nil
            return Response(status: .notModified, headers: headers)
        }
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }

    /// - Throws: `Problem` 412 where an `If-Match` doesn't list the tag of the current `value`.
    static func check(_ value: @autoclosure () async throws -> some Encodable, _ request: Request) async throws {
        guard let list = request.headers[.ifMatch] else { return }
        guard EntityTag(hashing: JSONBody.encode(try await value())).satisfies(ifMatch: list) else { throw changedMeanwhile }
    }

    /// Changes what an `If-Match` names only where it still is what that tag stands for, also where somebody changes it after
    /// the comparison: the change compares `seen` within its transaction.
    /// - Parameters:
    ///   - request: the request.
    ///   - seen: what `value` shows.
    ///   - value: the payload that has the tag.
    ///   - change: gets `seen`, or nil without an `If-Match`.
    /// - Throws: `Problem` 412 where it was changed; what `change` throws.
    static func change<Seen, Value>(
        _ request: Request, seen: Seen, showing value: some Encodable, _ change: (Seen?) async throws -> Value
    ) async throws -> Value {
        guard request.headers[.ifMatch] != nil else { return try await change(nil) }
        try await check(value, request)
        do {
            return try await change(seen)
        } catch let error as SpacesError where error.kind == .conflict {
            throw changedMeanwhile
        }
    }

    private static let changedMeanwhile = Problem(
        .preconditionFailed, "It was changed meanwhile; load it again before changing it.")
}
