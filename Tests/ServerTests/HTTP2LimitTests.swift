import AsyncHTTPClient
import Foundation
import NIOHTTP1
import Server
import TestSupport
import Testing

/// What one client can take from others with HTTP/2, and with handshakes.
@Suite struct HTTP2LimitTests {
    private func withSecureServer(
        _ change: (inout ServerConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (TestServer, TestCertificate) async throws -> Void
    ) async throws {
        let folder = try TestData.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let certificate = try TestCertificate()
        let source = try certificate.write(to: folder)
        try await withServer {
            $0.tls = source
            change(&$0)
        } _: { server in
            try await body(server, certificate)
            // Whatever a client did: the server serves others.
            try await withClient(trusting: certificate.certificate) { client in
                try await eventually { (try? await client.ask("https://localhost:\(server.port)/health").status) == 200 }
            }
        }
    }

    private func connection(_ server: TestServer) async throws -> SecureConnection {
        let connection = try await SecureConnection(port: server.port)
        await connection.send(Frame.preface)
        return connection
    }

    @Test func `the limits are announced`() async throws {
        try await withSecureServer { server, _ in
            let connection = try await self.connection(server)
            #expect(await connection.holds { connection.frames.contains { $0.type == Frame.settings && !$0.payload.isEmpty } })
            let payload = try #require(connection.frames.first { $0.type == Frame.settings }).payload
            let settings = stride(from: 0, to: payload.count, by: 6).map { at in
                (Int(payload[at + 1]), payload[(at + 2)..<(at + 6)].reduce(0) { $0 << 8 | Int($1) })
            }
            // SETTINGS_MAX_CONCURRENT_STREAMS and SETTINGS_MAX_HEADER_LIST_SIZE.
            #expect(settings.contains { $0 == (3, 64) } && settings.contains { $0 == (6, 32 * 1024) })
            await connection.send(Frame.get("/health", stream: 1).bytes)
            #expect(await connection.isAnswered(1))
            await connection.close()
        }
    }

    @Test func `streams that are ended at once by their client end the connection`() async throws {
        try await withSecureServer { server, _ in
            let connection = try await self.connection(server)
            for number in UInt32(0)..<400 {
                let stream = 2 * number + 1
                await connection.send(
                    Frame.get("/api/v1/spaces", stream: stream).bytes + Frame(Frame.reset, stream: stream, [0, 0, 0, 8]).bytes)
                if await connection.isClosed(within: .zero) { break }
            }
            #expect(await connection.isClosed())
            // ENHANCE_YOUR_CALM
            #expect(connection.frames.contains { $0.type == Frame.goAway && $0.payload.dropFirst(4).prefix(4) == [0, 0, 0, 11] })
        }
    }

    @Test func `a header that never ends ends the connection`() async throws {
        try await withSecureServer { server, _ in
            let connection = try await self.connection(server)
            await connection.send(Frame(Frame.headers, flags: 1, stream: 1, Frame.fields("/health")).bytes)
            for _ in 0..<20 { await connection.send(Frame(Frame.continuation, stream: 1, [0, 1, 97, 1, 98]).bytes) }
            #expect(await connection.isClosed())
        }
    }

    @Test func `floods of pings and of settings end the connection`() async throws {
        try await withSecureServer { server, _ in
            for frame in [Frame(Frame.ping, [0, 0, 0, 0, 0, 0, 0, 1]), Frame(Frame.settings)] {
                let connection = try await self.connection(server)
                for _ in 0..<60 { await connection.send((0..<10).flatMap { _ in frame.bytes }) }
                #expect(await connection.isClosed(), "\(frame.type)")
            }
        }
    }

    @Test func `a header has to be there in time`() async throws {
        try await withSecureServer {
            // Long enough for three handshakes while other tests run.
            $0.headerTimeout = .seconds(3)
        } _: { server, _ in
            let start = ContinuousClock.now
            // No handshake; no request; half of a frame; a header that goes on byte by byte beside a request that was answered.
            let silent = try RawConnection(port: server.port, timeout: 60)
            let handshake = try RawConnection(port: server.port, timeout: 60)
            await handshake.send([22, 3, 1, 2, 0])
            let idle = try await self.connection(server)
            let partial = try await self.connection(server)
            await partial.send(Array(Frame.get("/health", stream: 1).bytes.prefix(5)))
            let slow = try await self.connection(server)
            await slow.send(Frame.get("/health", stream: 1).bytes)
            #expect(await slow.isAnswered(1))
            let rest = Frame.get("/health", stream: 3).bytes
            let sending = Task {
                for byte in rest.dropLast() {
                    await slow.send([byte])
                    try? await Task.sleep(for: .milliseconds(200))
                }
            }
            for connection in [idle, partial, slow] { #expect(await connection.isClosed()) }
            #expect(await silent.readToEnd() == "")
            #expect(await handshake.readToEnd() == "")
            // Not the end of silence, which is after 60 s.
            #expect(ContinuousClock.now - start < .seconds(40))
            sending.cancel()
        }
    }

    @Test func `headers that are too large are refused, and others on the connection go on`() async throws {
        try await withSecureServer { server, certificate in
            try await withClient(trusting: certificate.certificate) { client in
                let address = "https://localhost:\(server.port)/health"
                var many = HTTPHeaders()
                for number in 0..<101 { many.add(name: "x-\(number)", value: "1") }
                let status1 = try await client.ask(address, .GET, many).status
                #expect(status1 == 431)
                let long: HTTPHeaders = ["x-long": String(repeating: "a", count: 17 * 1024)]
                let status2 = try await client.ask(address, .GET, long).status
                #expect(status2 == 431)
                let status3 = try await client.ask(address).status
                #expect(status3 == 200)
                var all = HTTPHeaders()
                for number in 0..<3 { all.add(name: "x-\(number)", value: String(repeating: "a", count: 12 * 1024)) }
                await #expect(throws: (any Error).self) { try await client.ask(address, .GET, all) }
            }
        }
    }

    @Test func `many streams are no more requests than many connections`() async throws {
        try await withSecureServer {
            $0.maximumConnectionsPerAddress = 5
        } _: { server, certificate in
            let space = try await server.addSpace("Office")
            let connection = try await self.connection(server)
            // Streams of events stay under way.
            for number in UInt32(0)..<5 {
                await connection.send(Frame.get("/api/v1/spaces/\(space.id)/events", stream: 2 * number + 1).bytes)
                #expect(await connection.isAnswered(2 * number + 1))
            }
            try await withClient(trusting: certificate.certificate) { client in
                let address = "https://localhost:\(server.port)/health"
                let status4 = try await client.ask(address).status
                #expect(status4 == 503)
                await connection.send(Frame(Frame.reset, stream: 1, [0, 0, 0, 8]).bytes)
                try await eventually { try await client.ask(address).status == 200 }
            }
            await connection.close()
        }
    }

    @Test func `idle connections with TLS make room for new ones`() async throws {
        try await withSecureServer {
            $0.maximumConnections = 20
            $0.reservedConnections = 4
            $0.maximumConnectionsPerAddress = 10
        } _: { server, _ in
            var idle: [SecureConnection] = []
            for _ in 0..<20 { idle.append(try await self.connection(server)) }
            #expect(await idle[0].isClosed())
        }
    }
}
