import Foundation
import HTTPTypes
import DioramaLibrary
import Server
import Spaces
import Synchronization
import Testing
import Support

/// Lets a test decide when an import goes on.
final class Gate: Sendable {
    private let isOpen = Mutex(false)
    func open() { isOpen.withLock { $0 = true } }

    /// An importer that reports progress until the gate is open, without ever giving its thread back, as reconstruction does.
    func importer(_ library: Library) -> FileImport.Importer {
        { [self] request, progress in
            var step = 0.0
            let deadline = ContinuousClock.now + .seconds(30)
            while !isOpen.withLock({ $0 }) {
                step = min(step + 0.001, 0.9)
                try progress.report(step, "Fusing frames")
                usleep(2000)
                if ContinuousClock.now > deadline { throw TestFailure("nobody opened the gate") }
            }
            return try await library.add(SpaceDraft(name: request.name), job: request.job)
        }
    }
}

/// One server-sent event.
struct Event {
    let name: String
    let number: Int
    let job: [String: Any]

    /// The next event of the stream; comments and `retry` are passed over.
    static func next(_ connection: RawConnection) async throws -> Event? {
        while let block = await connection.read(through: "\n\n") {
            // The sizes of chunks stand on lines of their own and are passed over as well.
            let lines = block.split(whereSeparator: \.isNewline).map(String.init)
            func value(_ field: String) -> String? {
                lines.first { $0.hasPrefix(field + ": ") }.map { String($0.dropFirst(field.count + 2)) }
            }
            guard let name = value("event"), let number = value("id").flatMap({ Int($0) }), let data = value("data") else {
                continue
            }
            let job = try #require(try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any])
            return Event(name: name, number: number, job: job)
        }
        return nil
    }
}

@Suite struct JobTests {
    /// Opens the event stream of a job; its head is read.
    private func events(_ server: TestServer, _ id: String, lastEvent: String? = nil) async throws -> RawConnection {
        let connection = try RawConnection(port: server.port)
        let field = lastEvent.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        await connection.send("GET /api/v1/jobs/\(id)/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(field)\r\n")
        let head = try #require(await connection.read(through: "\r\n\r\n"))
        #expect(head.hasPrefix("HTTP/1.1 200 "))
        #expect(head.contains("Content-Type: text/event-stream"))
        #expect(head.contains("Cache-Control: no-store"))
        return connection
    }

    @Test func `progress comes in order and ends with the final state`() async throws {
        let gate = Gate()
        try await withServer {
            $0.importer = gate.importer($0.library)
        } _: { server async throws in
            let id = try await server.upload([1], fileName: "a.ply").text("id")
            let connection = try await events(server, id)
            var all: [Event] = []
            while let event = try await Event.next(connection) {
                all.append(event)
                if all.count == 5 { gate.open() }
            }
            #expect(all.count > 5)
            #expect(all.allSatisfy { $0.name == "progress" && $0.job["id"] as? String == id })
            #expect(zip(all, all.dropFirst()).allSatisfy { $0.number < $1.number })
            let fractions = all.compactMap { $0.job["fraction"] as? Double }
            #expect(fractions == fractions.sorted())
            #expect(all.dropFirst(2).first?.job["what"] as? String == "Fusing frames")
            let last = try #require(all.last)
            #expect(last.job["state"] as? String == "done")
            #expect(all.dropLast().allSatisfy { $0.job["state"] as? String == "running" })
            #expect(try await server.get("/api/v1/spaces/\(last.job["space"] as? String ?? "")").status == 200)
        }
    }

    @Test func `the events of an ended job are its final state, whatever was seen before`() async throws {
        try await withServer {
            $0.importer = fakeImporter($0.library)
        } _: { server async throws in
            let id = try await server.ended(server.upload([1], fileName: "a.ply")).text("id")
            for seen in [nil, "3", "x", "-1"] {
                let connection = try await events(server, id, lastEvent: seen)
                #expect(try await Event.next(connection)?.job["state"] as? String == "done")
                #expect(try await Event.next(connection) == nil)
            }
        }
    }

    @Test func `several clients watch one job, and a client that leaves harms none`() async throws {
        let gate = Gate()
        try await withServer {
            $0.importer = gate.importer($0.library)
        } _: { server async throws in
            let id = try await server.upload([1], fileName: "a.ply").text("id")
            let leaving = try await events(server, id)
            let staying = try await events(server, id)
            _ = try await Event.next(leaving)
            leaving.close()
            for _ in 0..<5 { _ = try await Event.next(staying) }
            gate.open()
            var last: Event?
            while let event = try await Event.next(staying) { last = event }
            #expect(last?.job["state"] as? String == "done")
        }
    }

    @Test func `a stream without news beats`() async throws {
        let gate = Gate()
        try await withServer {
            $0.importer = gate.importer($0.library)
            $0.heartbeat = .milliseconds(50)
        } _: { server async throws in
            _ = try await server.upload([1], fileName: "a.ply")
            let waiting = try await server.upload([1], fileName: "b.ply").text("id")
            let connection = try await events(server, waiting)
            for _ in 0..<3 { #expect(await connection.read(through: ": still here\n\n") != nil) }
            gate.open()
        }
    }

    @Test func `jobs run one after another and wait in order`() async throws {
        let gate = Gate()
        try await withServer {
            $0.importer = gate.importer($0.library)
        } _: { server async throws in
            let ids = [
                try await server.upload([1], fileName: "a.ply").text("id"),
                try await server.upload([1], fileName: "b.ply").text("id"),
            ]
            let list = try await server.get("/api/v1/jobs").json["jobs"] as? [[String: Any]]
            #expect(list?.compactMap { $0["id"] as? String } == ids.reversed())
            #expect(list?.compactMap { $0["state"] as? String } == ["queued", "running"])
            #expect(list?.compactMap { $0["title"] as? String } == ["b", "a"])
            gate.open()
            for id in ids { _ = try await server.job(id) { $0.text("state") == "done" } }
        }
    }

    @Test func `the server answers while all jobs compute`() async throws {
        let gate = Gate()
        try await withServer {
            $0.importer = gate.importer($0.library)
            $0.concurrentJobs = 8
        } _: { server async throws in
            for number in 0..<8 { _ = try await server.upload([1], fileName: "\(number).ply") }
            for _ in 0..<20 { #expect(try await server.get("/health").status == 200) }
            gate.open()
        }
    }

    @Test func `a running job is cancelled at its next report`() async throws {
        let gate = Gate()
        try await withServer {
            $0.importer = gate.importer($0.library)
        } _: { server async throws in
            let id = try await server.upload([1], fileName: "a.ply").text("id")
            let answer = try await server.request(.delete, "/api/v1/jobs/\(id)")
            #expect(answer.status == 200)
            #expect(answer.text("id") == id)
            let job = try await server.job(id) { $0.text("state") == "cancelled" }
            #expect(job.json["error"] is NSNull)
            #expect(try await server.library.spaceCount() == 0)
            try await eventually { server.uploadsLeft().isEmpty }
            // Once more does nothing.
            #expect(try await server.request(.delete, "/api/v1/jobs/\(id)").text("state") == "cancelled")
        }
    }

    @Test func `a waiting job is cancelled at once`() async throws {
        let gate = Gate()
        try await withServer {
            $0.importer = gate.importer($0.library)
        } _: { server async throws in
            let first = try await server.upload([1], fileName: "a.ply").text("id")
            let second = try await server.upload([1], fileName: "b.ply").text("id")
            #expect(try await server.request(.delete, "/api/v1/jobs/\(second)").text("state") == "cancelled")
            gate.open()
            _ = try await server.job(first) { $0.text("state") == "done" }
            #expect(try await server.get("/api/v1/jobs/\(second)").text("state") == "cancelled")
            #expect(try await server.library.spaceCount() == 1)
        }
    }

    @Test func `a finished job stays finished when it is cancelled`() async throws {
        try await withServer {
            $0.importer = fakeImporter($0.library)
        } _: { server async throws in
            let job = try await server.ended(server.upload([1], fileName: "a.ply"))
            #expect(try await server.request(.delete, "/api/v1/jobs/\(job.text("id"))").text("state") == "done")
        }
    }

    @Test func `when all places are taken, further uploads are told to come back`() async throws {
        let gate = Gate()
        try await withServer {
            $0.importer = gate.importer($0.library)
            $0.waitingJobs = 1
        } _: { server async throws in
            #expect(try await server.upload([1], fileName: "a.ply").status == 202)
            let second = try await server.upload([1], fileName: "b.ply")
            #expect(second.status == 202)
            let third = try await server.upload([1], fileName: "c.ply")
            #expect(third.isProblem(429))
            #expect(third.headers[.retryAfter] == "60")
            // A place that is given back is there for the next.
            _ = try await server.request(.delete, "/api/v1/jobs/\(second.text("id"))")
            try await eventually { try await server.upload([1], fileName: "c.ply").status == 202 }
            gate.open()
        }
    }

    @Test func `an upload under way holds its place`() async throws {
        try await withServer {
            $0.importer = fakeImporter($0.library)
            $0.waitingJobs = 0
        } _: { server async throws in
            let connection = try RawConnection(port: server.port)
            await connection.send(
                "POST /api/v1/spaces?fileName=a.ply HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nply")
            try await eventually { !server.uploadsLeft().isEmpty }
            #expect(try await server.upload([1], fileName: "b.ply").isProblem(429))
            connection.close()
            try await eventually { try await server.upload([1], fileName: "b.ply").status == 202 }
        }
    }

    @Test func `jobs of other programs on the library are listed and can be cancelled`() async throws {
        try await withServer { server async throws in
            let job = try await server.library.createJob(kind: "import", title: "elsewhere")
            let list = try await server.get("/api/v1/jobs").json["jobs"] as? [[String: Any]]
            #expect(list?.first?["title"] as? String == "elsewhere")
            #expect(try await server.request(.delete, "/api/v1/jobs/\(job.id)").text("state") == "cancelled")
        }
    }
}
