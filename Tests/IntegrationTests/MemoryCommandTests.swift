import Foundation
import TestSupport
import Testing

/// `diorama memory`, and what it refuses.
@Suite(.enabled(if: Program.isBuilt, "the program is not built")) struct MemoryCommandTests {
    @Test func `memories are added, changed and listed`() throws {
        try SheetLibrary.with { library, space, _ in
            let words = ["memory", "add", space, "--title", "Stove", "--point", "0.5,0,0.5", "--privacy", "public", "--json"]
            let added = try Program.run(words + library)
            #expect(added.code == 0, "\(added.error)")
            let id = try #require(added.json?["id"] as? String)
            let edit = try Program.run(["memory", "edit", id, "--text", "Soup.", "--point", "0.6,0,0.5", "--json"] + library)
            #expect(edit.json?["text"] as? String == "Soup." && edit.json?["point"] as? [Double] == [0.6, 0, 0.5], "\(edit.error)")
            let list = try Program.run(["memory", "list", space, "--json"] + library)
            #expect((list.json?["memories"] as? [[String: Any]])?.map { $0["privacy"] as? String } == ["public"])
        }
    }

    @Test func `a point outside of the space and an unknown object are refused with the reason`() throws {
        try SheetLibrary.with { library, space, _ in
            let add = ["memory", "add", space, "--title", "Far", "--point"]
            let far = try Program.run(add + ["5000,0,0"] + library)
            #expect(far.code == 1 && far.error.hasPrefix("error: anchor.point: (5000.0, 0.0, 0.0) is outside"), "\(far.error)")
            let object = try Program.run(add + ["0,0,0", "--object", "stove"] + library)
            #expect(object.code == 1 && object.error.contains("has no object \"stove\""), "\(object.error)")
            #expect(try Program.run(["memory", "edit", "x", "--title", "y"] + library).code == 1)
            #expect(try Program.run(["memory", "edit", "x"] + library).code == 2)
            #expect(try Program.run(["memory", "add", space, "--title", "y"] + library).code == 2)
        }
    }
}
