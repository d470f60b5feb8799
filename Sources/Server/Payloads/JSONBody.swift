import Exhibits
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// JSON in and out: sorted keys (the same data gives the same bytes), never cached, requests of at most 64 kB.
enum JSONBody {
    static let maximumBytes = 64 * 1024

    /// `value` as the body of an answer.
    static func response(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
        let headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: encode(value))))
    }

    /// `value` as JSON on one line. The payloads hold nothing that JSON cannot say: numbers that are not finite became null before.
    static func encode(_ value: some Encodable) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return (try? encoder.encode(value)) ?? Data("null".utf8)
    }

    /// The request's body as a `T`.
    /// - Throws: `Problem` 415 where it is not sent as JSON, 413 where it is longer than `maximumBytes`, 400 where it is not a `T`
    ///   or has fields that a `T` doesn't have.
    static func decode<T: Decodable>(
        _ type: T.Type, from request: Request, expecting example: String, maximumBytes: Int = JSONBody.maximumBytes
    ) async throws -> T {
        guard MediaTypeName(request.headers[.contentType])?.name == "application/json" else {
            throw Problem(.unsupportedMediaType, "Send JSON with Content-Type: application/json, like \(example).")
        }
        let buffer: ByteBuffer
        do {
            buffer = try await request.body.collect(upTo: maximumBytes)
        } catch is NIOTooManyBytesError {
            throw Problem(.contentTooLarge, "The JSON is longer than \(maximumBytes / 1024) kB.")
        }
        do {
            return try StrictDecoding.decode(type, from: Data(buffer.readableBytesView))
        } catch let unknown as StrictDecoding.UnknownField {
            throw Problem(
                .badRequest,
                "Unknown field “\(unknown.path.prefix(80))”; the fields here are \(unknown.known.joined(separator: ", ")).")
        } catch {
            throw Problem(.badRequest, "The body isn't what is expected here; send JSON like \(example).")
        }
    }
}

/// A `Content-Type` without its parameters, in lower case.
struct MediaTypeName {
    let name: String

    init?(_ field: String?) {
        guard let field, let first = field.split(separator: ";", omittingEmptySubsequences: false).first else { return nil }
        name = first.trimmingCharacters(in: .whitespaces).lowercased()
    }
}

extension Date {
    /// ISO 8601 in UTC with milliseconds: `2026-01-31T12:00:00.000Z`.
    var payload: String {
        formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true).timeZone(separator: .omitted))
    }
}
