import DioramaLibrary
import DioramaSync
import Foundation
import HTTPTypes
import Server
import Sharing
import Spaces
import Testing

/// Workflows, recordings and requests over HTTP: the server is Ada's, Ben has a library of his own.
@Suite struct RequestRouteTests {
    private let json: HTTPFields = [.contentType: "application/json"]

    private func send(
        _ server: TestServer, _ method: HTTPRequest.Method, _ path: String, _ body: String, headers: HTTPFields = [:]
    ) async throws -> Answer {
        var fields = json
        for field in headers { fields[field.name] = field.value }
        return try await server.request(method, "/api/v1" + path, headers: fields, body: Array(body.utf8))
    }

    private func steps(_ answer: Answer) throws -> [[String: Any]] { try #require(answer.json["steps"] as? [[String: Any]]) }

    @Test func `workflows are added, changed, copied and deleted, and predefined ones can't be changed`() async throws {
        try await withServer { server async throws in
            try await server.library.activate(try await server.library.accounts.add(Account(name: "Ada", tier: .premium)).id)
            let list = try await server.get("/api/v1/workflows")
            let predefined = try #require(list.json["predefined"] as? [[String: Any]])
            #expect(predefined.count == Workflow.predefined.count && (list.json["workflows"] as? [Any])?.isEmpty == true)
            let built = "/workflows/\(Workflow.predefined[0].id)"
            #expect(try await send(server, .patch, built, #"{"name":"Mine"}"#).isProblem(422))
            #expect(try await server.request(.delete, "/api/v1" + built).isProblem(422))
            let copy = try await server.request(.post, "/api/v1" + built + "/copy")
            #expect(copy.status == 201 && copy.json["predefined"] as? Bool == false)

            let body =
                #"{"name":"Fridge","steps":[{"title":"The Door","shots":[{"title":"Outside"}],"#
                + #""fields":[{"title":"Litres","kind":"number"}]}]}"#
            let made = try await send(server, .post, "/workflows", body)
            #expect(made.status == 201, "\(made.string)")
            let key = try steps(made).first?["key"] as? String
            #expect(key == "the-door")
            let path = "/workflows/\(made.text("id"))"
            let first = try await server.get("/api/v1" + path)
            let tag = try #require(first.headers[.eTag])
            #expect(try await server.request(.get, "/api/v1" + path, headers: [.ifNoneMatch: tag]).status == 304)
            let edited = try await send(server, .patch, path, #"{"about":"For the kitchen"}"#, headers: [.ifMatch: tag])
            #expect(edited.status == 200 && edited.text("about") == "For the kitchen" && edited.text("name") == "Fridge")
            #expect(try await send(server, .patch, path, #"{"about":"Late"}"#, headers: [.ifMatch: tag]).isProblem(412))
            for wrong in [
                #"{"name":""}"#, #"{"name":null}"#, #"{"steps":[]}"#,
                #"{"steps":[{"title":"A","shots":[{"title":"B","kind":"hologram"}]}]}"#,
                #"{"steps":[{"title":"A"},{"title":"A"}]}"#, #"{"steps":[{"titel":"A"}]}"#,
                #"{"steps":[{"title":"A","fields":[{"title":"B","kind":"choice"}]}]}"#,
            ] { #expect(try await send(server, .patch, path, wrong).isProblem(400), "\(wrong)") }
            #expect(try await send(server, .post, "/workflows", #"{"name":"Empty"}"#).isProblem(400))
            let page = try await server.get("/api/v1/workflows?limit=1")
            #expect((page.json["workflows"] as? [[String: Any]])?.map { $0["name"] as? String } == ["Fridge"])
            let next = page.text("next").addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let last = try await server.get("/api/v1/workflows?limit=1&after=\(next)")
            #expect(last.json["next"] is NSNull && (last.json["workflows"] as? [Any])?.count == 1)
            #expect(try await server.get("/api/v1/workflows?after=x").isProblem(400))
            #expect(try await server.request(.delete, "/api/v1" + path).status == 204)
            #expect(try await server.request(.delete, "/api/v1" + path).isProblem(404))
        }
    }

    @Test func `a recording gets files and answers, step by step`() async throws {
        try await withServer { server async throws in
            let workflow = Workflow.predefined[0]
            let made = try await send(server, .post, "/recordings", #"{"title":"Drill","workflow":"\#(workflow.id)"}"#)
            #expect(made.status == 201 && made.text("next") == "whole", "\(made.string)")
            let path = "/recordings/\(made.text("id"))"
            let image = try makePicture(width: 40, height: 30)
            let media = "/api/v1" + path + "/media?kind=photo&name=a.png"
            let added = try await server.request(.post, media + "&step=whole&shot=front", body: image)
            #expect(added.status == 201, "\(added.string)")
            let files = try #require(added.json["media"] as? [[String: Any]])
            let file = try #require(files.first?["id"] as? String)
            #expect(try await server.request(.post, media + "&step=whole", body: image).isProblem(400))
            #expect(try await server.request(.post, media + "&step=whole&shot=none", body: image).isProblem(404))
            let receipt = "/api/v1" + path + "/media?kind=photo&step=value&shot=receipt"
            #expect(try await server.request(.post, receipt, body: image).isProblem(400))
            #expect(try await server.get("/api/v1" + path + "/media/\(file)?size=small").headers[.contentType] == "image/jpeg")

            let answer = #"{"fields":[{"key":"name","value":"Drill"}],"shots":[{"key":"front","media":["\#(file)"]}]}"#
            let whole = try await send(server, .put, path + "/steps/whole", answer)
            #expect(whole.status == 200, "\(whole.string)")
            let isDone = try steps(whole).first?["done"] as? Bool
            #expect(isDone == true)
            #expect(whole.json["next"] is NSNull)
            let value =
                #"{"fields":[{"key":"value","value":{"minorUnits":12900,"currency":"EUR"}},{"key":"bought","value":"2026-01-31"}]}"#
            #expect(try await send(server, .put, path + "/steps/value", value).status == 200)
            for (step, wrong, status) in [
                ("whole", #"{"fields":[{"key":"colour","value":"red"}]}"#, 400),
                ("whole", #"{"fields":[{"key":"name","value":3}]}"#, 400),
                ("whole", #"{"fields":[{"key":"name","value":"a"},{"key":"name","value":"b"}]}"#, 400),
                ("whole", #"{"shots":[{"key":"front","media":["\#(KSUID())"]}]}"#, 400), ("none", "{}", 404),
            ] { #expect(try await send(server, .put, path + "/steps/\(step)", wrong).isProblem(status), "\(wrong)") }
            let removed = try await server.request(.delete, "/api/v1" + path + "/media/\(file)")
            #expect(removed.text("next") == "whole")
            #expect(try await server.request(.delete, "/api/v1" + path + "/media/\(file)").isProblem(404))
            #expect(try await server.request(.post, "/api/v1/trash/\(file)/restore").status == 200)
            #expect(try await server.get("/api/v1" + path).json["next"] is NSNull)
            #expect(try await send(server, .patch, path, #"{"title":null}"#).isProblem(400))
            #expect(try await server.get("/api/v1/recordings?workflow=\(workflow.id)").json["total"] as? Int == 1)
            #expect(try await server.get("/api/v1/recordings?thing=\(KSUID())").json["total"] as? Int == 0)
            #expect(try await server.request(.delete, "/api/v1" + path).status == 204)
            #expect(try await server.request(.delete, "/api/v1" + path).isProblem(404))
        }
    }

    @Test func `a request is answered with photos and seen by who asked, others are withdrawn and declined`() async throws {
        try await withServer {
            $0.sharingInterval = .seconds(60)
            let identity = $0.library.folder.deletingLastPathComponent().appendingPathComponent("identity")
            $0.sync = SyncClient($0.library, identity: FileIdentityStore(identity))
            $0.media = $0.sync.mediaStore()
        } _: { server async throws in
            try await server.library.activate(try await server.library.accounts.add(Account(name: "Ada", tier: .premium)).id)
            let identity = FileIdentityStore(server.folder.appendingPathComponent("identity"))
            try await SyncClient(server.library, identity: identity)
                .use(bucket: server.folder.appendingPathComponent("ada-bucket").absoluteString)
            let ben = try await ben(in: server.folder)
            let card = (try await server.get("/api/v1/contacts").json["own"] as? [String: Any])?["card"] as? String
            let ada = try await ben.sharing.addContact(try #require(card))
            let benCard = try await ben.sharing.ownCard().description
            let contact = String(decoding: try JSONSerialization.data(withJSONObject: ["card": benCard]), as: UTF8.self)
            #expect(try await send(server, .post, "/contacts", contact).status == 201)

            // Ada asks Ben, and withdraws.
            let asked = try await send(server, .post, "/requests", #"{"contact":"Ben","title":"Your fridge","due":"2030-01-31"}"#)
            #expect(
                asked.status == 201 && asked.text("direction") == "outgoing" && asked.text("state") == "open", "\(asked.string)")
            let own = "/api/v1/requests/\(asked.text("id"))"
            #expect(try await server.request(.post, own + "/decline").isProblem(422))
            #expect(try await server.request(.post, own + "/withdraw").text("state") == "withdrawn")
            #expect(try await server.request(.post, own + "/withdraw").isProblem(409))
            for (body, status) in [
                (#"{"contact":"Eva","title":"A"}"#, 404), (#"{"contact":"Ben"}"#, 400),
                (#"{"contact":"Ben","title":"A","due":"soon"}"#, 400),
                (#"{"contact":"Ben","workflow":"\#(Workflow.predefined[0].id)","steps":[{"title":"A"}]}"#, 400),
            ] { #expect(try await send(server, .post, "/requests", body).isProblem(status), "\(body)") }

            // Ben asks Ada twice: one is declined, the other answered.
            let requests = RecordingRequests(library: ben.library, media: ben.sync.mediaStore())
            let refused = try await requests.ask(.init(contact: ada.account.description, title: "Too much"), through: ben.sharing)
            let wanted = try await requests.ask(
                .init(contact: "Ada", workflow: Workflow.predefined[0].id), through: ben.sharing)
            _ = try await ben.sharing.exchange()
            #expect(try await server.request(.post, "/api/v1/inbox/receive").status == 200)
            let open = try await server.get("/api/v1/requests?direction=incoming&state=open")
            #expect((open.json["requests"] as? [Any])?.count == 2)
            #expect(try await server.get("/api/v1/requests?state=lost").isProblem(400))
            let declined = "/api/v1/requests/\(refused.item.request.id)"
            #expect(try await server.request(.post, declined + "/decline").text("state") == "declined")
            #expect(try await server.request(.post, declined + "/recording").isProblem(409))

            let path = "/requests/\(wanted.item.request.id)"
            #expect(try await send(server, .post, path + "/answer", "{}").isProblem(422))
            let begun = try await server.request(.post, "/api/v1" + path + "/recording")
            #expect(begun.status == 201)
            let again = try await server.request(.post, "/api/v1" + path + "/recording")
            #expect(again.status == 200 && again.text("id") == begun.text("id"))
            let recording = "/api/v1/recordings/\(begun.text("id"))"
            let image = try makePicture(width: 40, height: 30)
            let added = try await server.request(.post, recording + "/media?kind=photo&step=whole&shot=front", body: image)
            #expect(added.status == 201, "\(added.string)")
            #expect(try await send(server, .post, path + "/answer", "{}").isProblem(422))
            let sent = try await send(server, .post, path + "/answer", #"{"message":"Here","incomplete":true}"#)
            #expect(sent.status == 200 && sent.text("state") == "answered", "\(sent.string)")
            #expect(try await send(server, .post, path + "/answer", "{}").isProblem(409))

            #expect(try await server.request(.post, "/api/v1/inbox/receive").status == 200)
            _ = try await ben.sharing.exchange()
            #expect(try await requests.details(refused.item.request.id).item.request.state == .declined)
            let arrived = try await requests.details(wanted.item.request.id)
            let offer = try #require(arrived.offer)
            #expect(arrived.item.request.state == .answered && arrived.recording == nil && offer.state == .offered)
            _ = try await ben.sharing.accept(offer.id)
            let seen = try #require(try await requests.details(wanted.item.request.id).recording)
            #expect(seen.isReceived && seen.media.count == 1 && seen.doneSteps == 2)
        }
    }

    private struct Ben {
        let library: Library
        let sync: SyncClient
        let sharing: ContactSharing
    }

    private func ben(in folder: URL) async throws -> Ben {
        let home = folder.appendingPathComponent("ben")
        let library = try Library(at: home.appendingPathComponent("library"))
        let sync = SyncClient(library, identity: FileIdentityStore(home.appendingPathComponent("identity")))
        try await library.activate(try await library.accounts.add(Account(name: "Ben", tier: .premium)).id)
        try await sync.use(bucket: folder.appendingPathComponent("ben-bucket").absoluteString)
        return Ben(
            library: library, sync: sync, sharing: try await ContactSharing(library, sync: sync, media: sync.mediaStore()))
    }
}
