import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Program.isBuilt, "the program is not built")) struct ServeCommandTests {
    @Test(arguments: [[], ["--json"]]) func `the address is printed at once to a file`(format: [String]) throws {
        try TestData.withTemporaryFolder { folder in
            let server = try Program.start(
                ["serve", "--port", "0", "--library", folder.appendingPathComponent("library").path] + format)
            #expect(server.waitForOutput("http://127.0.0.1:"))
            #expect([0, 130].contains(server.interrupt().code))
        }
    }

    @Test func `links and invitations have the address of the running server, else the default one`() throws {
        try SheetLibrary.with { library, space, _ in
            let server = try Program.start(["serve", "--port", "0", "--json"] + library)
            #expect(server.waitForOutput("\"address\""))
            let json = try #require(try JSONSerialization.jsonObject(with: Data(server.out.utf8)) as? [String: Any])
            let address = try #require(json["address"] as? String)
            #expect(address != "http://127.0.0.1:8080")
            let link = try Program.run(["share", space, "--json"] + library)
            #expect((link.json?["url"] as? String)?.hasPrefix("\(address)/s/") == true, "\(link.out)")
            let invitation = try Program.run(["accounts", "add", "Ben", "--json"] + library)
            #expect((invitation.json?["url"] as? String)?.hasPrefix("\(address)/join#") == true, "\(invitation.out)")
            let other = try Program.run(["share", space, "--address", "https://example.org/", "--json"] + library)
            #expect((other.json?["url"] as? String)?.hasPrefix("https://example.org/s/") == true, "\(other.out)")
            _ = server.interrupt()
            let later = try Program.run(["share", space, "--json"] + library)
            #expect((later.json?["url"] as? String)?.hasPrefix("http://127.0.0.1:8080/s/") == true, "\(later.out)")
        }
    }
}
