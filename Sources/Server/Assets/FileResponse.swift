import Foundation
import HTTPTypes
import Hummingbird

/// The bytes of a representation, which are sent in pieces.
protocol RepresentationBytes: Sendable {
    /// How many there are.
    var length: Int64 { get }
    /// Sends the bytes of `range` to a client.
    /// - Throws: where they can't be had: the answer is then cut off, which the client sees by its length.
    func send(_ range: Range<Int64>, to writer: inout any ResponseBodyWriter) async throws
}

/// Answers GET and HEAD for one immutable file: conditions, ranges, and the file itself in pieces (RFC 9110, sections 13 to 15).
struct FileResponse {
    let file: any RepresentationBytes
    let tag: EntityTag
    let contentType: String
    /// Further fields of 200 and 206.
    var headers: HTTPFields = [:]
    /// Whether single ranges are sent unverified: browsers then must not keep them.
    var hasUnverifiedParts = false

    func response(to request: Request) throws -> Response {
        var common = headers
        common[.eTag] = tag.field
        common[.acceptRanges] = "bytes"
        // The order of section 13.2.2: If-Match, If-None-Match, then Range with If-Range.
        guard tag.satisfies(ifMatch: request.headers[.ifMatch]) else {
            throw Problem(.preconditionFailed, "The file's entity tag is \(tag.field), which If-Match doesn't list.")
        }
        if tag.isListed(inIfNoneMatch: request.headers[.ifNoneMatch]) {
            common[.contentDisposition] = nil
            return Response(status: .notModified, headers: common)
        }
        // A range is defined for GET alone.
        let counts = request.method == .get && tag.satisfies(ifRange: request.headers[.ifRange])
        switch ByteRanges(field: counts ? request.headers[.range] : nil, length: file.length) {
        case .whole: return whole(common)
        case .parts(let parts) where parts.count == 1: return single(parts[0], common)
        case .parts(let parts): return multipart(parts, common)
        case .unsatisfiable:
            throw Problem(
                .rangeNotSatisfiable, "The file has \(file.length) bytes; none of the ranges has a byte in it.",
                headers: [.contentRange: "bytes */\(file.length)"])
        }
    }

    private func whole(_ common: HTTPFields) -> Response {
        var headers = common
        headers[.contentType] = contentType
        return Response(status: .ok, headers: headers, body: body([.bytes(0..<file.length)]))
    }

    private func single(_ range: Range<Int64>, _ common: HTTPFields) -> Response {
        var headers = common
        headers[.contentType] = contentType
        headers[.contentRange] = contentRange(range)
        if hasUnverifiedParts { headers[.cacheControl] = "no-store" }
        return Response(status: .partialContent, headers: headers, body: body([.bytes(range)]))
    }

    private func multipart(_ ranges: [Range<Int64>], _ common: HTTPFields) -> Response {
        let boundary = "diorama-\(UUID().uuidString)"
        var pieces: [Piece] = []
        for range in ranges {
            let lead = pieces.isEmpty ? "" : "\r\n"
            pieces.append(
                .text("\(lead)--\(boundary)\r\nContent-Type: \(contentType)\r\nContent-Range: \(contentRange(range))\r\n\r\n"))
            pieces.append(.bytes(range))
        }
        pieces.append(.text("\r\n--\(boundary)--\r\n"))
        var headers = common
        headers[.contentType] = "multipart/byteranges; boundary=\(boundary)"
        if hasUnverifiedParts { headers[.cacheControl] = "no-store" }
        return Response(status: .partialContent, headers: headers, body: body(pieces))
    }

    private func contentRange(_ range: Range<Int64>) -> String {
        "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.length)"
    }

    private enum Piece: Sendable {
        case text(String)
        case bytes(Range<Int64>)

        var length: Int64 {
            switch self {
            case .text(let text): Int64(text.utf8.count)
            case .bytes(let range): range.upperBound - range.lowerBound
            }
        }
    }

    private func body(_ pieces: [Piece]) -> ResponseBody {
        ResponseBody(contentLength: Int(pieces.reduce(0) { $0 + $1.length })) { [file] writer in
            for piece in pieces {
                switch piece {
                case .text(let text): try await writer.write(ByteBuffer(string: text))
                case .bytes(let range): try await file.send(range, to: &writer)
                }
            }
            try await writer.finish(nil)
        }
    }
}
