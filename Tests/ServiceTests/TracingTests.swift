import DioramaServiceClient
import Foundation
import InMemoryTracing
import Server
import Service
import Synchronization
import Testing
import Tracing

/// Spans of a server and a worker, as they reach the tracer that a program bootstraps.
@Suite struct TracingTests {
    /// That of this process: there is one for all.
    private static let tracer: InMemoryTracer = {
        let tracer = InMemoryTracer()
        InstrumentationSystem.bootstrap(tracer)
        return tracer
    }()

    @Test(.timeLimit(.minutes(5)))
    func `requests and attempts of jobs are spans, with ids of request and job and without the tokens of uploads`()
        async throws
    {
        let tracer = Self.tracer
        let postgres = try PostgresServer()
        defer { postgres.end() }
        let bucket = postgres.folder.appendingPathComponent("bucket", isDirectory: true)
        try FileManager.default.createDirectory(at: bucket, withIntermediateDirectories: true)
        let database = ServiceDatabase(postgres.url)
        let storage = try ServiceStorage(bucket.absoluteString)
        let (client, server) = try await serve(database, storage)
        let scan = try await client.createScan(name: "Office")
        let file = postgres.folder.appendingPathComponent("scan.zip")
        try Data([0x50, 0x4B, 0x03, 0x04] + [UInt8](repeating: 0, count: 600)).write(to: file)
        let upload = try await client.upload(file, to: scan.id)
        let job = try await client.process(scan.id, RemoteProcessing()).jobId
        try await work(database, storage, postgres.folder) {
            // A program that fails at once: what counts is the span of the attempt.
            while try await !client.job(job).hasEnded { try await Task.sleep(for: .milliseconds(50)) }
        }
        server.cancel()
        _ = await server.result

        let spans = tracer.finishedSpans
        func text(_ span: FinishedInMemorySpan, _ name: String) -> String? {
            if case .string(let text)? = span.attributes.get(name) { text } else { nil }
        }
        let attempt = try #require(spans.first { $0.operationName == "process job" })
        #expect(attempt.kind == .consumer && text(attempt, "diorama.job.id") == job && attempt.status?.code == .error)
        #expect(attempt.errors.count == 1)
        let requests = spans.filter { $0.kind == .server }
        #expect(Set(requests.compactMap { text($0, "diorama.request.id") }).count == requests.count)
        let looked = try #require(requests.first { $0.operationName == "GET /api/v1/jobs/{id}" })
        #expect(text(looked, "diorama.job.id") == job && text(looked, "http.route") == "/api/v1/jobs/{id}")
        let sent = requests.filter { $0.operationName.hasSuffix(" /api/v1/uploads/{token}") }
        #expect(!sent.isEmpty && sent.allSatisfy { text($0, "url.path") == "/api/v1/uploads/…" })
        let token = try #require(URL(string: upload.url)?.lastPathComponent)
        #expect(!spans.contains { "\($0)".contains(token) })
    }

    /// A server, and a client with the key of a new account.
    private func serve(
        _ database: ServiceDatabase, _ storage: ServiceStorage
    ) async throws -> (ServiceClient, Task<Void, any Error>) {
        var configuration = ListenerConfiguration()
        configuration.port = 0
        let server = try await ServiceServer(configuration, database: database, storage: storage)
        let (addresses, found) = AsyncStream.makeStream(of: URL.self)
        let running = Task { try await server.run { found.yield($0) } }
        let address = try #require(await addresses.first { _ in true })
        let key = try await ServiceAccounts(database).add(name: "Ada", tier: "pro").key
        return (try ServiceClient(ServiceCredentials(address: address.absoluteString, key: key)), running)
    }

    /// Runs a worker until `body` has returned.
    private func work(
        _ database: ServiceDatabase, _ storage: ServiceStorage, _ folder: URL, until body: () async throws -> Void
    ) async throws {
        let configuration = ServiceWorker.Configuration(program: URL(fileURLWithPath: "/bin/false"), folder: folder)
        let worker = ServiceWorker(configuration, database: database, storage: storage) { _ in }
        let running = Task { try await worker.run() }
        try await body()
        worker.drain()
        try await running.value
    }
}
