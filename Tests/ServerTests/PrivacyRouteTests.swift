import Codecs
import DioramaLibrary
import Foundation
import HTTPTypes
import Testing

/// What is stored where, everything as one archive, and deleting everything.
@Suite struct PrivacyRouteTests {
    private let json: HTTPFields = [.contentType: "application/json"]

    @Test func `the archive has everything that the owner sees, and no private memories of others`() async throws {
        try await withServer { server async throws in
            let space = try await server.addSpace("Kitchen").id
            _ = try await server.library.things.add(Thing(name: "Drill"))
            let (bea, id) = try await server.signUp("Bea")
            try await server.grant([id: "pin"], in: space)
            _ = try await server.pin("seen-by-all", in: space, as: bea, privacy: "public")
            _ = try await server.pin("seen-by-her", in: space, as: bea, privacy: "private")
            let report = try await server.get("/api/v1/privacy")
            #expect(report.string.contains(server.library.folder.path) && report.json["accounts"] as? Int == 1)
            #expect(try await server.get("/api/v1/library/export/file").isProblem(404))
            #expect(try await server.request(.post, "/api/v1/library/export").status == 202)
            let deadline = ContinuousClock.now + .seconds(60)
            while try await server.get("/api/v1/library/export").json["archive"] is NSNull {
                try #require(ContinuousClock.now < deadline)
                try await Task.sleep(for: .milliseconds(20))
            }
            let file = try await server.get("/api/v1/library/export/file")
            #expect(file.status == 200 && file.headers[.contentType] == "application/zip")
            let url = server.folder.appendingPathComponent("all.zip")
            try Data(file.body).write(to: url)
            let archive = try ZipArchive(url)
            let text = try archive.names.map { String(decoding: try archive.bytes($0, limit: 1 << 20), as: UTF8.self) }.joined()
            #expect(text.contains("Drill") && text.contains("seen-by-all") && !text.contains("seen-by-her"))
            #expect(try await server.request(.delete, "/api/v1/library/export").json["archive"] is NSNull)
            #expect(try await server.ask(as: bea, .get, "/api/v1/privacy").isProblem(403))
        }
    }

    @Test func `everything is deleted once it is confirmed, and the owner's account stays`() async throws {
        try await withServer { server async throws in
            let owner = try await server.library.accounts.add(Account(name: "Ada"))
            try await server.library.activate(owner.id)
            let space = try await server.addSpace("verysecretword").id
            _ = try await server.library.things.add(Thing(name: "verysecretword"))
            _ = try await server.pin("verysecretword", in: space, as: .owner)
            _ = try await server.signUp("verysecretword")
            func delete(_ body: String) async throws -> Answer {
                try await server.request(.post, "/api/v1/library/deletion", headers: json, body: Array(body.utf8))
            }
            #expect(try await delete(#"{"confirm":"yes"}"#).isProblem(400))
            #expect(try await server.get("/api/v1/things").json["total"] as? Int == 1)
            let deleted = try await delete(#"{"confirm":"delete everything"}"#)
            #expect(deleted.json["deleted"] as? Int == 3, "\(deleted.string)")
            #expect(try await server.get("/api/v1/spaces").json["total"] as? Int == 0)
            #expect(try await server.get("/api/v1/accounts").string.contains("Ada"))
            #expect(try await server.get("/api/v1/me").text("name") == "Ada")
            let files = try #require(FileManager.default.enumerator(at: server.library.folder, includingPropertiesForKeys: nil))
            for case let file as URL in files {
                guard let bytes = try? Data(contentsOf: file) else { continue }
                #expect(bytes.range(of: Data("verysecretword".utf8)) == nil, "\(file.lastPathComponent)")
            }
        }
    }
}
