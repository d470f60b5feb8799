import Pairing
import Foundation
import DioramaLibrary
import Server
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3))) struct ShutdownTests {
    @Test func `stopping cancels jobs, ends event streams and returns soon`() async throws {
        let gate = Gate()
        try await withServer {
            $0.importer = gate.importer($0.library)
        } _: { server async throws in
            let ids = [
                try await server.upload([1], fileName: "a.ply").text("id"),
                try await server.upload([1], fileName: "b.ply").text("id"),
            ]
            let connection = try RawConnection(port: server.port)
            await connection.send("GET /api/v1/jobs/\(ids[0])/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            _ = try await Event.next(connection)
            await server.server.stop()
            var last = ""
            while let event = try await Event.next(connection) { last = event.job["state"] as? String ?? "" }
            #expect(last == "cancelled")
            for id in ids {
                let job = try await server.library.job(#require(JobID(id)))
                #expect(job?.state == .cancelled)
                #expect(job?.error == "the server was stopped before it was finished")
            }
        }
    }

    @Test func `work that does not listen is marked and left behind`() async throws {
        try await withServer {
            $0.shutdownTimeout = .milliseconds(800)
            $0.importer = { _, _ in
                sleep(4)
                throw TestFailure("too late")
            }
        } _: { server async throws in
            _ = try await server.upload([1], fileName: "a.ply")
            await server.server.stop()
            try await eventually { try await server.library.jobs().first?.state == .cancelled }
        }
    }

    @Test func `an upload and a slow download do not hold up the end`() async throws {
        try await withServer {
            $0.shutdownTimeout = .seconds(2)
        } _: { server async throws in
            let space = try await server.addSpace("x", [UInt8](repeating: 7, count: 30_000_000))
            let download = try RawConnection(port: server.port)
            await download.send("GET /api/v1/assets/\(space.assets[0].hash) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            _ = await download.read(through: "\r\n\r\n")
            let upload = try RawConnection(port: server.port)
            await upload.send("POST /api/v1/spaces?fileName=a.ply HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nply")
            try await eventually { !server.uploadsLeft().isEmpty }
            await server.server.stop()
            try await eventually { server.uploadsLeft().isEmpty }
            withExtendedLifetime(download) {}
        }
    }

    @Test func `what a killed server left is removed, what a living one has is not`() async throws {
        try await withServer { server async throws in
            let uploads = server.library.folder.appendingPathComponent("uploads")
            let left = uploads.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: left.appendingPathComponent("x"), withIntermediateDirectories: true)
            try Data().write(to: left.appendingPathComponent(".lock"))
            let mine = try FileManager.default.contentsOfDirectory(atPath: uploads.path).filter { $0 != left.lastPathComponent }
            #expect(mine.count == 1)
            let other = try DioramaServer(ServerConfiguration(library: server.library))
            let now = try FileManager.default.contentsOfDirectory(atPath: uploads.path)
            #expect(!now.contains(left.lastPathComponent))
            #expect(now.contains(mine[0]))
            withExtendedLifetime(other) {}
        }
    }

    @Test func `a port that is taken is one clear line`() async throws {
        try await withServer { server async throws in
            var configuration = ServerConfiguration(library: server.library)
            configuration.port = server.port
            configuration.logger.logLevel = .critical
            let second = try DioramaServer(configuration)
            do {
                try await second.run()
                Issue.record("two servers listen on one port")
            } catch let error as ServerError {
                #expect(
                    error.description.hasPrefix("couldn't listen on 127.0.0.1 port \(server.port): another program already listens")
                )
            }
        }
    }

    @Test func `a silent connection is closed`() async throws {
        try await withServer {
            $0.idleTimeout = .seconds(1)
        } _: { server async throws in
            for beginning in ["", "GET /health HTTP/1.1\r\nHost: local", "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"] {
                let connection = try RawConnection(port: server.port)
                await connection.send(beginning)
                _ = await connection.readToEnd()
            }
            let upload = try RawConnection(port: server.port)
            await upload.send("POST /api/v1/spaces?fileName=a.ply HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nply")
            _ = await upload.readToEnd()
            try await eventually { server.uploadsLeft().isEmpty }
        }
    }

    @Test func `headers without end are refused`() async throws {
        try await withServer { server async throws in
            let connection = try RawConnection(port: server.port)
            await connection.send("GET /health HTTP/1.1\r\nHost: localhost\r\n")
            for number in 0..<200 { await connection.send("X-\(number): \(String(repeating: "x", count: 1000))\r\n") }
            #expect(await connection.readToEnd().contains(" 200 ") == false)
            #expect(try await server.get("/health").status == 200)
        }
    }
}
