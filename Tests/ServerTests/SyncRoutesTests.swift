import Foundation
import DioramaLibrary
import Server
import DioramaSync
import Testing

@Suite struct SyncRoutesTests {
    /// Runs `body` with a server whose library has the tier `tier`, and a folder for a bucket and for other devices.
    private func withSync(tier: Tier?, _ body: @escaping @Sendable (TestServer) async throws -> Void) async throws {
        try await withServer {
            // Not the identity of whoever runs the tests.
            let identity = $0.library.folder.deletingLastPathComponent().appendingPathComponent("identity")
            $0.sync = SyncClient($0.library, identity: FileIdentityStore(identity))
        } _: { server async throws in
            if let tier { try await server.library.use(tier) }
            try await body(server)
        }
    }

    @Test func `a new library has no bucket, no backup, and one device`() async throws {
        try await withSync(tier: nil) { server async throws in
            _ = try await server.addSpace("Office")
            let answer = try await server.get("/api/v1/sync")
            #expect(answer.status == 200)
            let keys: Set = [
                "tier", "isIncluded", "isDemo", "bucket", "synced", "unsentWrites", "refused", "behind", "devices", "run", "last",
                "storage",
                "backups",
            ]
            #expect(Set(answer.json.keys) == keys)
            #expect(answer.text("tier") == "free" && answer.json["isIncluded"] as? Bool == true)
            for key in ["bucket", "synced", "run", "last"] { #expect(answer.json[key] is NSNull) }
            #expect((answer.json["devices"] as? [[String: Any]])?.map { $0["isThis"] as? Bool } == [true])
            #expect(answer.json["unsentWrites"] as? Int ?? 0 > 0)

            let storage = try #require(answer.json["storage"] as? [String: Any])
            let parts = try #require(storage["parts"] as? [[String: Any]])
            let bytes = Dictionary(
                uniqueKeysWithValues: parts.map { ($0["kind"] as? String ?? "", $0["byteCount"] as? Int ?? -1) })
            #expect(bytes["originals"] == 5 && bytes["database"] ?? 0 > 4096 && bytes["backups"] == 0)
            #expect(bytes.values.reduce(0, +) == storage["byteCount"] as? Int)

            let backups = try #require(answer.json["backups"] as? [String: Any])
            #expect(backups["count"] as? Int == 0 && backups["latest"] is NSNull && backups["isChanged"] is NSNull)
            #expect(try await server.get("/api/v1/conflicts").string == #"{"conflicts":[]}"#)
        }
    }

    @Test func `the health is good, and bad with a damaged file and an impossible limit`() async throws {
        try await withServer {
            $0.healthLimits = HealthLimits(freeByteCount: .max / 4)
        } _: { server async throws in
            let answer = try await server.get("/api/v1/health")
            #expect(answer.status == 200 && answer.text("state") == "bad")
            let findings = try #require(answer.json["findings"] as? [[String: Any]])
            #expect(findings.map { $0["topic"] as? String } == ["disk"] && (findings[0]["remedy"] as? String)?.isEmpty == false)
        }
        try await withServer {
            $0.healthLimits = HealthLimits(freeByteCount: 0)
        } _: { server async throws in
            #expect(try await server.get("/api/v1/health").text("state") == "good")
            let hash = try #require(try await server.addSpace("Office").assets.first?.hash)
            let file = try #require(MediaStore(server.library).originals.localFile(hash))
            try Data().write(to: file)
            #expect(try await server.get("/api/v1/health").text("state") == "bad")
        }
    }

    @Test func `sync is refused without the tier, and without a bucket`() async throws {
        try await withSync(tier: .free) { server async throws in
            try await server.library.setLimitPolicy(LimitPolicy(enforcesTiers: true))
            #expect(try await server.get("/api/v1/sync").json["isIncluded"] as? Bool == false)
            let refused = try await server.request(.post, "/api/v1/sync")
            #expect(refused.isProblem(403) && refused.text("detail").contains("premium"))
            try await server.library.use(.premium)
            let unset = try await server.request(.post, "/api/v1/sync")
            #expect(unset.isProblem(409) && unset.text("detail").contains("--bucket"))
            // There is nothing to cancel, which is no mistake.
            #expect(try await server.request(.delete, "/api/v1/sync").status == 200)
        }
    }

    @Test func `a run ends in step, and a bucket that is gone is told`() async throws {
        try await withSync(tier: .premium) { server async throws in
            let disk = server.folder.appendingPathComponent("disk")
            try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: false)
            let address = disk.appendingPathComponent("bucket").absoluteString
            try await server.client().use(bucket: address)
            _ = try await server.addSpace("Office")
            let started = try await server.request(.post, "/api/v1/sync")
            #expect(started.status == 202)
            let done = try await server.synced()
            #expect(done.last["outcome"] as? String == "done" && done.last["error"] is NSNull)
            #expect(done.last["sent"] as? Int ?? 0 > 0 && done.last["uploaded"] as? Int == 1)
            #expect(done.answer.json["unsentWrites"] as? Int == 0 && done.answer.json["synced"] is String)
            let bucket = try #require(done.answer.json["bucket"] as? [String: Any])
            #expect(bucket["kind"] as? String == "folder" && bucket["address"] as? String == address)
            #expect((bucket["name"] as? String)?.hasSuffix("disk/bucket") == true)

            try FileManager.default.removeItem(at: disk)
            _ = try await server.request(.post, "/api/v1/sync")
            let failed = try await server.synced()
            #expect(failed.last["outcome"] as? String == "failed")
            #expect((failed.last["error"] as? String)?.contains("bucket") == true)
        }
    }

    @Test func `a conflict shows what won over what, and is undone once`() async throws {
        try await withSync(tier: .premium) { server async throws in
            let bucket = server.folder.appendingPathComponent("bucket").absoluteString
            let other = try Library(at: server.folder.appendingPathComponent("other"))
            try await other.use(.premium)
            let tablet = SyncClient(other, identity: FileIdentityStore(server.folder.appendingPathComponent("other identity")))
            for client in [try server.client(), tablet] { try await client.use(bucket: bucket) }
            try await tablet.rename(to: "Anna's tablet")

            let space = try await server.addSpace("Office")
            _ = try await server.request(.post, "/api/v1/sync")
            _ = try await server.synced()
            try await tablet.run()
            _ = try await other.rename(space.id, to: "Anna's office")
            try await Task.sleep(for: .milliseconds(5))
            _ = try await server.library.rename(space.id, to: "Büro")
            try await tablet.run()
            _ = try await server.request(.post, "/api/v1/sync")
            _ = try await server.synced()

            let list = try await server.get("/api/v1/conflicts")
            let conflicts = try #require(list.json["conflicts"] as? [[String: Any]])
            try #require(conflicts.count == 1, "\(list.string)")
            let conflict = conflicts[0]
            #expect(conflict["table"] as? String == "spaces" && conflict["column"] as? String == "name")
            #expect(conflict["name"] as? String == "Büro" && conflict["isUndone"] as? Bool == false)
            let won = Side(conflict["won"])
            let lost = Side(conflict["lost"])
            #expect(won.text == "Büro" && won.kind == "text" && won.isThis)
            #expect(lost.text == "Anna's office" && !lost.isThis && lost.device == "Anna's tablet")

            let number = try #require(conflict["number"] as? Int)
            let undone = try await server.request(.post, "/api/v1/conflicts/\(number)/undo")
            #expect(undone.status == 200 && undone.json["isUndone"] as? Bool == true)
            #expect(try await server.library.space(space.id)?.name == "Anna's office")
            _ = try await server.library.delete(space.id)
            #expect(try await server.request(.post, "/api/v1/conflicts/\(number + 1)/undo").isProblem(404))
            #expect(try await server.request(.post, "/api/v1/conflicts/x/undo").isProblem(404))
        }
    }

    @Test func `a backup is made, checked and shown`() async throws {
        try await withSync(tier: nil) { server async throws in
            let made = try await server.request(.post, "/api/v1/backups")
            #expect(made.status == 201 && made.text("state") == "good" && made.json["problem"] is NSNull)
            let backups = try #require(try await server.get("/api/v1/sync").json["backups"] as? [String: Any])
            #expect(backups["count"] as? Int == 1 && backups["isRunning"] as? Bool == false)
            #expect((backups["latest"] as? [String: Any])?["id"] as? String == made.text("id"))
            #expect((backups["latestGood"] as? [String: Any])?["id"] as? String == made.text("id"))
        }
    }

    @Test(arguments: [
        ("/api/v1/sync", "DELETE, GET, HEAD, POST"), ("/api/v1/conflicts", "GET, HEAD"), ("/api/v1/conflicts/1/undo", "POST"),
        ("/api/v1/backups", "POST"), ("/sync", "GET, HEAD"),
    ])
    func `other methods are 405 and told which are allowed`(path: String, allowed: String) async throws {
        try await withSync(tier: nil) { server async throws in
            let answer = try await server.request(.put, path)
            #expect(answer.isProblem(405))
            #expect(answer.headers[.allow] == allowed)
        }
    }
}

/// A side of a conflict in JSON.
private struct Side {
    let kind: String
    let text: String
    let device: String
    let isThis: Bool

    init(_ json: Any?) {
        let side = json as? [String: Any] ?? [:]
        let value = side["value"] as? [String: Any] ?? [:]
        let device = side["device"] as? [String: Any] ?? [:]
        kind = value["kind"] as? String ?? ""
        text = value["text"] as? String ?? ""
        self.device = device["name"] as? String ?? ""
        isThis = device["isThis"] as? Bool ?? false
    }
}

extension Library {
    /// Gives the device's account this tier; makes one where there is none.
    fileprivate func use(_ tier: Tier) async throws {
        if let account = try await activeAccount() {
            _ = try await accounts.update(account.id) { $0.tier = tier }
        } else {
            try await activate(try await accounts.add(Account(name: "Ada", tier: tier)).id)
        }
    }
}

extension TestServer {
    /// Sync of the server's library, beside the server's own.
    fileprivate func client() throws -> SyncClient {
        SyncClient(library, identity: FileIdentityStore(folder.appendingPathComponent("identity")))
    }

    /// Waits until no run is under way.
    /// - Returns: the answer, and how the last run ended.
    fileprivate func synced() async throws -> (answer: Answer, last: [String: Any]) {
        let deadline = ContinuousClock.now + .seconds(20)
        while true {
            let answer = try await get("/api/v1/sync")
            if answer.json["run"] is NSNull { return (answer, answer.json["last"] as? [String: Any] ?? [:]) }
            try #require(ContinuousClock.now < deadline, "the run does not end: \(answer.string)")
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
