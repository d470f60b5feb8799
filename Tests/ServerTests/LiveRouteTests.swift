import DioramaLibrary
import Foundation
import Geometry
import HTTPTypes
import Live
import Sessions
import Testing

/// Live sessions over HTTP and WebSockets, as hosts, guests and strangers use them.
@Suite struct LiveRouteTests {
    private func withSession(
        _ settings: [String: Any] = [:], _ body: @escaping @Sendable (TestServer, Space, String) async throws -> Void
    ) async throws {
        let json = String(decoding: try JSONSerialization.data(withJSONObject: settings), as: UTF8.self)
        try await withServer { server async throws in
            let space = try await server.addSpace("Kitchen")
            let started = try await server.ask(as: .owner, .post, "/api/v1/spaces/\(space.id)/live", json: json)
            #expect(started.status == 201 && started.header("Location") == "/api/v1/live/\(started.text("code"))")
            try await body(server, space, started.text("code"))
        }
    }

    private func join(
        _ server: TestServer, _ code: String, _ name: String, asHost: Bool = false
    ) async throws -> (participant: SessionParticipant, running: Task<Void, any Error>) {
        let live = try LiveServer(try #require(URL(string: "http://127.0.0.1:\(server.port)")))
        let session = try #require(SessionCode(code))
        let participant = SessionParticipant(
            name: try #require(DisplayName(name)), color: AvatarColor(red: 9, green: 9, blue: 9)
        ) {
            try await WebSocketClient.connect(to: try await live.webSocket(session, asHost: asHost, asViewer: false))
        }
        let running = Task { try await participant.run() }
        try await wait("to join") { await participant.snapshot.isJoined }
        return (participant, running)
    }

    private func wait(_ what: String, until condition: () async -> Bool) async throws {
        for _ in 0..<3_000 {
            if await condition() { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw TestFailure("waited in vain \(what)")
    }

    @Test func `a session is started, listed, changed and ended, and its link with it`() async throws {
        try await withSession(["maxMinutes": 30]) { server, space, code async throws in
            let list = try await server.get("/api/v1/spaces/\(space.id)/live").json["sessions"] as? [[String: Any]]
            #expect(list?.count == 1 && list?[0]["code"] as? String == code && list?[0]["maxMinutes"] as? Int == 30)
            let links = try await server.get("/api/v1/spaces/\(space.id)/links").json["links"] as? [[String: Any]]
            #expect(links?.map { $0["name"] as? String } == ["Live session \(code)"])
            let shown = try await server.ask(as: .nobody, .get, "/api/v1/live/\(code.lowercased())")
            #expect(shown.status == 200 && shown.text("role") == "guest" && shown.text("spaceName") == "Kitchen")
            let changed = try await server.ask(
                as: .owner, .patch, "/api/v1/live/\(code)", json: #"{"allowsGuests":false,"maxMinutes":60}"#)
            #expect(changed.status == 200 && changed.json["allowsGuests"] as? Bool == false && changed.text("role") == "host")
            #expect(try await server.ask(as: .nobody, .get, "/api/v1/live/\(code)").text("role") == "viewer")
            for body in [#"{"maxMinutes":0}"#, #"{"maxMinutes":1441}"#, #"{"minutes":5}"#, #"{"reactionsOnly":null}"#] {
                #expect(try await server.ask(as: .owner, .patch, "/api/v1/live/\(code)", json: body).isProblem(400))
            }
            #expect(try await server.ask(as: .nobody, .patch, "/api/v1/live/\(code)", json: "{}").isProblem(401))
            #expect(try await server.request(.delete, "/api/v1/live/\(code)").status == 204)
            #expect(try await server.get("/api/v1/live/\(code)").isProblem(404))
            let left = try await server.get("/api/v1/spaces/\(space.id)/links").json["links"] as? [Any]
            #expect(left?.isEmpty == true)
        }
    }

    @Test func `guests with the code see the space and take part, others don't`() async throws {
        try await withSession { server, space, code async throws in
            let other = try await server.addSpace("Cellar", Array("other".utf8))
            let visit = try await server.ask(as: .nobody, .post, "/api/v1/live/\(code)/visits")
            #expect(visit.status == 201 && visit.text("space") == space.id.description)
            let ticket: HTTPFields = [HTTPField.Name("X-Diorama-Visit")!: visit.text("visit")]
            #expect(try await server.get("/api/v1/spaces/\(space.id)", headers: ticket).status == 200)
            #expect(try await server.get("/api/v1/spaces/\(other.id)", headers: ticket).isProblem(404))

            let upgrade: HTTPFields = [
                .upgrade: "websocket", .connection: "Upgrade", HTTPField.Name("Sec-WebSocket-Version")!: "13",
                HTTPField.Name("Sec-WebSocket-Key")!: "dGhlIHNhbXBsZSBub25jZQ==",
            ]
            #expect(try await server.ask(as: .nobody, .get, "/api/v1/live/\(code)", headers: upgrade).isProblem(401))
            var foreign = upgrade
            foreign[.origin] = "https://evil.example"
            #expect(try await server.get("/api/v1/live/\(code)", headers: foreign).isProblem(403))
            var old = upgrade
            old[HTTPField.Name("Sec-WebSocket-Version")!] = "8"
            #expect(try await server.get("/api/v1/live/\(code)", headers: old).isProblem(426))

            let (ada, adaRuns) = try await join(server, code, "Ada", asHost: true)
            let (ben, benRuns) = try await join(server, code, "Ben")
            #expect(await ada.snapshot.replica.role == .host)
            #expect(await ben.snapshot.replica.role == .guest)
            let id = try await ben.change { (client, time) throws(Refusal) in
                try client.spawn(CompanionModel(3)!, position: Vector3(0, 0, -1), at: time)
            }
            try await wait("for Ben's companion") { await ada.snapshot.replica.state.companion(id) != nil }
            try await ada.change { (client, time) throws(Refusal) in try client.act(.dance, by: id, duration: 5_000, at: time) }
            try await wait("for the dance") {
                await ben.snapshot.replica.state.companion(id)?.action?.value.action == .dance
            }
            try await wait("until all is processed") { await ada.snapshot.replica.isSettled }
            #expect(await ada.snapshot.digest == (await ben.snapshot.digest))
            let two = try await server.get("/api/v1/live/\(code)")
            #expect(two.json["participants"] as? Int == 2)
            // The session ends for everybody.
            #expect(try await server.request(.delete, "/api/v1/live/\(code)").status == 204)
            try await adaRuns.value
            try await benRuns.value
            #expect(try await server.ask(as: .nobody, .post, "/api/v1/live/\(code)/visits").isProblem(404))
        }
    }

    @Test func `who guesses codes has to wait`() async throws {
        try await withSession { server, _, code async throws in
            var statuses: Set<Int> = []
            for _ in 0..<40 {
                let answer = try await server.ask(as: .nobody, .get, "/api/v1/live/\(SessionCode.random())")
                statuses.insert(answer.status)
            }
            #expect(statuses == [404, 429])
            // Not for those who know one.
            #expect(try await server.ask(as: .nobody, .get, "/api/v1/live/\(code)").status == 200)
        }
    }

    @Test func `a recording becomes a private memory of the host, and a damaged one is refused`() async throws {
        try await withSession { server, space, code async throws in
            #expect(try await server.get("/api/v1/live/\(code)").json["memory"] is NSNull)
            _ = try await server.request(.post, "/api/v1/live/\(code)/recording")
            let (ada, runs) = try await join(server, code, "Ada", asHost: true)
            _ = try await ada.change { (client, time) throws(Refusal) in
                try client.spawn(CompanionModel(1)!, position: Vector3(0, 0, 0), at: time)
            }
            try await wait("until all is processed") { await ada.snapshot.replica.isSettled }
            let digest = await ada.snapshot.digest
            let stopped = try await server.request(.delete, "/api/v1/live/\(code)/recording")
            let id = stopped.text("memory")
            let memory = try await server.get("/api/v1/memories/\(id)")
            #expect(memory.text("kind") == "session" && memory.text("privacy") == "private" && memory.text("title") == "Ada")
            #expect(memory.text("space") == space.id.description)
            let media = try #require((memory.json["media"] as? [[String: Any]])?.first)
            let file = try await server.get(try #require(media["url"] as? String))
            #expect(file.status == 200 && file.header("Content-Disposition")?.hasPrefix("attachment") == true)
            var replay = try SessionReplay(try SessionRecording(file.body))
            _ = try replay.advance(to: .max)
            #expect(replay.client.digest == digest)
            // Guests see neither the memory nor its id.
            #expect(try await server.ask(as: .nobody, .get, "/api/v1/live/\(code)").json["memory"] is NSNull)
            #expect(try await server.ask(as: .nobody, .get, "/api/v1/memories/\(id)").status != 200)
            for damaged in [Array(file.body.prefix(10)), [1, 2, 3], Array(file.body.prefix(22)) + [0, 0, 0]] {
                let answer = try await server.request(
                    .post, "/api/v1/memories/\(id)/media?kind=session",
                    headers: [.contentType: "application/octet-stream"], body: damaged)
                #expect(answer.isProblem(400))
            }
            await ada.leave()
            try await runs.value
            // The session goes, the memory stays; stopped twice, it is one.
            #expect(try await server.request(.delete, "/api/v1/live/\(code)").status == 204)
            let list = try await server.get("/api/v1/spaces/\(space.id)/memories").json["memories"] as? [[String: Any]]
            #expect(list?.count == 1)
        }
    }

    @Test func `another name than a listed one is replaced, and guests who may only watch become viewers at once`() async throws {
        try await withSession(["reactionsOnly": true]) { server, _, code async throws in
            let (host, hostRuns) = try await join(server, code, "Ada", asHost: true)
            let (ben, benRuns) = try await join(server, code, "Call 555-0100")
            func name(_ client: LiveClient) -> DisplayName? {
                client.replica.id.flatMap { client.replica.confirmed.participant($0)?.profile?.value.name }
            }
            try await wait("for a listed name") { name(await ben.snapshot).map { ListedNames.contains($0) } ?? false }
            let id = try #require(await ben.snapshot.replica.id)
            try await wait("until the host sees it") {
                await host.snapshot.replica.state.participant(id)?.profile.map { ListedNames.contains($0.value.name) } ?? false
            }
            #expect(name(await host.snapshot).map { ListedNames.contains($0) } == true)
            _ = try await server.ask(as: .owner, .patch, "/api/v1/live/\(code)", json: #"{"allowsGuests":false}"#)
            try await wait("until Ben is a viewer") { await ben.snapshot.replica.role == .viewer }
            try await wait("until all see it") { await host.snapshot.replica.state.participant(id)?.role == .viewer }
            #expect(await host.snapshot.replica.role == .host)
            await ben.leave()
            await host.leave()
            try await benRuns.value
            try await hostRuns.value
        }
    }

    @Test func `a session is recorded, and replayed to the same state`() async throws {
        try await withSession { server, _, code async throws in
            #expect(try await server.get("/api/v1/live/\(code)/recording").isProblem(404))
            let started = try await server.request(.post, "/api/v1/live/\(code)/recording")
            #expect(started.json["recording"] as? Bool == true)
            let (ada, runs) = try await join(server, code, "Ada", asHost: true)
            for step in 0..<5 {
                let id = try await ada.change { (client, time) throws(Refusal) in
                    try client.spawn(CompanionModel(UInt8(step))!, position: Vector3(Float(step), 0, 0), at: time)
                }
                if step == 2 { try await ada.change { (client, time) throws(Refusal) in try client.remove(id, at: time) } }
            }
            try await wait("until all is processed") { await ada.snapshot.replica.isSettled }
            let digest = await ada.snapshot.digest
            #expect(try await server.request(.delete, "/api/v1/live/\(code)/recording").json["recording"] as? Bool == false)
            let file = try await server.get("/api/v1/live/\(code)/recording")
            #expect(file.status == 200)
            var replay = try SessionReplay(try SessionRecording(file.body))
            #expect(!replay.recording.isTruncated)
            _ = try replay.advance(to: .max)
            #expect(replay.client.digest == digest)
            await ada.leave()
            try await runs.value
        }
    }
}
