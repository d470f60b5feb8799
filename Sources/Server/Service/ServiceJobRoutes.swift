import DioramaSync
import Foundation
import HTTPTypes
import Hummingbird
import Service

/// `/api/v1/jobs` of the multi-user service: state, cancellation, events and results.
struct ServiceJobRoutes: Sendable {
    let parts: ServiceParts

    /// A job as the interface shows it.
    struct Payload: Encodable {
        let id: String
        let scanId: String?
        let status: String
        let progress: Double
        let stage: String?
        let attempts: Int
        let estimatedTimeRemaining: Double?
        let error: String?
        let resultUrls: [String: String]
        let files: [FilePayload]
        let notes: [String]
        let area: Double?
        let createdAt: Int64
        let startedAt: Int64?
        let finishedAt: Int64?

        init(_ job: ScanJob) {
            id = job.id
            scanId = job.scanId
            status = job.status
            progress = job.progress
            stage = job.stage
            attempts = job.attempts
            estimatedTimeRemaining = job.estimatedTimeRemaining
            error = job.error
            resultUrls = Dictionary(
                job.files.map { ($0.format, "/api/v1/jobs/\(job.id)/download?format=\($0.format)") },
                uniquingKeysWith: { a, _ in a })
            files = job.files.map(FilePayload.init)
            notes = job.notes
            area = job.area
            createdAt = job.createdAt
            startedAt = job.startedAt
            finishedAt = job.finishedAt
        }
    }

    /// A file of a result, with what proves that a download is complete.
    struct FilePayload: Encodable {
        let format: String
        let name: String
        let byteCount: Int64
        let sha256: String

        init(_ file: ScanJob.File) {
            format = file.format
            name = file.name
            byteCount = file.byteCount
            sha256 = file.sha256
        }
    }

    private struct Page: Encodable {
        let jobs: [Payload]
        let next: String?
    }

    func list(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        let query = try Query(request)
        let limit = try query.limit()
        let jobs = try await parts.jobs.list(identity, limit: limit, after: try query.serviceCursor())
        return JSONBody.response(Page(jobs: jobs.map(Payload.init), next: jobs.count == limit ? jobs.last?.id : nil))
    }

    func show(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        JSONBody.response(Payload(try await parts.jobs.job(identity, id: try context.serviceID("job"))))
    }

    func cancel(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        try await parts.jobs.cancel(identity, id: try context.serviceID("job"))
        return Response(status: .noContent)
    }

    /// The state now and each change, once a second at most, until the job has ended.
    func events(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        let id = try context.serviceID("job")
        let first = try await parts.jobs.job(identity, id: id)
        let headers: HTTPFields = [
            .contentType: "text/event-stream", .cacheControl: "no-store", HTTPField.Name("X-Accel-Buffering")!: "no",
        ]
        if request.method == .head { return Response(status: .ok, headers: headers) }
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { [parts] writer in
                try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
                var job = first
                var sent = ""
                var quiet = 0
                while true {
                    let text = String(decoding: JSONBody.encode(Payload(job)), as: UTF8.self)
                    if text != sent {
                        try await writer.write(ByteBuffer(string: "event: progress\ndata: \(text)\n\n"))
                        sent = text
                        quiet = 0
                    } else if quiet >= 15 {
                        try await writer.write(ByteBuffer(string: ": still here\n\n"))
                        quiet = 0
                    }
                    if job.hasEnded { break }
                    try await Task.sleep(for: .seconds(1))
                    quiet += 1
                    // While the database restarts the stream stays open.
                    if let next = try? await parts.jobs.job(identity, id: id) { job = next }
                }
                try await writer.finish(nil)
            })
    }

    func download(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        let job = try await parts.jobs.job(identity, id: try context.serviceID("job"))
        guard job.status == "succeeded" else {
            throw Problem(.conflict, "The job has no result: its status is \(job.status).")
        }
        let formats = job.files.map(\.format)
        guard let format = try Query(request)["format"] ?? formats.first, let file = job.files.first(where: { $0.format == format })
        else {
            throw Problem(.notFound, "The job has no file of this format; it has \(formats.joined(separator: ", ")).")
        }
        if let url = try parts.storage.downloadURL(of: file.objectKey, seconds: 3600) {
            return Response(status: .temporaryRedirect, headers: [.location: url, .cacheControl: "no-store"])
        }
        guard let key = BucketKey(file.objectKey) else { throw Problem.notFound("file") }
        var response = FileResponse(
            file: BucketFile(bucket: parts.storage.bucket, key: key, length: file.byteCount), tag: EntityTag(file.sha256),
            contentType: "application/octet-stream")
        response.headers[.contentDisposition] = ContentDisposition.attachment(file.name)
        return try response.response(to: request)
    }
}

/// An object of a bucket as it is sent, a megabyte at a time.
private struct BucketFile: RepresentationBytes {
    let bucket: any WalkableBucket
    let key: BucketKey
    let length: Int64

    func send(_ range: Range<Int64>, to writer: inout any ResponseBodyWriter) async throws {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let data = try await bucket.read(key, offset..<min(offset + 1 << 20, range.upperBound))
            guard !data.isEmpty else { throw Problem.serviceUnavailable }
            offset += Int64(data.count)
            try await writer.write(ByteBuffer(bytes: data))
        }
    }
}
