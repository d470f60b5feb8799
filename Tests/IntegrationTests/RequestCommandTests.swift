import Foundation
import TestSupport
import Testing

/// `diorama workflow`, `request` and `recording`, and what they refuse. Two people answer each other in `Tests/JourneyTests`.
@Suite(.enabled(if: Program.isBuilt, "the program is not built")) struct RequestCommandTests {
    private func withLibrary(_ body: ([String], URL) throws -> Void) throws {
        try TestData.withTemporaryFolder { folder in
            let library = ["--library", folder.appendingPathComponent("library").path]
            try Program.createAccount(library)
            try body(library, folder)
        }
    }

    @Test func `a workflow is written as JSON, read again, copied, changed and deleted`() throws {
        try withLibrary { library, folder in
            let file = folder.appendingPathComponent("workflow.json")
            let json = #"{"name":"Fridge","steps":[{"title":"Die Tür, außen","fields":[{"title":"Litres","kind":"number"}]}]}"#
            try Data(json.utf8).write(to: file)
            #expect(try Program.run(["workflow", "add", file.path] + library).code == 0)
            let shown = try Program.run(["workflow", "show", "fridge", "--json"] + library)
            let step = try #require((shown.json?["steps"] as? [[String: Any]])?.first, "\(shown.error)")
            #expect(step["key"] as? String == "die-tur-aussen", "\(step)")
            try Data(shown.out.utf8).write(to: file)
            #expect(try Program.run(["workflow", "edit", "Fridge", file.path] + library).code == 0)
            let copied = try Program.run(["workflow", "copy", "Record a thing", "--name", "Bicycle", "--json"] + library)
            #expect(copied.json?["predefined"] as? Bool == false, "\(copied.error)")
            #expect(try Program.run(["workflow", "delete", "Fridge"] + library).code == 0)
            let list = try Program.run(["workflow", "list", "--json"] + library)
            let names = (list.json?["workflows"] as? [[String: Any]])?.compactMap { $0["name"] as? String } ?? []
            #expect(names.count == 4 && names.last == "Bicycle", "\(names)")
        }
    }

    @Test func `files, names and ids that can't be read are refused with one line`() throws {
        try withLibrary { library, folder in
            func file(_ name: String, _ text: String) throws -> String {
                let file = folder.appendingPathComponent(name)
                try Data(text.utf8).write(to: file)
                return file.path
            }
            let id = "0ujsswThIGTUYm2K8FjOOfXtY1K"
            for (words, reason) in [
                (["workflow", "add", try file("a.json", "no JSON")], "a.json: the file is not the JSON of a workflow"),
                (["workflow", "add", try file("b.json", #"{"name":"A","stepz":[]}"#)], "unknown field \"stepz\""),
                (["workflow", "add", try file("c.json", #"{"name":"A","steps":[{"key":"a"}]}"#)], "steps[0].title is missing"),
                (["workflow", "add", try file("d.json", #"{"name":"A"}"#)], "d.json: a workflow needs steps"),
                (
                    [
                        "workflow", "add",
                        try file("e.json", #"{"name":"A","steps":[{"title":"B","shots":[{"title":"C","kind":"x"}]}]}"#),
                    ],
                    "e.json: steps[0].shots[0].kind must be one of photo"
                ), (["workflow", "add", folder.appendingPathComponent("none.json").path], "none.json: the file can't be read"),
                (["workflow", "edit", "Record a thing", try file("f.json", "{}")], "comes with the program"),
                (["workflow", "show", "Nothing"], "there is no workflow \"Nothing\""), (["request", "show", "x"], "is not an id"),
                (["request", "show", id], "there is no request"), (["request", "withdraw", id], "there is no request"),
                (["request", "answer", id], "there is no request"),
                (["request", "add", "--to", "Eva", "--title", "A"], "no contact \"Eva\""),
                (["request", "add", "--to", "Eva", "--title", "A", "--due", "soon"], "--due must be a day"),
                (["recording", "show", "Nothing"], "there is no recording \"Nothing\""),
            ] {
                let result = try Program.run(words + library)
                #expect(result.code == 1 && result.error.contains(reason), "\(words): \(result.error)")
                #expect(result.errors.count == 1, "\(words): \(result.error)")
            }
            let both = ["request", "add", "--to", "Eva", "--workflow", "A", "--steps", "b.json"]
            #expect(try Program.run(both + library).code == 2)
            #expect(try Program.run(["request", "answer", id, "--incomplete"] + library).code == 2)
        }
    }
}
