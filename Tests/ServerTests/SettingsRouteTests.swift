import DioramaLibrary
import Foundation
import HTTPTypes
import Testing

/// Settings, pictures of accounts and the demo library over HTTP.
@Suite struct SettingsRouteTests {
    private let json: HTTPFields = [.contentType: "application/json"]

    private func change(_ server: TestServer, _ body: String) async throws -> Answer {
        try await server.request(.patch, "/api/v1/settings", headers: json, body: Array(body.utf8))
    }

    private func owner(of server: TestServer) async throws -> AccountID {
        let account = try await server.library.accounts.add(Account(name: "Ada"))
        try await server.library.activate(account.id)
        return account.id
    }

    @Test func `settings begin without consent, are changed one by one, and belong to the account`() async throws {
        try await withServer { server async throws in
            let account = try await owner(of: server)
            let first = try await server.get("/api/v1/settings")
            #expect(first.status == 200 && first.json["units"] is NSNull && first.json["language"] is NSNull)
            #expect((first.json["consent"] as? [String: Any])?["isGiven"] as? Bool == false)
            #expect(((first.json["consent"] as? [String: Any])?["words"] as? [String: String])?.count == 5)
            let body = #"{"name":"Ada L.","units":"imperial","language":"de","notifications":false,"files":"previews"}"#
            let changed = try await change(server, body)
            #expect(changed.status == 200 && changed.text("units") == "imperial" && changed.text("language") == "de")
            #expect((changed.json["sync"] as? [String: Any])?["files"] as? String == "previews")
            let me = try await server.get("/api/v1/me")
            #expect(me.text("name") == "Ada L." && me.text("units") == "imperial" && me.text("language") == "de")
            #expect(me.json["notifications"] as? Bool == false)
            #expect(try await server.library.setting("units", of: account, as: String.self) == "imperial")
            #expect(try await change(server, #"{"units":null}"#).json["units"] is NSNull)
            for body in [
                #"{}"#, #"{"units":"furlong"}"#, #"{"language":"la"}"#, #"{"files":"some"}"#, #"{"tier":"premium"}"#,
                #"{"name":""}"#,
                #"{"consent":{"isGiven":true,"language":"xx"}}"#, #"{"demo":"on"}"#,
            ] { #expect(try await change(server, body).isProblem(400), "\(body)") }
        }
    }

    @Test func `a consent is to the words that were shown, and is withdrawn with all others`() async throws {
        try await withServer { server async throws in
            let account = try await owner(of: server)
            #expect(try await change(server, #"{"consent":{"isGiven":true,"language":"cs"}}"#).status == 200)
            let consent = try #require(try await server.library.consent(of: account))
            let settings = try await server.get("/api/v1/settings").json["consent"] as? [String: Any]
            #expect(consent.words == (settings?["words"] as? [String: String])?["cs"] && consent.language == "cs")
            #expect(try await change(server, #"{"consent":{"isGiven":false,"language":"cs"}}"#).status == 200)
            #expect(try await server.library.consent(of: account) == nil)
        }
    }

    @Test func `a picture becomes a small square without metadata, for those who see the account`() async throws {
        try await withServer { server async throws in
            let account = try await owner(of: server)
            let (bea, guest) = try await server.signUp("Bea")
            let path = "/api/v1/accounts/\(account)/picture"
            #expect(try await server.get(path).isProblem(404))
            let set = try await server.request(.put, path, body: try makePicture(width: 700, height: 300))
            #expect(set.status == 200 && set.text("picture").hasPrefix(path + "?v="))
            let shown = try await server.get(set.text("picture"))
            #expect(
                shown.headers[.contentType] == "image/jpeg" && shown.body.starts(with: [0xFF, 0xD8]) && shown.body.count < 60_000)
            #expect(try await server.get("/api/v1/me").text("picture") == set.text("picture"))
            #expect(try await server.ask(as: bea, .get, path).status == 200)
            #expect(try await server.ask(as: bea, .delete, path).isProblem(404))
            let own = "/api/v1/accounts/\(guest)/picture"
            #expect(try await server.ask(as: bea, .put, own, body: try makePicture(width: 20, height: 20)).status == 200)
            #expect(try await server.request(.put, path, body: Array("no image".utf8)).isProblem(400))
            #expect(try await server.request(.delete, path).status == 204)
            #expect(try await server.get("/api/v1/me").json["picture"] is NSNull)
        }
    }

    @Test func `the demo library is shown to the owner alone, takes changes, and is put back`() async throws {
        try await withServer({ $0.demoContents = { library, _ in try await DemoCatalogue.fill(library) } }) { server async throws in
            _ = try await owner(of: server)
            _ = try await server.library.things.add(Thing(name: "Mine"))
            let (bea, _) = try await server.signUp("Bea")
            #expect(try await change(server, #"{"demo":true}"#).status == 200)
            try await demoEnds(server)
            let things = try await server.get("/api/v1/things")
            #expect(things.json["total"] as? Int == 8 && !things.string.contains("Mine"))
            #expect(try await server.get("/api/v1/me").json["isDemo"] as? Bool == true)
            #expect(try await server.ask(as: bea, .get, "/api/v1/me").json["isDemo"] as? Bool == false)
            let added = try await server.request(
                .post, "/api/v1/things", headers: json, body: Array(#"{"name":"Added"}"#.utf8))
            #expect(added.status == 201)
            #expect(try await server.request(.post, "/api/v1/sync").isProblem(403))
            #expect(try await change(server, #"{"demo":false}"#).status == 200)
            #expect(try await server.get("/api/v1/things").string.contains("Mine"))
            #expect(try await server.library.things.count() == 1)
            // What was added is there the next time, and gone after a reset.
            #expect(try await change(server, #"{"demo":true}"#).status == 200)
            #expect(try await server.get("/api/v1/things").json["total"] as? Int == 9)
            let reset = try await server.request(.post, "/api/v1/demo/reset")
            #expect(reset.status == 202, "\(reset.status) \(reset.string)")
            try await demoEnds(server)
            #expect(try await server.get("/api/v1/things").json["total"] as? Int == 8)
        }
    }

    /// Waits until the demo library is made.
    private func demoEnds(_ server: TestServer) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            let demo = try await server.get("/api/v1/settings").json["demo"] as? [String: Any]
            if demo?["run"] is NSNull {
                #expect(demo?["isShown"] as? Bool == true && demo?["problem"] is NSNull, "\(demo ?? [:])")
                return
            }
            try #require(ContinuousClock.now < deadline, "the demo is never made")
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
