import Foundation
import TestSupport
import Testing

/// `diorama thing`, `place` and `search`, and what they refuse.
@Suite(.enabled(if: Program.isBuilt, "the program is not built")) struct ThingCommandTests {
    private func withLibrary(_ body: ([String], URL) throws -> Void) throws {
        try TestData.withTemporaryFolder { folder in
            let library = ["--library", folder.appendingPathComponent("library").path]
            try Program.createAccount(library)
            try body(library, folder)
        }
    }

    @Test func `a thing is added, found, lent, exported and imported again`() throws {
        try withLibrary { library, folder in
            let add = [
                "thing", "add", "--name", "Drill", "--value", "129,00 EUR", "--place", "Cellar/Shelf", "--tag", "lend", "--json",
            ]
            let added = try Program.run(add + library)
            #expect(added.code == 0 && added.json?["place"] as? [String] == ["Cellar", "Shelf"], "\(added.error)")
            #expect((added.json?["value"] as? [String: Any])?["minor_units"] as? Int == 12_900)
            #expect(try Program.run(["thing", "edit", "Drill", "--brand", "Ferrum"] + library).code == 0)
            #expect(try Program.run(["thing", "lend", "Drill", "--to", "Ben", "--until", "2028-01-31"] + library).code == 0)
            let again = try Program.run(["thing", "lend", "Drill", "--to", "Eve"] + library)
            #expect(again.code == 1 && again.error.contains("is lent to Ben"), "\(again.error)")
            let found = try Program.run(["search", "ferr", "--json"] + library)
            #expect((found.json?["hits"] as? [[String: Any]])?.first?["title"] as? String == "Drill", "\(found.error)")
            let table = folder.appendingPathComponent("things.csv").path
            #expect(try Program.run(["thing", "export", "--output", table] + library).code == 0)
            let imported = try Program.run(["thing", "import", table, "--json"] + library)
            #expect(imported.json?["imported"] as? Int == 1, "\(imported.error)")
            #expect(try Program.run(["thing", "show", "Drill"] + library).code == 1)
            #expect(try Program.run(["thing", "undo"] + library).code == 0)
            let shown = try Program.run(["thing", "show", "Drill", "--json"] + library)
            #expect((shown.json?["loans"] as? [[String: Any]])?.count == 1, "\(shown.error)")
            let places = try Program.run(["place", "list", "--json"] + library)
            #expect((places.json?["places"] as? [[String: Any]])?.compactMap { $0["things"] as? Int } == [1, 1])
        }
    }

    @Test func `objects of a room become things, and a thing is located at one`() throws {
        try withLibrary { library, folder in
            var room = RoomPlanSample("Kitchen", x: 0...4, y: 0...3)
            let bare = folder.appendingPathComponent("bare.json")
            try room.data.write(to: bare)
            let empty = try Program.run(["import", bare.path, "--json"] + library).json?["spaces"] as? [[String: Any]]
            let none = try Program.run(["thing", "objects", try #require(empty?.first?["id"] as? String), "--add"] + library)
            #expect(none.code == 0 && none.out.contains("has no furniture"), "\(none.error)")
            room.addObject("t", "table", at: [2, RoomPlanSample.floorY + 0.375, -1.5], size: [1.2, 0.75, 0.8])
            let file = folder.appendingPathComponent("kitchen.json")
            try room.data.write(to: file)
            let imported = try Program.run(["import", file.path, "--json"] + library).json?["spaces"] as? [[String: Any]]
            let space = try #require(imported?.first?["id"] as? String)
            let objects = try Program.run(["thing", "objects", space, "--json"] + library)
            let table = try #require((objects.json?["objects"] as? [[String: Any]])?.first, "\(objects.error)")
            let id = try #require(table["id"] as? String)
            let added = try Program.run(["thing", "objects", space, "--add", "--json"] + library)
            #expect((added.json?["added"] as? [String])?.count == 1, "\(added.error)")
            let again = try Program.run(["thing", "objects", space, "--add"] + library)
            #expect(again.code == 0 && again.out.contains("are things already"), "\(again.error)")
            #expect(try Program.run(["thing", "undo"] + library).code == 0)

            #expect(try Program.run(["thing", "add", "--name", "Drill"] + library).code == 0)
            let located = try Program.run(["thing", "locate", "Drill", "--space", space, "--object", id, "--json"] + library)
            #expect(located.json?["point"] as? [Double] == table["point"] as? [Double], "\(located.error)")
            let shown = try Program.run(["thing", "show", "Drill", "--json"] + library)
            #expect(shown.json?["space"] as? String == "kitchen")
            for (words, code, reason) in [
                (["--object", "nothing"], 1, "the space has no object \"nothing\""),
                (["--point", "90,0,0"], 1, "more than a metre outside the space"), ([], 2, "Give --point or --object."),
            ] as [([String], Int32, String)] {
                let result = try Program.run(["thing", "locate", "Drill", "--space", space] + words + library)
                #expect(result.code == code && result.error.contains(reason), "\(result.error)")
            }
        }
    }

    @Test func `wrong values and files are refused with the reason, and nothing is added`() throws {
        try withLibrary { library, folder in
            let text = folder.appendingPathComponent("a.txt")
            try Data("text".utf8).write(to: text)
            for (words, reason) in [
                (["--value", "129"], "--value must be an amount and a currency"),
                (["--warranty", "soon"], "--warranty must be a day"), (["--photo", text.path], "a.txt: unsupported format"),
                (["--photo", folder.appendingPathComponent("none.jpg").path], "none.jpg"),
            ] {
                let result = try Program.run(["thing", "add", "--name", "Lamp"] + words + library)
                #expect(result.code == 1 && result.error.contains(reason), "\(result.error)")
            }
            let table = folder.appendingPathComponent("bad.csv")
            try Data("Name,Quantity\nLamp,1\nChair,many\n".utf8).write(to: table)
            let bad = try Program.run(["thing", "import", table.path] + library)
            #expect(bad.code == 1 && bad.error.contains("line 3, Quantity"), "\(bad.error)")
            let list = try Program.run(["thing", "list", "--json"] + library)
            #expect((list.json?["things"] as? [[String: Any]])?.isEmpty == true)
            #expect(try Program.run(["thing", "add"] + library).code == 2)
            #expect(try Program.run(["thing", "identify", text.path] + library).code == 1)
            let labels = try Program.run(["thing", "labels", "--output", folder.appendingPathComponent("l.pdf").path] + library)
            #expect(labels.code == 1 && labels.error.contains("no things to label"), "\(labels.error)")
        }
    }

    @Test(.enabled(if: TestData.has("photos-fox"), "../shared/data/photos-fox is not there"))
    func `an unseen photo of the fox is the fox, and another place is nothing`() throws {
        try withLibrary { library, _ in
            let images = TestData.shared("photos-fox/images").path
            let add = ["thing", "add", "--name", "Fox", "--photo", images + "/0001.jpg", "--photo", images + "/0021.jpg"]
            #expect(try Program.run(add + library).code == 0)
            let found = try Program.run(["thing", "identify", images + "/0006.jpg", "--json"] + library)
            let matches = try #require(found.json?["matches"] as? [[String: Any]], "\(found.error)")
            #expect(matches.compactMap { $0["name"] as? String } == ["Fox"])
        }
    }
}
