import Foundation
import TestSupport
import Testing

/// `diorama settings`, and that `diorama demo` keeps what was added.
@Suite(.enabled(if: Program.isBuilt, "the program is not built")) struct SettingsCommandTests {
    @Test func `settings are set one by one, and bad values are refused`() throws {
        try TestData.withTemporaryFolder { folder in
            let library = ["--library", folder.appendingPathComponent("library").path]
            try Program.createAccount(library)
            let set = try Program.run(
                ["settings", "set", "--name", "Bea", "--units", "ft", "--language", "fr", "--consent", "on", "--json"] + library)
            #expect(set.json?["name"] as? String == "Bea" && set.json?["units"] as? String == "ft", "\(set.error)")
            #expect(set.json?["consent"] is String && set.json?["is_demo_shown"] as? Bool == false)
            let later = ["--units", "browser", "--consent", "off", "--notifications", "off", "--json"]
            #expect(try Program.run(["settings", "set"] + later + library).code == 0)
            let shown = try Program.run(["settings", "--json"] + library)
            #expect(shown.json?["units"] == nil && shown.json?["consent"] == nil && shown.json?["language"] as? String == "fr")
            #expect(shown.json?["notifications"] as? Bool == false)
            for (words, code) in [
                (["--language", "la"], Int32(2)), (["--units", "furlong"], 2), (["--consent", "maybe"], 2), ([], 2),
                (["--picture", folder.appendingPathComponent("none.jpg").path], 1),
            ] {
                let refused = try Program.run(["settings", "set"] + words + library)
                #expect(refused.code == code, "\(words): \(refused.error)")
            }
        }
    }

    @Test func `the demo is made once, and keeps what was added between its runs`() throws {
        try TestData.withTemporaryFolder { folder in
            let library = ["--library", folder.appendingPathComponent("demo").path]
            let demo = ["demo", "--stride", "12", "--voxel", "0.08", "--no-open", "--port", "0"] + library
            func runDemo() throws {
                let server = try Program.start(demo)
                #expect(server.waitForOutput("http://127.0.0.1:"), "\(server.output)")
                #expect([0, 130].contains(server.interrupt().code))
            }
            try runDemo()
            #expect(try Program.run(["thing", "add", "--name", "Added"] + library).code == 0)
            let spaces = try Program.run(["library", "list", "--json"] + library).json?["spaces"] as? [[String: Any]]
            try runDemo()
            let after = try Program.run(["library", "list", "--json"] + library).json?["spaces"] as? [[String: Any]]
            #expect(spaces?.count == 1 && after?.first?["id"] as? String == spaces?.first?["id"] as? String)
            #expect(try Program.run(["thing", "show", "Added"] + library).code == 0)
        }
    }
}
