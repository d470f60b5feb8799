import DioramaLibrary
import DioramaSync
import Foundation
import HTTPTypes
import Hummingbird
import Spaces
import Support

/// `/api/v1/privacy` and `/api/v1/library`: what is stored where; everything as one archive; deleting everything. The owner's
/// alone.
struct PrivacyRoutes: Sendable {
    let library: Library
    let sync: SyncClient
    let archives: ArchiveRuns
    let demo: DemoRuns?

    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        JSONBody.response(try await PrivacyReport(library, sync: sync))
    }

    // MARK: Export

    func export(_ request: Request, _ context: ServerContext) async throws -> Response {
        JSONBody.response(await state())
    }

    func startExport(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await archives.start()
        return JSONBody.response(await state(), status: .accepted)
    }

    func removeExport(_ request: Request, _ context: ServerContext) async throws -> Response {
        await archives.remove()
        return JSONBody.response(await state())
    }

    func file(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let made = await archives.made else { throw Problem.notFound("export") }
        let headers: HTTPFields = [
            .cacheControl: "no-store", .contentSecurityPolicy: ContentSecurity.assetPolicy,
            .contentDisposition: ContentDisposition.attachment("diorama-\(made.time.payload.prefix(10)).zip"),
        ]
        let tag = EntityTag("export-\(Int64(made.time.timeIntervalSince1970 * 1000))")
        return try FileResponse(file: made.file, tag: tag, contentType: "application/zip", headers: headers).response(to: request)
    }

    private func state() async -> ExportStatePayload {
        ExportStatePayload(running: await archives.running, made: await archives.made, problem: await archives.problem)
    }

    // MARK: Deletion

    func delete(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await JSONBody.decode(
            DeletionBody.self, from: request, expecting: #"{"confirm":"\#(LibraryDeletion.confirmation)"}"#)
        guard body.confirm == LibraryDeletion.confirmation else {
            throw Problem(.badRequest, "confirm must be “\(LibraryDeletion.confirmation)”.")
        }
        if library.isDemo {
            throw Problem(.conflict, "This is the demo library; reset it, or show your own library first.")
        }
        await archives.remove()
        try await demo?.remove()
        return JSONBody.response(["deleted": try await LibraryDeletion(library: library).run()])
    }

    private struct DeletionBody: Decodable {
        let confirm: String
    }
}

/// The archive of everything, as the API shows it.
struct ExportStatePayload: Encodable {
    @EncodesNull var run: Run?
    @EncodesNull var archive: Archive?
    @EncodesNull var problem: String?

    struct Run: Encodable {
        let fraction: Double
        let what: String
    }

    struct Archive: Encodable {
        let made: String
        let byteCount: Int64
        let files: Int
        let missing: Int
    }

    init(running: WorkProgress?, made: ArchiveRuns.Made?, problem: String?) {
        run = running.map { Run(fraction: $0.fraction, what: $0.what) }
        archive = made.map {
            Archive(
                made: $0.time.payload, byteCount: $0.contents.byteCount, files: $0.contents.files, missing: $0.contents.missing)
        }
        self.problem = problem
    }
}
