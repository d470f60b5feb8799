import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Program.isBuilt, "the program is not built")) struct AccountCommandTests {
    @Test func `people are invited, granted a space and removed`() throws {
        try SheetLibrary.with { library, space, _ in
            let added = try Program.run(["accounts", "add", "Ben", "--address", "https://example.org", "--json"] + library)
            #expect(added.code == 0, "\(added.error)")
            let id = try #require(added.json?["id"] as? String)
            #expect((added.json?["url"] as? String)?.hasPrefix("https://example.org/join#") == true)
            #expect(try Program.run(["accounts", "grant", space, id, "pin"] + library).code == 0)
            let list = try Program.run(["accounts", "--json"] + library)
            let account = (list.json?["accounts"] as? [[String: Any]])?.first { $0["id"] as? String == id }
            #expect(account?["spaces"] as? [String: String] == [space: "pin"], "\(list.out)")
            #expect(try Program.run(["accounts", "invite", id] + library).out.contains("/join#"))
            #expect(try Program.run(["accounts", "remove", id] + library).code == 0)
            #expect(try Program.run(["accounts", "invite", id] + library).code == 1)
            #expect(try Program.run(["accounts", "grant", space, id, "all"] + library).code == 2)
        }
    }
}
