import Crypto
import DioramaLibrary
import Foundation
import Server
import Spaces
import Testing

/// Web Push over HTTP, with a push service of this test's own that decrypts what it gets, as a browser would.
@Suite struct PushRouteTests {
    private let browser = P256.KeyAgreement.PrivateKey()
    private let secret = Data((0..<16).map { UInt8($0) })

    private func subscription(_ endpoint: String, name: String = "Firefox, Linux", language: String = "de") -> String {
        let key = browser.publicKey.x963Representation.base64URLText
        return """
            {"endpoint":"\(endpoint)","keys":{"p256dh":"\(key)","auth":"\(secret.base64URLText)"},"name":"\(name)",\
            "language":"\(language)"}
            """
    }

    private func read(_ body: Data) throws -> [String: String] {
        let plain = try PushReader.open(body, browser, secret: secret)
        return try #require(try JSONSerialization.jsonObject(with: plain) as? [String: String])
    }

    @Test func `without a contact for push services nothing is sent, and the server says so`() async throws {
        try await withServer { server async throws in
            let shown = try await server.get("/api/v1/push")
            #expect(shown.json["isEnabled"] as? Bool == false && shown.json["publicKey"] is NSNull)
            let body = subscription("https://push.example.org/a")
            #expect(try await server.ask(as: .owner, .post, "/api/v1/push/subscriptions", json: body).isProblem(409))
            #expect(try await server.request(.post, "/api/v1/push/test").isProblem(409))
        }
    }

    @Test func `a browser is notified of a request and of what is due, encrypted and in its language`() async throws {
        let service = PushService()
        let port = try await service.start()
        let contact = try PushConfiguration(
            contact: "mailto:ada@example.org", allowsPrivate: true, interval: .milliseconds(50))
        try await withServer {
            $0.push = contact
        } _: { server async throws in
            let endpoint = "http://127.0.0.1:\(port)/send/1"
            let added = try await server.ask(
                as: .owner, .post, "/api/v1/push/subscriptions", json: subscription(endpoint))
            #expect(added.status == 201, "\(added.string)")
            #expect(try await server.request(.post, "/api/v1/push/test").status == 200)
            let test = try #require(service.messages.first)
            #expect(test.path == "/send/1" && test.headers["content-encoding"] == "aes128gcm" && test.headers["ttl"] == "86400")
            #expect(test.headers["authorization"]?.hasPrefix("vapid t=") == true)
            #expect(try read(test.body)["title"] == "Benachrichtigungen kommen in diesem Browser an")
            // From the first look on, what happens is notified, once.
            try await until { try await server.library.pushRecords().notified != nil }
            _ = try await server.library.requests.add(
                Request(peer: "bea", title: "Your fridge", peerName: "Bea", isIncoming: true))
            _ = try await server.library.things.add(Thing(name: "Drill", warrantyUntil: Date().addingTimeInterval(86_403)))
            try await until { service.messages.count >= 3 }
            let found = try Dictionary(
                uniqueKeysWithValues: service.messages.dropFirst().map(\.body).map(read).map { ($0["title"]!, $0) })
            #expect(found["Ein Kontakt bittet um eine Aufzeichnung"]?["body"] == "Bea: Your fridge")
            #expect(found["Ein Kontakt bittet um eine Aufzeichnung"]?["path"]?.hasPrefix("/requests/") == true)
            #expect(found["Eine Garantie endet morgen"]?["body"] == "Drill")
            // A service that doesn't know the browser any more: the subscription is removed.
            service.answer(410)
            let left = try await server.request(.post, "/api/v1/push/test")
            #expect((left.json["subscriptions"] as? [Any])?.isEmpty == true)
        }
        try await service.stop()
    }

    @Test func `a service that refuses is reported with the browser, which can be removed`() async throws {
        let service = PushService()
        let port = try await service.start()
        service.answer(500)
        let contact = try PushConfiguration(contact: "https://example.org/contact", allowsPrivate: true)
        try await withServer {
            $0.push = contact
        } _: { server async throws in
            let added = try await server.ask(
                as: .owner, .post, "/api/v1/push/subscriptions", json: subscription("http://127.0.0.1:\(port)/a"))
            let shown = try await server.request(.post, "/api/v1/push/test")
            let entry = try #require((shown.json["subscriptions"] as? [[String: Any]])?.first)
            #expect((entry["problem"] as? String)?.contains("500") == true)
            let path = "/api/v1/push/subscriptions/\(added.text("id"))"
            #expect(try await server.request(.delete, path).status == 204)
            #expect(try await server.request(.delete, path).isProblem(404))
        }
        try await service.stop()
    }

    @Test func `addresses in this network, plain HTTP and wrong keys are refused, and other people are`() async throws {
        let contact = try PushConfiguration(contact: "mailto:ada@example.org")
        try await withServer {
            $0.push = contact
        } _: { server async throws in
            let path = "/api/v1/push/subscriptions"
            for endpoint in ["http://push.example.org/a", "https://127.0.0.1/a", "https://[::1]/a", "https://10.0.0.1/a", "a"] {
                let answer = try await server.ask(as: .owner, .post, path, json: subscription(endpoint))
                #expect(answer.isProblem(400), "\(endpoint): \(answer.string)")
            }
            let fine = "https://push.example.org/a"
            for wrong in [
                subscription(fine, name: ""), subscription(fine, language: "xx"),
                #"{"endpoint":"\#(fine)","keys":{"p256dh":"AA","auth":"AA"},"name":"A","language":"en"}"#, "{}",
            ] { #expect(try await server.ask(as: .owner, .post, path, json: wrong).isProblem(400), "\(wrong)") }
            #expect(try await server.ask(as: .nobody, .get, "/api/v1/push").isProblem(401))
        }
    }

    private func until(_ condition: () async throws -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while try await !condition() {
            try #require(ContinuousClock.now < deadline, "it takes too long")
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
