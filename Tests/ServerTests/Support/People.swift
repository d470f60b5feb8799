import Crypto
import Foundation
import HTTPTypes
import Images
import DioramaLibrary
import Testing

/// Somebody who asks the server: what their requests carry.
struct Person: Sendable, CustomTestStringConvertible {
    let name: String
    var headers: HTTPFields = [:]
    var testDescription: String { name }

    /// Whoever is at the server's machine.
    static let owner = Person(name: "owner")
    /// Somebody behind a proxy, not signed in.
    static let nobody = Person(name: "nobody", headers: [HTTPField.Name("X-Forwarded-For")!: "203.0.113.9"])

    func with(_ name: HTTPField.Name, _ value: String) -> Person {
        var person = self
        person.headers[name] = value
        return person
    }
}

extension TestServer {
    func ask(
        as person: Person, _ method: HTTPRequest.Method, _ path: String, json: String? = nil, body: [UInt8]? = nil,
        headers: HTTPFields = [:]
    ) async throws -> Answer {
        var fields = person.headers
        for field in headers { fields[field.name] = field.value }
        if json != nil { fields[.contentType] = "application/json" }
        return try await request(method, path, headers: fields, body: json.map { Array($0.utf8) } ?? body)
    }

    /// Makes an account and signs it in, as a person behind a proxy does.
    func signUp(_ name: String) async throws -> (person: Person, id: AccountID) {
        let account = try await ask(as: .owner, .post, "/api/v1/accounts", json: #"{"name":"\#(name)"}"#)
        let id = try #require(AccountID(account.text("id")))
        let invitation = try await ask(as: .owner, .post, "/api/v1/accounts/\(id)/invitations")
        let token = try #require(invitation.text("url").split(separator: "#").last)
        let session = try await ask(as: .nobody, .post, "/api/v1/session", json: #"{"invitation":"\#(token)"}"#)
        let cookie = try #require(session.header("Set-Cookie")?.split(separator: ";").first)
        return (Person.nobody.with(.cookie, String(cookie)).named(name), id)
    }

    /// Shows a space to accounts.
    func grant(_ permissions: [AccountID: String], in space: SpaceID) async throws {
        let grants = permissions.map { #"{"account":"\#($0.key)","permission":"\#($0.value)"}"# }.joined(separator: ",")
        let answer = try await ask(as: .owner, .put, "/api/v1/spaces/\(space)/grants", json: #"{"grants":[\#(grants)]}"#)
        #expect(answer.status == 200)
    }

    /// Pins a memory as `person`.
    func pin(
        _ title: String, in space: SpaceID, as person: Person, privacy: String = "public", audience: [AccountID] = [],
        at x: Double = 0
    ) async throws -> Answer {
        let list = audience.map { #""\#($0)""# }.joined(separator: ",")
        return try await ask(
            as: person, .post, "/api/v1/spaces/\(space)/memories",
            json: """
                {"title":"\(title)","text":"text of \(title)","anchor":{"point":[\(x),0,0]},"privacy":"\(privacy)",
                "audience":[\(list)],"tags":["tag of \(title)"]}
                """)
    }
}

extension Person {
    func named(_ name: String) -> Person { Person(name: name, headers: headers) }
}

/// A PNG picture of this size.
func makePicture(width: Int, height: Int) throws -> [UInt8] {
    try PNG.encode(ColorImage(width: width, height: height, repeating: SIMD4(200, 90, 30, 255)))
}
