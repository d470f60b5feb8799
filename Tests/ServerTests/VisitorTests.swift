import Foundation
import HTTPTypes
import DioramaLibrary
import Testing

/// Who is who, and which routes are open to whom.
@Suite struct VisitorTests {
    @Test func `whoever is at this machine is the owner, and whoever comes through a proxy is not`() async throws {
        try await withServer { server in
            #expect(try await server.ask(as: .owner, .get, "/api/v1/me").text("kind") == "owner")
            for field in [
                "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via", "CF-Connecting-IP", "True-Client-IP",
                "X-Client-IP", "CDN-Loop", "X-Original-URL", "X-Request-ID", "Fly-Client-IP", "Front-End-Https", "X-Whatever",
            ] {
                let person = Person(name: field).with(try #require(HTTPField.Name(field)), "1.2.3.4")
                #expect(try await server.ask(as: person, .get, "/api/v1/me").text("kind") == "nobody", "\(field)")
            }
        }
        try await withServer {
            $0.allowedHosts = ["diorama.example"]
        } _: { server in
            // Also from this machine, by its own name: that is how a proxy's requests may look.
            for authority in ["diorama.example", "localhost:\(server.port)"] {
                let answer = try await server.request(.get, "/api/v1/me", authority: authority)
                #expect(answer.text("kind") == "nobody", "\(authority)")
            }
        }
        try await withServer {
            $0.allowedHosts = ["diorama.localhost"]
        } _: { server in
            let answer = try await server.ask(as: .owner, .get, "/api/v1/me")
            #expect(answer.text("kind") == "owner")
        }
        try await withServer {
            $0.trustedProxies = ["192.0.2.1"]
        } _: { server in
            let answer = try await server.ask(as: .owner, .get, "/api/v1/me")
            #expect(answer.text("kind") == "nobody")
        }
        try await withServer {
            $0.trustsLoopback = false
        } _: { server in
            #expect(try await server.ask(as: .owner, .get, "/api/v1/me").text("kind") == "nobody")
            // The owner signs in by an address of the command line.
            let token = try #require(try await server.server.ownerSignIn().split(separator: "#").last)
            let session = try await server.ask(as: .owner, .post, "/api/v1/session", json: #"{"invitation":"\#(token)"}"#)
            #expect(session.text("kind") == "owner")
            let cookie = try #require(session.header("Set-Cookie")?.split(separator: ";").first)
            let person = Person.nobody.with(.cookie, String(cookie))
            #expect(try await server.ask(as: person, .get, "/api/v1/jobs").status == 200)
        }
    }

    @Test func `nobody is asked to sign in, and accounts are refused what is the owner's`() async throws {
        try await withServer { server in
            let (ada, _) = try await server.signUp("Ada")
            for (method, path): (HTTPRequest.Method, String) in [
                (.get, "/api/v1/jobs"), (.get, "/api/v1/sync"), (.post, "/api/v1/sync"), (.get, "/api/v1/conflicts"),
                (.post, "/api/v1/backups"),
                (.post, "/api/v1/spaces?fileName=a.ply"), (.post, "/api/v1/accounts"), (.get, "/api/v1/spaces/\(SpaceID())/grants"),
                (.delete, "/api/v1/spaces/\(SpaceID())"),
            ] {
                let refused = try await server.ask(as: .nobody, method, path)
                #expect(refused.isProblem(401), "\(path)")
                #expect(refused.header("WWW-Authenticate") == "Diorama")
                #expect(try await server.ask(as: ada, method, path).isProblem(403), "\(path)")
            }
            #expect(try await server.ask(as: .nobody, .get, "/api/v1/spaces").isProblem(401))
            #expect(try await server.ask(as: ada, .get, "/api/v1/spaces").json["total"] as? Int == 0)
        }
    }

    @Test func `a session is a cookie that no script reads, and ends by signing out or with its account`() async throws {
        try await withServer { server in
            let (ada, id) = try await server.signUp("Ada")
            #expect(try await server.ask(as: ada, .get, "/api/v1/me").text("name") == "Ada")
            let invitation = try await server.ask(as: .owner, .post, "/api/v1/accounts/\(id)/invitations")
            let token = try #require(invitation.text("url").split(separator: "#").last)
            let body = #"{"invitation":"\#(token)","name":"Ada L."}"#
            let https = HTTPField.Name("X-Forwarded-Proto")!
            let second = try await server.ask(as: .nobody, .post, "/api/v1/session", json: body, headers: [https: "https"])
            let cookie = try #require(second.header("Set-Cookie"))
            #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && cookie.contains("Secure"))
            #expect(second.text("name") == "Ada L.")
            #expect(try await server.ask(as: .nobody, .post, "/api/v1/session", json: body).isProblem(403))
            #expect(try await server.ask(as: ada, .delete, "/api/v1/session").status == 204)
            #expect(try await server.ask(as: ada, .get, "/api/v1/me").text("kind") == "nobody")
            let again = Person.nobody.with(.cookie, String(try #require(cookie.split(separator: ";").first)))
            #expect(try await server.ask(as: again, .get, "/api/v1/me").text("kind") == "account")
            #expect(try await server.ask(as: .owner, .delete, "/api/v1/accounts/\(id)").status == 204)
            #expect(try await server.ask(as: again, .get, "/api/v1/me").text("kind") == "nobody")
        }
    }

    @Test func `a ticket that was not signed here, or is over, is nobody's`() async throws {
        try await withServer { server async throws in
            let far = Int64(Date().timeIntervalSince1970) + 1000
            for ticket in ["x", "\(KSUID()).\(far).AAAA", "\(KSUID()).\(far)", String(repeating: "a", count: 5000)] {
                let visitor = Person.owner.with(HTTPField.Name("X-Diorama-Visit")!, ticket)
                let byField = try await server.ask(as: visitor, .get, "/api/v1/me")
                let byQuery = try await server.ask(as: .owner, .get, "/api/v1/me?visit=\(ticket)")
                #expect(byField.isProblem(401) && byQuery.isProblem(401))
            }
        }
    }
}
