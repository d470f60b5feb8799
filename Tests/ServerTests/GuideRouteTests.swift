import DioramaLibrary
import Foundation
import HTTPTypes
import Testing

/// Guides over HTTP: answers as JSON and as events, conversations of one account, and requests that can't be carried out.
@Suite struct GuideRouteTests {
    private let json: HTTPFields = [.contentType: "application/json"]
    private let path = "/api/v1/exhibits/artemis/guide"

    private func body(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func `the built-in exhibit has personas with portraits and a notice`() async throws {
        try await withServer { server async throws in
            let guide = try await server.get(path)
            #expect(guide.status == 200)
            #expect(guide.text("notice").contains("Simulated persona based on public information"))
            #expect(guide.text("notice").contains("educational use only"))
            let personas = try #require(guide.json["personas"] as? [[String: Any]])
            #expect(personas.count == 6)
            for persona in personas {
                let portrait = try #require(persona["portrait"] as? String)
                let image = try await server.get(portrait)
                #expect(image.status == 200 && image.headers[.contentType] == "image/svg+xml")
            }
            #expect(try await server.get(path + "/portraits/nobody").isProblem(404))
            #expect(try await server.get(path + "/portraits/..%2f..%2fen").isProblem(404))
        }
    }

    @Test func `a question is answered with citations, also sentence by sentence`() async throws {
        try await withServer { server async throws in
            let question = body(#"{"persona":"koch","question":"How many days did the longest spaceflight of Koch last?"}"#)
            let answer = try await server.request(.post, path + "/answers", headers: json, body: question)
            #expect(answer.status == 200)
            #expect(answer.text("answer").contains("328"))
            #expect(answer.json["conversation"] is NSNull)
            let citations = try #require(answer.json["citations"] as? [[String: Any]])
            #expect(!citations.isEmpty && citations.allSatisfy { ($0["passage"] as? String)?.isEmpty == false })

            var events = json
            events[.accept] = "text/event-stream"
            let stream = try await server.request(.post, path + "/answers", headers: events, body: question)
            #expect(stream.headers[.contentType] == "text/event-stream")
            let text = String(decoding: stream.body, as: UTF8.self)
            let names = text.split(separator: "\n").filter { $0.hasPrefix("event: ") }.map { $0.dropFirst(7) }
            #expect(names.last == "answer" && names.dropLast().allSatisfy { $0 == "sentence" } && names.count > 1)
        }
    }

    @Test func `conversations are kept, searched, exported and deleted`() async throws {
        try await withServer { server async throws in
            let first = try await server.request(
                .post, path + "/answers", headers: json,
                body: body(#"{"persona":"koch","question":"When was Christina Koch selected?","conversation":"new"}"#))
            let id = first.text("conversation")
            let second = try await server.request(
                .post, path + "/answers", headers: json,
                body: body(#"{"persona":"koch","question":"And Jeremy Hansen?","conversation":"\#(id)"}"#))
            #expect(second.text("answer").contains("2009"), "\(second.text("answer"))")
            let list = try await server.get("/api/v1/guide/conversations?search=hansen")
            let found = try #require(list.json["conversations"] as? [[String: Any]])
            #expect(found.count == 1 && found[0]["messages"] as? Int == 2 && found[0]["id"] as? String == id)
            #expect(
                (try await server.get("/api/v1/guide/conversations?search=zebra").json["conversations"] as? [Any])?.isEmpty == true)
            let page = try await server.get("/api/v1/guide/conversations/\(id)?limit=1")
            #expect((page.json["messages"] as? [Any])?.count == 1 && page.json["earlier"] as? Int == 2)
            let file = try await server.get("/api/v1/guide/conversations/\(id)/export?format=markdown")
            #expect(String(decoding: file.body, as: UTF8.self).contains("> [1]"))
            #expect(try await server.get("/api/v1/guide/conversations/\(id)/export?format=pdf").isProblem(400))
            #expect(try await server.request(.delete, "/api/v1/guide/conversations/\(id)").status == 204)
            #expect(try await server.get("/api/v1/guide/conversations/\(id)").isProblem(404))
            #expect(try await server.request(.delete, "/api/v1/guide/conversations/\(id)").isProblem(404))
            #expect(try await server.request(.delete, "/api/v1/guide/conversations").status == 204)
        }
    }

    @Test func `what can't be asked is refused by name`() async throws {
        try await withServer { server async throws in
            for (text, status) in [
                (#"{}"#, 400), (#"{"question":"A?","voice":"deep"}"#, 400), (#"{"question":"  "}"#, 422), (#"["#, 400),
                (#"{"question":"A?","persona":"nobody"}"#, 422), (#"{"question":"A?","conversation":"none"}"#, 404),
                (#"{"question":"\#(String(repeating: "a", count: 2001))"}"#, 400),
            ] {
                let answer = try await server.request(.post, path + "/answers", headers: json, body: body(text))
                #expect(answer.isProblem(status), "\(text.prefix(60))")
            }
            let plain: HTTPFields = [.contentType: "text/plain"]
            #expect(try await server.request(.post, path + "/answers", headers: plain, body: body("{}")).isProblem(415))
            #expect(try await server.get("/api/v1/exhibits/none/guide").isProblem(404))
            #expect(try await server.get("/api/v1/guide/conversations?after=x").isProblem(400))
            #expect(try await server.get("/api/v1/guide/conversations?colour=red").isProblem(400))
        }
    }

    @Test func `answers come from memories that the asking person may see, and conversations are theirs alone`() async throws {
        try await withServer { server async throws in
            let kitchen = try await server.addSpace("Kitchen").id
            let (ada, adaID) = try await server.signUp("Ada")
            try await server.grant([adaID: "pin"], in: kitchen)
            _ = try await server.pin("The hidden safe has the number 4711", in: kitchen, as: .owner, privacy: "private")
            _ = try await server.pin("The stove was bought in Antwerp", in: kitchen, as: .owner, privacy: "public")
            let path = "/api/v1/spaces/\(kitchen)/guide/answers"
            let secret = #"{"question":"Which number has the hidden safe?","conversation":"new"}"#
            let own = try await server.ask(as: .owner, .post, path, json: secret)
            #expect(own.text("answer").contains("4711"), "\(own.string)")
            let others = try await server.ask(as: ada, .post, path, json: secret)
            #expect(others.status == 200 && !others.string.contains("4711"))
            #expect(others.json["declined"] as? Bool == true)
            let open = try await server.ask(as: ada, .post, path, json: #"{"question":"Where was the stove bought?"}"#)
            #expect(open.text("answer").contains("Antwerp"), "\(open.string)")
            let library = try await server.ask(as: ada, .post, "/api/v1/guide/answers", json: secret)
            #expect(!library.string.contains("4711"))

            let id = own.text("conversation")
            for (method, suffix) in [(HTTPRequest.Method.get, ""), (.get, "/export"), (.delete, "")] {
                #expect(try await server.ask(as: ada, method, "/api/v1/guide/conversations/\(id)\(suffix)").isProblem(404))
            }
            let list = try await server.ask(as: ada, .get, "/api/v1/guide/conversations")
            #expect(!list.string.contains(id))
            let goOn = #"{"question":"And where is it?","conversation":"\#(id)"}"#
            #expect(try await server.ask(as: ada, .post, path, json: goOn).isProblem(404))
            #expect(try await server.ask(as: .owner, .get, "/api/v1/guide/conversations/\(id)").status == 200)
        }
    }
}
