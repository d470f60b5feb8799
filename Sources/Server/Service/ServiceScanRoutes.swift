import Foundation
import HTTPTypes
import Hummingbird
import Service

/// `/api/v1/scans` of the multi-user service: scans, the addresses of their uploads, and their processing.
struct ServiceScanRoutes: Sendable {
    let parts: ServiceParts

    private struct NewScan: Decodable {
        let name: String
        let mode: String?
    }

    private struct ScanChange: Decodable {
        let name: String?
        let mode: String?
    }

    struct Page: Encodable {
        let scans: [Scan]
        /// The value of `after` for the next page; nil on the last one.
        let next: String?
    }

    func create(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        let body = try await JSONBody.decode(NewScan.self, from: request, expecting: #"{"name": "Office", "mode": "interior"}"#)
        let mode = body.mode ?? "interior"
        let key = try IdempotencyKey.read(request.headers[.idempotencyKey], content: "POST /scans \(mode) \(body.name)")
        let scan = try await parts.scans.create(identity, name: body.name, mode: mode, repeated: key)
        var response = JSONBody.response(scan, status: .created)
        response.headers[.location] = "/api/v1/scans/\(scan.id)"
        return response
    }

    func list(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        let query = try Query(request)
        let limit = try query.limit()
        let offset = try query.offset()
        let scans = try await parts.scans.list(identity, limit: limit, offset: offset, after: try query.serviceCursor())
        return JSONBody.response(Page(scans: scans, next: scans.count == limit ? scans.last?.id : nil))
    }

    func show(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        JSONBody.response(try await parts.scans.scan(identity, id: try context.serviceID("scan")))
    }

    func change(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        let id = try context.serviceID("scan")
        let body = try await JSONBody.decode(ScanChange.self, from: request, expecting: #"{"name": "Office"}"#)
        guard body.name != nil || body.mode != nil else { throw Problem(.badRequest, "Send name, mode or both.") }
        return JSONBody.response(try await parts.scans.change(identity, id: id, name: body.name, mode: body.mode))
    }

    func delete(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        try await parts.scans.delete(identity, id: try context.serviceID("scan"))
        return Response(status: .noContent)
    }

    func uploadURL(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        let query = try Query(request)
        guard let type = query["fileType"] else {
            throw Problem(.badRequest, "fileType is missing; send ?fileType=raw.")
        }
        var byteCount: Int64?
        if let text = query["byteCount"] {
            guard let count = Int64(text), count > 0, !text.hasPrefix("+") else {
                throw Problem(.badRequest, "byteCount must be the file's size, a number of at least 1.")
            }
            byteCount = count
        }
        let target = try await parts.uploads.begin(
            identity, scan: try context.serviceID("scan"), fileType: type, sha256: query["sha256"], byteCount: byteCount)
        return JSONBody.response(target)
    }

    private struct Processing: Decodable {
        let quality: String?
        let technologies: [String]?
        let outputFormats: [String]?
        let enableHoleFilling: Bool?
        let enableTextureEnhancement: Bool?
        let settings: [String: String]?

        func request(_ mode: String) -> ScanJobRequest {
            ScanJobRequest(
                mode: mode, quality: quality, technologies: technologies, outputFormats: outputFormats,
                enableHoleFilling: enableHoleFilling, enableTextureEnhancement: enableTextureEnhancement, settings: settings)
        }
    }

    func process(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        let id = try context.serviceID("scan")
        let body = try await JSONBody.decode(
            Processing.self, from: request, expecting: #"{"quality": "standard", "outputFormats": ["glb"]}"#)
        let content = String(decoding: JSONBody.encode(body.request("")), as: UTF8.self)
        let key = try IdempotencyKey.read(request.headers[.idempotencyKey], content: "POST /scans/\(id)/process \(content)")
        let job = try await parts.jobs.process(identity, scan: id, repeated: key) { body.request($0) }
        var response = JSONBody.response(job, status: .accepted)
        response.headers[.location] = "/api/v1/jobs/\(job.jobId)"
        return response
    }
}

extension HTTPField.Name {
    /// The field of the IETF draft "The Idempotency-Key HTTP Header Field".
    static let idempotencyKey = HTTPField.Name("Idempotency-Key")!
}

extension Query {
    /// The parameter `offset` of a list: how many entries are passed over.
    /// - Throws: `Problem` 400 where it is not a number from 0 to 100,000.
    func offset() throws -> Int {
        guard let text = self["offset"] else { return 0 }
        guard let offset = Int(text), (0...100_000).contains(offset), !text.hasPrefix("+") else {
            throw Problem(.badRequest, "offset must be a number from 0 to 100000.")
        }
        return offset
    }

    /// The parameter `after` of a list: the last id of the page before.
    /// - Throws: `Problem` 400 where it is no id.
    func serviceCursor() throws -> String? {
        guard let text = self["after"] else { return nil }
        guard text.utf8.count == 27, text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
            throw Problem(.badRequest, "after must be the value of next of the page before.")
        }
        return text
    }
}
