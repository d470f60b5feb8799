import DioramaLibrary
import DioramaSync
import Foundation
import Server
import Sharing
import Testing

/// Contacts, shares and the inbox over HTTP: the server is Ada's, Ben has a library of his own.
@Suite struct SharingRouteTests {
    /// Ben's library, with a bucket in a folder.
    private struct Ben {
        let library: Library
        let sync: SyncClient
        let sharing: ContactSharing

        init(in folder: URL) async throws {
            let home = folder.appendingPathComponent("ben")
            library = try Library(at: home.appendingPathComponent("library"))
            sync = SyncClient(library, identity: FileIdentityStore(home.appendingPathComponent("identity")))
            try await library.activate(try await library.accounts.add(Account(name: "Ben", tier: .premium)).id)
            try await sync.use(bucket: folder.appendingPathComponent("ben-bucket").absoluteString)
            sharing = try await ContactSharing(library, sync: sync, media: sync.mediaStore())
        }
    }

    private func withAda(
        interval: Duration = .seconds(60), _ body: @escaping @Sendable (TestServer, Ben) async throws -> Void
    ) async throws {
        try await withServer {
            $0.sharingInterval = interval
            let identity = $0.library.folder.deletingLastPathComponent().appendingPathComponent("identity")
            $0.sync = SyncClient($0.library, identity: FileIdentityStore(identity))
            $0.media = $0.sync.mediaStore()
        } _: { server async throws in
            try await server.library.activate(try await server.library.accounts.add(Account(name: "Ada", tier: .premium)).id)
            let identity = FileIdentityStore(server.folder.appendingPathComponent("identity"))
            try await SyncClient(server.library, identity: identity)
                .use(bucket: server.folder.appendingPathComponent("ada-bucket").absoluteString)
            try await body(server, try await Ben(in: server.folder))
        }
    }

    private func post(_ server: TestServer, _ path: String, _ body: [String: Any]) async throws -> Answer {
        let json = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
        return try await server.ask(as: .owner, .post, path, json: json)
    }

    @Test func `a space is offered, accepted with its files, and revoked`() async throws {
        try await withAda { server, ben in
            let space = try await server.addSpace("Kitchen")
            let own = try await server.get("/api/v1/contacts")
            #expect(own.status == 200, "\(own.string)")
            let card = try #require((own.json["own"] as? [String: Any])?["card"] as? String)
            _ = try await ben.sharing.addContact(card)
            let added = try await post(server, "/api/v1/contacts", ["card": try await ben.sharing.ownCard().description])
            #expect(added.status == 201 && added.text("name") == "Ben" && added.json["card"] is NSNull)
            #expect(added.json["newKeys"] is NSNull)
            #expect(try await server.request(.post, "/api/v1/contacts/\(added.text("account"))/compared").status == 204)
            #expect(added.text("fingerprint") == (try await ben.sharing.ownCard().fingerprint))

            let sent = try await post(server, "/api/v1/shares", ["item": space.id.description, "contact": "Ben"])
            #expect(sent.status == 201 && sent.text("state") == "offered" && sent.json["files"] as? Int == 1, "\(sent.string)")
            let id = try #require(ShareID(sent.text("id")))
            #expect(try await server.request(.post, "/api/v1/inbox/receive").status == 200)
            _ = try await ben.sharing.exchange()
            #expect(try await ben.sharing.inbox().offers.map(\.title) == ["Kitchen"])
            _ = try await ben.sharing.accept(id)
            _ = try await ben.sharing.exchange()
            #expect(try await server.request(.post, "/api/v1/inbox/receive").status == 200)
            #expect(try await ben.sharing.exchange().missing == 0)
            let listed = try #require(try await server.get("/api/v1/shares").json["shares"] as? [[String: Any]])
            #expect(listed.map { $0["state"] as? String } == ["accepted"])

            #expect(try await server.request(.delete, "/api/v1/shares/\(id)").status == 204)
            #expect(try await server.request(.post, "/api/v1/inbox/receive").status == 200)
            _ = try await ben.sharing.exchange()
            #expect(try await ben.library.space(space.id)?.trashed != nil)
        }
    }

    @Test func `the server receives and delivers by itself`() async throws {
        try await withAda(interval: .milliseconds(200)) { server, ben in
            let card = (try await server.get("/api/v1/contacts").json["own"] as? [String: Any])?["card"] as? String
            let ada = try await ben.sharing.addContact(try #require(card))
            _ = try await post(server, "/api/v1/contacts", ["card": try await ben.sharing.ownCard().description])
            let space = try await ben.library.add(SpaceDraft(name: "Shed"))
            let share = try await ben.sharing.share(space.id.description, with: ada, permission: .edit)
            _ = try await ben.sharing.exchange()
            let received = try await eventually { try await !server.library.shares.list().entries.isEmpty }
            #expect(received)
            #expect(try await server.request(.post, "/api/v1/inbox/\(share.id)/accept").status == 200)
            // An edit of the receiver comes back without a request.
            _ = try await server.library.rename(space.id, to: "Ada's shed")
            let edited = try await eventually {
                _ = try await ben.sharing.exchange()
                return try await ben.library.space(space.id)?.name == "Ada's shed"
            }
            #expect(edited)
        }
    }

    /// Waits until `condition` holds.
    /// - Returns: whether it does after 30 s at most.
    private func eventually(_ condition: () async throws -> Bool) async throws -> Bool {
        let deadline = ContinuousClock.now + .seconds(30)
        while try await !condition() {
            if ContinuousClock.now > deadline { return false }
            try await Task.sleep(for: .milliseconds(100))
        }
        return true
    }

    @Test func `offers of others are listed, accepted and read-only`() async throws {
        try await withAda { server, ben in
            let card = (try await server.get("/api/v1/contacts").json["own"] as? [String: Any])?["card"] as? String
            let ada = try await ben.sharing.addContact(try #require(card))
            _ = try await post(server, "/api/v1/contacts", ["card": try await ben.sharing.ownCard().description])
            let thing = try await ben.library.things.add(Thing(name: "Drill"))
            let space = try await ben.library.add(SpaceDraft(name: "Shed"))
            _ = try await ben.sharing.share(thing.id.description, with: ada, permission: .edit)
            let share = try await ben.sharing.share(space.id.description, with: ada, permission: .read, message: "Come in")
            _ = try await ben.sharing.exchange()
            #expect(try await server.request(.post, "/api/v1/inbox/receive").json["applied"] as? Int == 2)
            let offers = try #require(try await server.get("/api/v1/inbox").json["offers"] as? [[String: Any]])
            #expect(Set(offers.compactMap { $0["title"] as? String }) == ["Drill", "Shed"])
            #expect(Set(offers.compactMap { $0["message"] as? String }) == ["", "Come in"])
            let accepted = try await server.request(.post, "/api/v1/inbox/\(share.id)/accept")
            #expect(accepted.status == 200 && accepted.text("state") == "accepted" && accepted.text("from") == "Ben")
            #expect(try await server.request(.post, "/api/v1/inbox/\(share.id)/accept").isProblem(400))
            let other = try #require(offers.first { $0["title"] as? String == "Drill" }?["id"] as? String)
            #expect(try await server.request(.post, "/api/v1/inbox/\(other)/decline").status == 204)
            let rename = try await server.ask(as: .owner, .patch, "/api/v1/spaces/\(space.id)", json: #"{"name":"Mine"}"#)
            #expect(rename.isProblem(403) && rename.text("detail").contains("read-only"), "\(rename.string)")
        }
    }

    @Test func `what is private or unknown is refused with the reason`() async throws {
        try await withAda { server, ben in
            let space = try await server.addSpace("Kitchen")
            let secret = try await server.library.memories.add(
                Memory(title: "Secret", space: space.id, account: try await server.library.activeAccount()?.id))
            _ = try await post(server, "/api/v1/contacts", ["card": try await ben.sharing.ownCard().description])
            let refused = try await post(server, "/api/v1/shares", ["item": secret.id.description, "contact": "Ben"])
            #expect(refused.isProblem(409) && refused.text("detail").contains("private"), "\(refused.string)")
            let unknown = try await post(server, "/api/v1/shares", ["item": space.id.description, "contact": "Eva"])
            #expect(unknown.isProblem(404) && unknown.text("detail").contains("Eva"))
            let rights: [String: Any] = ["item": space.id.description, "contact": "Ben", "permission": "own"]
            #expect(try await post(server, "/api/v1/shares", rights).isProblem(400))
            #expect(try await post(server, "/api/v1/contacts", ["card": "diorama:contact?"]).isProblem(400))
            #expect(try await server.request(.delete, "/api/v1/contacts/\(KSUID())").isProblem(404))
            #expect(try await server.request(.post, "/api/v1/contacts/\(KSUID())/compared").isProblem(404))
            #expect(try await server.request(.delete, "/api/v1/shares/\(KSUID())").isProblem(404))
            #expect(try await server.request(.post, "/api/v1/inbox/\(KSUID())/accept").isProblem(404))
            for path in ["contacts", "shares", "inbox"] {
                #expect(try await server.ask(as: .nobody, .get, "/api/v1/\(path)").isProblem(401))
            }
        }
    }
}
