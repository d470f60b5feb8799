import DioramaLibrary
import DioramaSync
import Foundation
import HTTPTypes
import Server
import Testing

@Suite struct FileRoutesTests {
    private func withFiles(_ body: @escaping @Sendable (TestServer) async throws -> Void) async throws {
        try await withServer {
            let identity = $0.library.folder.deletingLastPathComponent().appendingPathComponent("identity")
            $0.sync = SyncClient($0.library, identity: FileIdentityStore(identity))
            $0.media = $0.sync.mediaStore()
        } _: {
            try await body($0)
        }
    }

    private func change(_ body: String, of server: TestServer) async throws -> Answer {
        try await server.request(
            .patch, "/api/v1/files", headers: [.contentType: "application/json"], body: Array(body.utf8))
    }

    @Test func `the numbers, the policy and the cache are shown`() async throws {
        try await withFiles { server async throws in
            let space = try await server.addSpace("Office")
            let answer = try await server.get("/api/v1/files")
            #expect(answer.status == 200)
            #expect(answer.json["local"] as? Int == 1 && answer.json["missing"] as? Int == 0)
            let cache = try #require(answer.json["cache"] as? [String: Any])
            #expect(cache["limit"] as? Int64 == Library.defaultCacheLimit && cache["byteCount"] as? Int == 0)
            let hash = space.assets[0].hash.description
            try FileManager.default.removeItem(
                at: server.library.folder.appendingPathComponent("assets/\(hash.prefix(2))/\(hash)"))
            let missing = try await server.get("/api/v1/files")
            #expect(missing.json["local"] as? Int == 0 && missing.json["missing"] as? Int == 1)
            let files = try #require(missing.json["missingFiles"] as? [[String: Any]])
            #expect(files[0]["name"] as? String == "a.glb" && files[0]["space"] as? String == "Office")
        }
    }

    @Test func `the policy and the cache limit are changed, and bad values are refused`() async throws {
        try await withFiles { server async throws in
            let space = try await server.addSpace("Office")
            #expect(try await change(#"{"policy":"none"}"#, of: server).text("policy") == "none")
            let one = try await change("{\"policy\":\"all\",\"space\":\"\(space.id)\"}", of: server)
            let spaces = try #require(one.json["spaces"] as? [[String: Any]])
            #expect(spaces[0]["name"] as? String == "Office" && spaces[0]["policy"] as? String == "all")
            let removed = try await change("{\"policy\":\"default\",\"space\":\"\(space.id)\"}", of: server)
            #expect((removed.json["spaces"] as? [Any])?.isEmpty == true && removed.text("policy") == "none")
            let limited = try await change(#"{"cacheLimit":1000}"#, of: server)
            #expect((limited.json["cache"] as? [String: Any])?["limit"] as? Int == 1000)
            for body in [
                "{}", #"{"policy":"some"}"#, #"{"policy":"default"}"#, "{\"space\":\"\(space.id)\"}", #"{"cacheLimit":-1}"#,
                #"{"cacheLimit":9007199254740992}"#, #"{"policies":"all"}"#,
            ] {
                #expect(try await change(body, of: server).isProblem(400), "\(body)")
            }
            #expect(try await change("{\"policy\":\"all\",\"space\":\"\(SpaceID(KSUID()))\"}", of: server).isProblem(404))
        }
    }

    @Test func `all files are verified on request`() async throws {
        try await withFiles { server async throws in
            let space = try await server.addSpace("Office")
            let hash = space.assets[0].hash.description
            try Data("other".utf8).write(
                to: server.library.folder.appendingPathComponent("assets/\(hash.prefix(2))/\(hash)"))
            #expect(try await server.request(.post, "/api/v1/files/verification").status == 202)
            let deadline = ContinuousClock.now + .seconds(20)
            while true {
                let state = try await server.get("/api/v1/files").json["verification"] as? [String: Any]
                if let last = state?["last"] as? [String: Any] {
                    #expect(last["problemCount"] as? Int ?? 0 > 0)
                    #expect((last["problems"] as? [String])?[0].contains(hash) == true)
                    return
                }
                try #require(ContinuousClock.now < deadline, "the check does not end")
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }
}
