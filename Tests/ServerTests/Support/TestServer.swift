import Foundation
import HTTPTypes
import HummingbirdTesting
import DioramaLibrary
import Logging
import NIOCore
import Server
import TestSupport
import Testing

/// A server on a free port of loopback, with a library of its own.
struct TestServer: Sendable {
    let server: DioramaServer
    let library: Library
    let folder: URL
    let port: Int

    /// `host:port` as a browser on this machine writes it.
    var authority: String { "localhost:\(port)" }

    /// One request on a connection of its own.
    func request(
        _ method: HTTPRequest.Method, _ path: String, headers: HTTPFields = [:], body: [UInt8]? = nil, authority: String? = nil
    ) async throws -> Answer {
        let authority = authority ?? self.authority
        // Tests that run at the same time may keep the server from answering.
        let configuration = TestClient.Configuration(timeout: .seconds(60))
        return try await TestClient.withClient(host: "127.0.0.1", port: port, configuration: configuration) { client in
            let request = TestClient.Request(
                path, method: method, authority: authority, headers: headers, body: body.map { ByteBuffer(bytes: $0) })
            return Answer(try await client.execute(request))
        }
    }

    /// One request by plain HTTP, to whichever port of this machine.
    static func plain(
        _ port: Int, _ path: String, host: String, method: HTTPRequest.Method = .get
    ) async throws -> Answer {
        let configuration = TestClient.Configuration(timeout: .seconds(60))
        return try await TestClient.withClient(host: "127.0.0.1", port: port, configuration: configuration) { client in
            Answer(try await client.execute(TestClient.Request(path, method: method, authority: host, headers: [:])))
        }
    }

    func get(_ path: String, headers: HTTPFields = [:]) async throws -> Answer { try await request(.get, path, headers: headers) }

    func upload(_ bytes: [UInt8], fileName: String, name: String? = nil, headers: HTTPFields = [:]) async throws -> Answer {
        var query = URLComponents()
        query.queryItems =
            [URLQueryItem(name: "fileName", value: fileName)] + (name.map { [URLQueryItem(name: "name", value: $0)] } ?? [])
        var headers = headers
        if headers[.contentType] == nil { headers[.contentType] = "application/octet-stream" }
        return try await request(.post, "/api/v1/spaces?\(query.percentEncodedQuery ?? "")", headers: headers, body: bytes)
    }

    /// Waits until the job of `answer` (to an upload) has ended.
    func ended(_ answer: Answer) async throws -> Answer {
        try await job(answer.text("id")) { ["done", "failed", "cancelled"].contains($0.text("state")) }
    }

    /// Waits until the job satisfies `condition`.
    func job(_ id: String, until condition: (Answer) -> Bool) async throws -> Answer {
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            let job = try await get("/api/v1/jobs/\(id)")
            if condition(job) { return job }
            try #require(ContinuousClock.now < deadline, "job \(id) stays \(job.json)")
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Adds a space with one file of `bytes` to the library.
    func addSpace(_ name: String, _ bytes: [UInt8] = Array("hello".utf8), kind: AssetKind = .mesh, fileName: String = "a.glb")
        async throws -> Space
    {
        let file = folder.appendingPathComponent(UUID().uuidString)
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try await library.add(
            SpaceDraft(
                name: name, assets: [AssetDraft(kind: kind, contentType: "model/gltf-binary", fileName: fileName, file: file)]))
    }

    /// What lies in the library's folder for uploads, below the servers' session folders.
    func uploadsLeft() -> [String] {
        let root = library.folder.appendingPathComponent("uploads")
        let sessions = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
        return sessions.flatMap { session in
            ((try? FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(session).path)) ?? []).filter {
                $0 != ".lock"
            }
        }
    }
}

/// Runs `body` with a server, and stops it.
func withServer<R: Sendable>(
    _ change: (inout ServerConfiguration) -> Void = { _ in }, _ body: @escaping @Sendable (TestServer) async throws -> R
) async throws -> R {
    let folder = try TestData.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let library = try Library(at: folder.appendingPathComponent("library"))
    var configuration = ServerConfiguration(library: library)
    configuration.port = 0
    configuration.logger.logLevel = .critical
    configuration.webClient = folder
    // Tests that run at the same time may keep a client from sending.
    configuration.headerTimeout = .seconds(120)
    change(&configuration)
    let server = try DioramaServer(configuration)
    let (ready, signal) = AsyncStream.makeStream(of: URL.self)
    let running = Task {
        defer { signal.finish() }
        try await server.run { signal.yield($0) }
    }
    var addresses = ready.makeAsyncIterator()
    guard let address = await addresses.next(), let port = address.port else {
        try await running.value
        throw TestFailure("the server ended before it listened")
    }
    let result: Result<R, any Error>
    do {
        result = .success(try await body(TestServer(server: server, library: library, folder: folder, port: port)))
    } catch {
        result = .failure(error)
    }
    await server.stop()
    try await running.value
    return try result.get()
}

struct TestFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// An answer with its body read whole.
struct Answer: Sendable {
    let status: Int
    let headers: HTTPFields
    let body: [UInt8]

    init(_ response: TestClient.Response) {
        status = response.status.code
        headers = response.headers
        body = response.body.map { Array($0.readableBytesView) } ?? []
    }

    var string: String { String(decoding: body, as: UTF8.self) }

    /// The body as a JSON object; empty where it is none.
    var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:] }

    func text(_ key: String) -> String { json[key] as? String ?? "" }

    func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }

    /// Whether it is problem details of this status with a line for people.
    func isProblem(_ status: Int) -> Bool {
        self.status == status && headers[.contentType] == "application/problem+json" && json["status"] as? Int == status
            && text("detail").hasSuffix(".") && !text("title").isEmpty && !text("code").isEmpty && text("type") == "about:blank"
    }
}
