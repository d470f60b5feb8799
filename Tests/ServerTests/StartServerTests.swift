import DioramaLibrary
import DioramaSync
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Server
import Synchronization
import TestSupport
import Testing

/// The server of a folder without a library, until that library is served.
@Suite struct StartServerTests {
    /// A running server of a first start.
    private struct StartedServer: Sendable {
        let server: StartServer
        let port: Int
        let folder: URL

        var hasLibrary: Bool { Library.exists(at: folder.appendingPathComponent("library")) }

        func ask(
            _ method: HTTPRequest.Method, _ path: String, json: String? = nil, headers: HTTPFields = [:], host: String = "localhost"
        ) async throws -> Answer {
            try await TestClient.withClient(host: "127.0.0.1", port: port) { client in
                var headers = headers
                if json != nil { headers[.contentType] = "application/json" }
                let request = TestClient.Request(
                    path, method: method, authority: "\(host):\(port)", headers: headers,
                    body: json.map { ByteBuffer(string: $0) })
                return Answer(try await client.execute(request))
            }
        }

        /// Waits for a state of the first start.
        func state(_ states: String..., headers: HTTPFields = [:], host: String = "localhost") async throws -> Answer {
            while true {
                let answer = try await ask(.get, "/api/v1/start", headers: headers, host: host)
                if states.contains(answer.text("state")) { return answer }
                try #require(answer.text("state") != "failed", "\(answer.string)")
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    private func withStartServer(
        _ change: (inout StartServer.Configuration) -> Void = { _ in },
        _ body: @escaping @Sendable (StartedServer) async throws -> Void
    ) async throws {
        let folder = try TestData.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let identity = FileIdentityStore(folder.appendingPathComponent("identity"))
        var configuration = StartServer.Configuration(folder: folder.appendingPathComponent("library"))
        configuration.listener.port = 0
        configuration.listener.headerTimeout = .seconds(120)
        configuration.identity = identity
        configuration.webClient = folder
        configuration.logger.logLevel = .critical
        change(&configuration)
        let server = try StartServer(configuration) { library in
            var served = ServerConfiguration(library: library)
            served.sync = SyncClient(library, identity: identity)
            served.media = served.sync.mediaStore()
            served.webClient = folder
            served.logger.logLevel = .critical
            return served
        }
        let (ready, signal) = AsyncStream.makeStream(of: URL.self)
        let running = Task {
            defer { signal.finish() }
            try await server.run { signal.yield($0) }
        }
        var addresses = ready.makeAsyncIterator()
        let port = try #require(await addresses.next()?.port)
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(StartedServer(server: server, port: port, folder: folder)))
        } catch {
            result = .failure(error)
        }
        await server.stop()
        try await running.value
        try result.get()
    }

    @Test func `the listener that made the first start serves the library, and refuses nobody in between`() async throws {
        try await withStartServer { server async throws in
            #expect(try await server.ask(.get, "/api/v1/spaces").isProblem(503))
            #expect(try await server.ask(.get, "/sharing").status == 307)
            #expect(try await server.state("new").json["isAllowed"] as? Bool == true)
            #expect(!server.hasLibrary)
            let kept = try RawConnection(port: server.port, timeout: 60)
            await kept.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(await kept.read(through: "}")?.hasPrefix("HTTP/1.1 200 ") == true)

            let isOver = Atomic(false)
            async let others = {
                var statuses: Set<Int> = []
                while !isOver.load(ordering: .relaxed) { statuses.insert(try await server.ask(.get, "/api/v1/spaces").status) }
                return statuses
            }()
            #expect(try await server.ask(.post, "/api/v1/start", json: #"{"name":"Ada"}"#).status == 202)
            #expect(try await server.state("opening").json["signIn"] is NSNull)
            _ = try await server.state("ready")
            let spaces = try await server.ask(.get, "/api/v1/spaces")
            #expect(spaces.status == 200 && spaces.string.contains(#""total":0"#))
            isOver.store(true, ordering: .relaxed)
            #expect(try await others.subtracting([503, 200]) == [])
            await kept.send("GET /api/v1/account HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(await kept.read(through: #""Ada""#)?.hasPrefix("HTTP/1.1 200 ") == true)
            #expect(try await server.ask(.post, "/api/v1/start", json: #"{"name":"Bea"}"#).isProblem(409))
        }
    }

    @Test func `a failed attempt says why, and the next one goes on`() async throws {
        try await withStartServer { server async throws in
            #expect(try await server.ask(.post, "/api/v1/start", json: #"{"name":""}"#).isProblem(400))
            #expect(try await server.ask(.post, "/api/v1/start", json: #"{"name":"Ada","bucket":"file:///x"}"#).isProblem(400))
            let bucket = server.folder.appendingPathComponent("nothing").absoluteString
            #expect(try await server.ask(.post, "/api/v1/start", json: #"{"bucket":"\#(bucket)"}"#).status == 202)
            var answer = try await server.ask(.get, "/api/v1/start")
            while answer.text("state") == "running" { answer = try await server.ask(.get, "/api/v1/start") }
            #expect(answer.text("state") == "failed" && !answer.text("error").isEmpty, "\(answer.string)")
            #expect(!server.hasLibrary)
            #expect(try await server.ask(.post, "/api/v1/start", json: #"{"name":"Ada"}"#).status == 202)
            _ = try await server.state("ready")
        }
    }

    @Test func `behind a proxy only the printed address makes the first start, and its owner signs in`() async throws {
        try await withStartServer {
            $0.listener.allowedHosts = ["diorama.example.org"]
            $0.needsSignIn = true
        } _: { server async throws in
            let host = "diorama.example.org"
            for name in [host, "localhost"] {
                #expect(try await server.ask(.get, "/api/v1/start", host: name).json["isAllowed"] as? Bool == false)
                #expect(try await server.ask(.post, "/api/v1/start", json: #"{"name":"Eve"}"#, host: name).isProblem(401))
            }
            #expect(try await server.ask(.get, "/api/v1/start", host: "evil.example.org").isProblem(421))
            let secret = String(server.server.keyPath.dropFirst("/start#".count))
            let key = [HTTPField.Name("X-Diorama-Start")!: secret] as HTTPFields
            let begun = try await server.ask(.post, "/api/v1/start", json: #"{"name":"Ada"}"#, headers: key, host: host)
            #expect(begun.status == 202)
            let opening = try await server.state("opening", headers: key, host: host)
            let token = try #require(opening.text("signIn").split(separator: "#").last)
            _ = try await server.state("ready", host: host)
            #expect(try await server.ask(.get, "/api/v1/spaces", host: host).isProblem(401))
            #expect(try await server.ask(.get, "/api/v1/spaces").isProblem(401))
            let session = try await server.ask(.post, "/api/v1/session", json: #"{"invitation":"\#(token)"}"#, host: host)
            #expect([200, 201].contains(session.status), "\(session.string)")
        }
    }

    @Test func `connections of the first start are limited as those of the library`() async throws {
        try await withStartServer {
            $0.listener.headerTimeout = .seconds(1)
            $0.listener.maximumConnectionsPerAddress = 20
        } _: { server async throws in
            let slow = try RawConnection(port: server.port, timeout: 60)
            await slow.send("GET /start HTTP/1.1\r\nX: ")
            #expect(await slow.readToEnd().hasPrefix("HTTP/1.1 408 "))
            var idle: [RawConnection] = []
            for _ in 0..<60 { idle.append(try RawConnection(port: server.port)) }
            #expect(try await server.ask(.get, "/health").status == 200)
            #expect(await idle[0].readToEnd() == "")
        }
    }
}
