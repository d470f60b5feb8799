import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Program.isBuilt, "the program is not built")) struct LinkCommandTests {
    @Test func `links are made, listed, revoked and deleted`() throws {
        try SheetLibrary.with { library, space, _ in
            let made = try Program.run(
                ["share", space, "--name", "For Grandma", "--expires", "30d", "--part", "1,1,1,0,-1,0", "--json"] + library)
            #expect(made.code == 0, "\(made.error)")
            let link = try #require(made.json?["id"] as? String)
            #expect((made.json?["url"] as? String)?.hasPrefix("http://127.0.0.1:8080/s/") == true)
            #expect(made.json?["part"] as? [Double] == [0, -1, 0, 1, 1, 1])
            let list = try Program.run(["share", space, "--list"] + library)
            #expect(list.out.contains("For Grandma") && list.out.contains("0 views") && !list.out.contains("/s/"))
            #expect(try Program.run(["share", "--revoke", link] + library).code == 0)
            #expect(try Program.run(["share", space, "--list"] + library).out.contains("revoked"))
            #expect(try Program.run(["share", "--delete", link] + library).code == 0)
            let gone = try Program.run(["share", "--delete", link] + library)
            #expect(gone.code == 1 && gone.errors.count == 1)
            let secret = try Program.run(["share", space, "--password", "--json"] + library, shell: "echo stove | \"$0\" \"$@\"")
            #expect(secret.json?["has_password"] as? Bool == true, "\(secret.error)")
        }
    }

    @Test func `wrong words about links end with 2, and links to nothing with 1`() throws {
        try SheetLibrary.with { library, space, _ in
            for arguments in [
                [], [space, "--part", "1,2,3"], [space, "--expires", "soon"], [space, "--revoke", "x"],
                ["--revoke", "x", "--delete", "x"],
                [space, "--address", "nowhere"],
            ] {
                #expect(try Program.run(["share"] + arguments + library).code == 2, "\(arguments)")
            }
            for arguments in [
                ["2xQ4bG6QhV8mYk3sZpA1cR7tWdE"], ["../../etc"], ["--revoke", "x"], [space, "--expires", "2001-01-01T00:00:00Z"],
                [space, "--part", "100,0,100,101,1,101"],
            ] {
                let result = try Program.run(["share"] + arguments + library)
                #expect(result.code == 1 && result.errors.count == 1, "\(arguments): \(result.error)")
            }
        }
    }
}
