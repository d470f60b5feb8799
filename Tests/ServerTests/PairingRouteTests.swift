import DioramaLibrary
import DioramaSync
import Foundation
import HTTPTypes
import Server
import Testing

@Suite struct PairingRouteTests {
    /// Two servers, each with a library and an identity of its own.
    private func withServers(_ body: @escaping @Sendable (TestServer, TestServer) async throws -> Void) async throws {
        let own: @Sendable (inout ServerConfiguration) -> Void = {
            let identity = $0.library.folder.deletingLastPathComponent().appendingPathComponent("identity")
            $0.sync = SyncClient($0.library, identity: FileIdentityStore(identity))
        }
        try await withServer(own) { first async throws in
            try await withServer(own) { second async throws in
                for (server, name) in [(first, "desk"), (second, "phone")] {
                    let account = try await server.library.accounts.add(Account(name: name, tier: .premium))
                    try await server.library.activate(account.id)
                }
                try await body(first, second)
            }
        }
    }

    @Test func `two servers pair by a code and synchronize without a bucket`() async throws {
        try await withServers { desk, phone async throws in
            let space = try await desk.addSpace("Office")
            let offered = try await desk.send(.post, "/offer", #"{"host":"127.0.0.1"}"#)
            #expect(offered.status == 201)
            let code = try #require((offered.json["offer"] as? [String: Any])?["code"] as? String)
            let begun = try await phone.send(.post, "/session", #"{"target":"\#(code)"}"#)
            #expect(begun.status == 201, "\(begun.string)")
            let digits = try #require(begun.session?["digits"] as? String)
            let shown = try await desk.pairing { $0.session != nil }
            #expect(shown.session?["digits"] as? String == digits)
            #expect(try await desk.send(.post, "/offer", "{}").isProblem(409))

            for server in [desk, phone] {
                let confirmed = try await server.request(.post, "/api/v1/pairing/session/confirm")
                #expect(confirmed.status == 202)
            }
            for server in [desk, phone] {
                let paired = try await server.pairing { !$0.devices.isEmpty && $0.session == nil }
                #expect(paired.devices.count == 1 && (paired.json["last"] as? [String: Any])?["isPaired"] as? Bool == true)
            }
            try await eventually { try await phone.library.space(space.id)?.name == "Office" }
            _ = try await phone.library.rename(space.id, to: "Büro")
            try await eventually { try await desk.library.space(space.id)?.name == "Büro" }

            let id = try #require(try await desk.pairing { _ in true }.devices.first?["id"] as? String)
            #expect(try await desk.request(.delete, "/api/v1/pairing/devices/\(id)").status == 204)
            #expect(try await desk.request(.delete, "/api/v1/pairing/devices/\(id)").isProblem(404))
            let refused = try await phone.pairing { $0.devices.first?["problem"] is String }
            #expect(refused.devices.first?["isConnected"] as? Bool == false)
        }
    }

    @Test func `digits that one side rejects pair nothing`() async throws {
        try await withServers { desk, phone async throws in
            let offered = try await desk.send(.post, "/offer", #"{"host":"127.0.0.1"}"#)
            let address = try #require((offered.json["offer"] as? [String: Any])?["address"] as? String)
            _ = try await phone.send(.post, "/session", #"{"target":"\#(address)"}"#)
            _ = try await desk.pairing { $0.session != nil }
            _ = try await desk.request(.post, "/api/v1/pairing/session/confirm")
            #expect(try await phone.request(.delete, "/api/v1/pairing/session").status == 200)
            let failed = try await desk.pairing { $0.session == nil }
            #expect((failed.json["last"] as? [String: Any])?["isPaired"] as? Bool == false)
            #expect(failed.devices.isEmpty)
            #expect(try await phone.pairing { _ in true }.devices.isEmpty)
        }
    }

    @Test func `what can't be paired is refused with the reason`() async throws {
        try await withServers { desk, _ async throws in
            #expect(try await desk.send(.post, "/session", #"{"target":"somewhere"}"#).isProblem(400))
            #expect(try await desk.send(.post, "/session", #"{"target":"127.0.0.1:1"}"#).isProblem(502))
            #expect(try await desk.send(.post, "/session", #"{"code":"x"}"#).isProblem(400))
            #expect(try await desk.send(.post, "/offer", #"{"host":"two words"}"#).isProblem(400))
            #expect(try await desk.request(.post, "/api/v1/pairing/session/confirm").isProblem(409))
            _ = try await desk.send(.post, "/offer", "{}")
            let closed = try await desk.request(.delete, "/api/v1/pairing/offer")
            #expect(closed.status == 200 && closed.json["offer"] is NSNull)
        }
    }
}

extension Answer {
    fileprivate var session: [String: Any]? { json["session"] as? [String: Any] }
    fileprivate var devices: [[String: Any]] { json["devices"] as? [[String: Any]] ?? [] }
}

extension TestServer {
    /// Sends JSON to a path below `/api/v1/pairing`.
    fileprivate func send(_ method: HTTPRequest.Method, _ path: String, _ body: String) async throws -> Answer {
        try await request(
            method, "/api/v1/pairing\(path)", headers: [.contentType: "application/json"], body: Array(body.utf8))
    }

    /// Waits until the state of pairing satisfies `condition`.
    fileprivate func pairing(until condition: (Answer) -> Bool) async throws -> Answer {
        let deadline = ContinuousClock.now + .seconds(30)
        while true {
            let answer = try await get("/api/v1/pairing")
            if condition(answer) { return answer }
            try #require(ContinuousClock.now < deadline, "pairing stays \(answer.string)")
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}
