import Foundation
import HTTPTypes
import Hummingbird
import DioramaLibrary
import NIOHTTPTypes
import Reconstruction
import Spaces
import ServiceLifecycle

/// `POST /api/v1/spaces`: takes a file, writes it to the disk as it comes, and starts the job that makes a space of it.
struct UploadRoute: Sendable {
    let configuration: ServerConfiguration
    let store: UploadStore
    let jobs: JobQueue
    let uploads: UploadLimiter

    func create(_ request: Request, _ context: ServerContext) async throws -> Response {
        let upload = try Upload(Query(request))
        let promised = try length(request)
        let folder = try store.makeFolder()
        let file = folder.url.appendingPathComponent(upload.fileName)
        let place = try await uploads.run(for: context.client) { [jobs, maximum = configuration.maximumUploadBytes] progress in
            let place = try jobs.reserve()
            try await Self.invite(request, context)
            // An upload under way doesn't hold up a server that is stopping.
            _ = try await cancelWhenGracefulShutdown {
                try await UploadFile.receive(
                    request.body, promised: promised, maximum: maximum, at: file, progress: progress)
            }
            return place
        }
        let work = FileImport(
            file, type: upload.type, title: upload.title, name: upload.name, mode: upload.mode,
            texture: upload.texture, splats: upload.splats ? configuration.splatTraining : nil, keepsCapture: upload.keepsCapture,
            unpacker: ArchiveUnpacker(limits: configuration.archiveLimits), importer: configuration.importer)
        let job = try await jobs.submit(kind: "import", title: upload.name, place: place) {
            defer { folder.remove() }
            return try await work.run(job: $0, progress: $1).id
        }
        var response = JSONBody.response(JobPayload(job: job), status: .accepted)
        response.headers[.location] = "/api/v1/jobs/\(job.id)"
        return response
    }

    /// What the query says about the file.
    private struct Upload {
        let fileName: String
        let type: ImportFileType
        /// The file name without its extension.
        let title: String
        /// The name of the space.
        let name: String
        /// What was scanned.
        let mode: ReconstructionMode
        /// Whether the surface of a capture is textured with its images.
        let texture: Bool
        /// Whether splats of a capture are trained, too.
        let splats: Bool
        /// Whether the files of a capture are kept beside the space.
        let keepsCapture: Bool

        init(_ query: Query) throws {
            guard let givenName = query["fileName"] else {
                throw Problem(.badRequest, "fileName is missing; send the file's name as ?fileName=office.ply.")
            }
            guard let fileName = FileName.valid(givenName) else {
                throw Problem(.badRequest, "fileName must be a plain file name of at most 255 bytes, without folders.")
            }
            guard let (type, title) = ImportFileType.of(fileName: fileName) else {
                let known = (ImportFileType.fileExtensions + ImportFileType.archiveExtensions).joined(separator: ", ")
                throw Problem(.badRequest, "\(fileName) has no known file extension; send one of \(known).")
            }
            let given = query["mode"] ?? ReconstructionMode.interior.rawValue
            guard let mode = ReconstructionMode(rawValue: given) else {
                let known = ReconstructionMode.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem(.badRequest, "mode must be one of \(known).")
            }
            texture = try query.flag("texture", default: true)
            splats = try query.flag("splats")
            keepsCapture = try query.flag("keep")
            self.fileName = fileName
            self.mode = mode
            self.type = type
            self.title = title
            name = try Library.checkedName(query["name"] ?? String(title.prefix(200)))
        }
    }

    /// The promised length of the body, where it is acceptable.
    private func length(_ request: Request) throws -> Int64? {
        let type = MediaTypeName(request.headers[.contentType])?.name ?? "application/octet-stream"
        guard type == "application/octet-stream" else {
            throw Problem(.unsupportedMediaType, "Send the file's bytes as the body, with Content-Type: application/octet-stream.")
        }
        let promised = request.headers[.contentLength].flatMap { Int64($0) }
        if let promised, promised > configuration.maximumUploadBytes { throw UploadFile.tooLarge(configuration.maximumUploadBytes) }
        return promised
    }

    /// Answers `Expect: 100-continue`: the request is welcome so far, and its body may come (RFC 9110, section 10.1.1).
    static func invite(_ request: Request, _ context: ServerContext) async throws {
        guard request.headers[.expect]?.lowercased() == "100-continue" else { return }
        try await context.channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue))).get()
    }
}
