import Foundation
import HTTPTypes
import Server
import Testing

/// What one client can take from others: connections, time, places for imports.
@Suite struct ConnectionLimitTests {
    @Test func `idle connections make room for new ones`() async throws {
        try await withServer {
            $0.maximumConnections = 40
            $0.reservedConnections = 8
            $0.maximumConnectionsPerAddress = 20
        } _: { server async throws in
            var idle: [RawConnection] = []
            for _ in 0..<100 { idle.append(try RawConnection(port: server.port)) }
            let start = ContinuousClock.now
            #expect(try await server.get("/health").status == 200)
            #expect(try await server.get("/api/v1/spaces").status == 200)
            #expect(ContinuousClock.now - start < .seconds(20))
            // The oldest was closed, not answered.
            #expect(await idle[0].readToEnd() == "")
        }
    }

    @Test func `a header has to be there in time, however slowly it comes`() async throws {
        try await withServer {
            $0.headerTimeout = .seconds(1)
        } _: { server async throws in
            let silent = try RawConnection(port: server.port, timeout: 60)
            let start = ContinuousClock.now
            #expect(await silent.readToEnd() == "")
            let slow = try RawConnection(port: server.port, timeout: 60)
            await slow.send("GET /health HTTP/1.1\r\nX: ")
            let sending = Task {
                while !Task.isCancelled {
                    await slow.send("X")
                    try? await Task.sleep(for: .milliseconds(100))
                }
            }
            #expect(await slow.readToEnd().hasPrefix("HTTP/1.1 408 "))
            // Not the end of silence, which is after 60 s.
            #expect(ContinuousClock.now - start < .seconds(40))
            sending.cancel()
            // Between requests a connection may wait longer than a header may take, and then send one.
            let kept = try RawConnection(port: server.port)
            for _ in 0..<2 {
                await kept.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(await kept.read(through: "\r\n\r\n")?.hasPrefix("HTTP/1.1 200 ") == true)
                _ = await kept.read(through: "}")
                try await Task.sleep(for: .milliseconds(1500))
            }
            await kept.send("GET /hea")
            #expect(await kept.readToEnd().hasPrefix("HTTP/1.1 408 "))
        }
    }

    @Test func `stalled uploads end, and leave places for others`() async throws {
        try await withServer {
            $0.maximumUploadsPerAddress = 3
            // All eight have to be sent in this time, on busy machines, too.
            $0.uploadStallTimeout = .seconds(6)
            $0.minimumUploadBytes = 1000
            $0.waitingJobs = 4
        } _: { server async throws in
            var stalled: [RawConnection] = []
            for _ in 0..<8 {
                let connection = try RawConnection(port: server.port)
                await connection.send(
                    "POST /api/v1/spaces?fileName=a.ply HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\nply")
                stalled.append(connection)
            }
            var answers: [String] = []
            for connection in stalled { answers.append(String(await connection.readToEnd().prefix(12))) }
            #expect(answers.count { $0 == "HTTP/1.1 408" } == 3)
            #expect(answers.count { $0 == "HTTP/1.1 429" } == 5)
            try await eventually { server.uploadsLeft().isEmpty }
            #expect(try await server.upload(Array("ply".utf8), fileName: "b.ply").status == 202)
        }
    }

    @Test func `a slow upload that goes on is taken`() async throws {
        try await withServer {
            $0.uploadStallTimeout = .seconds(1)
            $0.minimumUploadBytes = 10
        } _: { server async throws in
            let connection = try RawConnection(port: server.port)
            await connection.send("POST /api/v1/spaces?fileName=a.ply HTTP/1.1\r\nHost: localhost\r\nContent-Length: 300\r\n\r\n")
            for _ in 0..<30 {
                await connection.send(String(repeating: "x", count: 10))
                try await Task.sleep(for: .milliseconds(100))
            }
            #expect(await connection.read(through: "\r\n\r\n")?.hasPrefix("HTTP/1.1 202 ") == true)
        }
    }

    // MARK: The table

    private final class Closed: @unchecked Sendable {
        var numbers: [Int] = []
    }

    @Test func `the oldest waiting connection of the largest network makes room, and sessions have a reserve`() {
        let table = ConnectionTable(.init(total: 6, reserve: 2, perNetwork: 3))
        let objects = (0..<12).map { _ in NSObject() }
        let ids = objects.map { ObjectIdentifier($0) }
        let closed = Closed()
        func open(_ i: Int, _ network: UInt8) -> Bool { table.opened(ids[i], network: [network]) { closed.numbers.append(i) } }
        for i in 0..<3 { #expect(open(i, 1)) }
        #expect(open(3, 1) && closed.numbers == [0])
        // Another network's connection is room for by the largest one's oldest.
        #expect(open(4, 2) && table.count == 4)
        #expect(open(5, 3) && closed.numbers == [0, 1])
        // Nothing waits any more: further ones may be somebody who is signed in.
        for i in 2...5 { table.set(ids[i], isWaiting: false) }
        #expect(open(6, 4))
        table.set(ids[6], isWaiting: false)
        #expect(open(7, 5) && table.count == 6)
        table.set(ids[7], isWaiting: false)
        #expect(!open(8, 6))
        #expect(!table.admit(ids[6], isSignedIn: false) && table.admit(ids[7], isSignedIn: true))
        // A session's connection never makes room, also while it waits.
        table.set(ids[7], isWaiting: true)
        #expect(!open(9, 7) && closed.numbers == [0, 1])
        table.closed(ids[6])
        #expect(open(10, 8) && closed.numbers == [0, 1])
        withExtendedLifetime(objects) {}
    }

    @Test func `participants of live sessions leave room for requests, up to as many as may take part`() {
        let table = ConnectionTable(.init(total: 3, reserve: 0, perNetwork: 2, live: 3, livePerNetwork: 2))
        let objects = (0..<10).map { _ in NSObject() }
        let ids = objects.map { ObjectIdentifier($0) }
        func open(_ i: Int, _ network: UInt8) -> Bool { table.opened(ids[i], network: [network]) { Issue.record("\(i) closed") } }
        for i in 0..<2 { #expect(open(i, 1) && table.joined(ids[i])) }
        #expect(table.count == 0)
        // One network has no more, others have.
        #expect(open(2, 1) && !table.joined(ids[2]) && table.count == 1)
        #expect(open(3, 2) && table.joined(ids[3]))
        #expect(open(4, 3) && !table.joined(ids[4]))
        table.closed(ids[0])
        #expect(table.joined(ids[2]) && !table.joined(ids[4]))
        table.closed(ids[3])
        #expect(table.joined(ids[4]) && table.count == 0)
        withExtendedLifetime(objects) {}
    }

    // MARK: Addresses

    @Test func `addresses and ranges are read, and nothing else`() {
        #expect(NetworkAddress("::ffff:192.0.2.1") == NetworkAddress("192.0.2.1"))
        #expect(NetworkAddress("[2001:db8::1]:443") == NetworkAddress("2001:DB8:0::1"))
        #expect(NetworkAddress("192.0.2.1:80")?.description == "192.0.2.1")
        #expect(NetworkAddress("2001:db8::1")?.network == NetworkAddress("2001:db8::2")?.network)
        for text in ["", "localhost", "1.2.3", "1.2.3.4:x", "[::1", "::1]", "unknown", "_hidden", "1.2.3.4, 5.6.7.8"] {
            #expect(NetworkAddress(text) == nil, "\(text)")
        }
        let range = AddressRange("10.1.0.0/15")
        #expect(range?.contains(NetworkAddress("10.1.200.3")!) == true && range?.contains(NetworkAddress("10.2.0.0")!) == false)
        #expect(AddressRange("0.0.0.0/0")?.contains(NetworkAddress("::1")!) == false)
        for text in ["", "10.0.0.0/33", "10.0.0.0/-1", "::/129", "10.0.0.0/x", "proxy"] {
            #expect(AddressRange(text) == nil, "\(text)")
        }
    }

    @Test func `only a trusted proxy's word counts for where a request comes from`() throws {
        let proxies = TrustedProxies(["127.0.0.1", "10.0.0.0/8"].compactMap { AddressRange($0) })
        let field = try #require(HTTPField.Name("X-Forwarded-For"))
        func client(_ peer: String, _ forwarded: String?) -> String? {
            let headers: HTTPFields = forwarded.map { [field: $0] } ?? [:]
            return NetworkAddress(peer).map { proxies.client(of: $0, headers).description }
        }
        #expect(client("203.0.113.9", "198.51.100.1") == "203.0.113.9")
        #expect(client("127.0.0.1", "198.51.100.1") == "198.51.100.1")
        // What stands further to the left was written by the client itself.
        #expect(client("127.0.0.1", "127.0.0.1, 192.0.2.7, 198.51.100.1, 10.2.3.4") == "198.51.100.1")
        #expect(client("127.0.0.1", "192.0.2.7, nonsense") == "127.0.0.1")
        #expect(client("127.0.0.1", nil) == "127.0.0.1")
    }
}
