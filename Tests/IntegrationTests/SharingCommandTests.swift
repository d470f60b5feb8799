import Foundation
import TestSupport
import Testing

/// Two people with the real program and a bucket each, in folders: from the contact card to the end of a share.
@Suite(.enabled(if: Program.isBuilt, "the program is not built")) struct SharingCommandTests {
    private struct Person {
        let name: String
        let home: URL
        let bucket: String

        init(_ name: String, in folder: URL) throws {
            self.name = name
            home = folder.appendingPathComponent(name)
            bucket = "file://\(folder.path)/\(name)-bucket"
            try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
            try json("account create --name \(name)")
            try json("sync --bucket \(bucket)")
        }

        @discardableResult func run(_ arguments: String, code: Int32 = 0) throws -> Program.Outcome {
            let outcome = try Program.start(line: "diorama \(arguments)", in: home, home: home).waitUntilExit()
            #expect(outcome.code == code, "\(name): diorama \(arguments): \(outcome.error)")
            return outcome
        }

        @discardableResult func json(_ arguments: String) throws -> [String: Any] { try run("\(arguments) --json").json ?? [:] }

        func list(_ arguments: String, _ key: String) throws -> [[String: Any]] {
            try #require(try json(arguments)[key] as? [[String: Any]])
        }

        func card() throws -> String { try #require(try json("contacts card")["card"] as? String) }
    }

    private func people(in folder: URL) throws -> (ada: Person, ben: Person, space: String) {
        let ada = try Person("Ada", in: folder)
        let ben = try Person("Ben", in: folder)
        try ada.run("contacts add '\(ben.card())'")
        try ben.run("contacts add '\(ada.card())'")
        let model = """
            ply
            format ascii 1.0
            element vertex 3
            property float x
            property float y
            property float z
            element face 1
            property list uchar int vertex_indices
            end_header
            0 0 0
            1 0 0
            0 0 1
            3 0 1 2

            """
        try Data(model.utf8).write(to: ada.home.appendingPathComponent("room.ply"))
        let space = try #require(try ada.list("import room.ply --name Kitchen", "spaces").first?["id"] as? String)
        return (ada, ben, space)
    }

    @Test func `a space arrives with its files, follows changes, and goes when it is revoked`() throws {
        try TestData.withTemporaryFolder { folder in
            let (ada, ben, space) = try people(in: folder)
            #expect(try ada.list("contacts list", "contacts").map { $0["name"] as? String } == ["Ben"])
            try ada.run("memory add \(space) --title Stove --point 0.2,0,0.2 --privacy public")
            try ada.run("memory add \(space) --title Secret --point 0.2,0,0.2")
            let sent = try ada.json("share \(space) --with ben --message Look")
            #expect(sent["private_memories"] as? Int == 1 && sent["state"] as? String == "offered")
            try ada.run("sync")
            try ben.run("inbox receive")
            let offer = try #require(try ben.list("inbox list", "offers").first)
            #expect(offer["title"] as? String == "Kitchen" && offer["from"] as? String == "Ada")
            let id = try #require(offer["id"] as? String)
            try ben.run("inbox accept \(id)")
            for person in [ben, ada, ben] { try person.run("sync") }
            #expect(try ben.list("inbox list", "offers").first?["missing_files"] as? Int == 0)
            #expect(try ben.list("library list", "spaces").map { $0["id"] as? String } == [space])
            #expect(try ben.list("memory list \(space)", "memories").map { $0["title"] as? String } == ["Stove"])
            // A second answer is refused, with one line.
            #expect(try ben.run("inbox accept \(id)", code: 1).errors.count == 1)

            try ada.run("memory add \(space) --title Window --point 0.2,0,0.2 --privacy public")
            for person in [ada, ben] { try person.run("inbox receive") }
            #expect(try ben.list("memory list \(space)", "memories").count == 2)
            let share = try #require(try ada.list("share list", "shares").first)
            #expect(share["state"] as? String == "accepted" && share["contact"] as? String == "Ben")
            try ada.run("share revoke \(id)")
            for person in [ada, ben] { try person.run("sync") }
            #expect(try ben.list("library list", "spaces").isEmpty)
            #expect(try ada.list("share list", "shares").first?["state"] as? String == "revoked")
        }
    }

    @Test func `what is private, unknown or misspelled is refused with one line`() throws {
        try TestData.withTemporaryFolder { folder in
            let (ada, ben, space) = try people(in: folder)
            let secret = try ada.json("memory add \(space) --title Secret --point 0.2,0,0.2")
            let memory = try #require(secret["id"] as? String)
            for (line, code, expected) in [
                ("share \(memory) --with Ben", Int32(1), "\"Secret\" is private"),
                ("share \(space) --with Eva", 1, "no contact \"Eva\""),
                ("share nothing --with Ben", 1, "is not an id"),
                ("share \(space) --edit", 2, "need --with"),
                ("share \(space) --with Ben --password", 2, "--with takes"),
                ("contacts add diorama:contact?name=x", 1, "not a contact card"),
                ("contacts add '\(try ada.card())'", 1, "your own contact card"),
                ("inbox accept 0ujsswThIGTUYm2K8FjOOfXtY1K", 1, "no share"),
                ("share revoke 0ujsswThIGTUYm2K8FjOOfXtY1K", 1, "no share"),
            ] {
                let outcome = try ada.run(line, code: code)
                #expect(outcome.error.contains(expected), "\(line): \(outcome.error)")
                if code == 1 { #expect(outcome.errors.count == 1, "\(line): \(outcome.error)") }
            }
            try ada.run("contacts compared Ben")
            try ada.run("contacts remove Ben")
            #expect(try ada.list("contacts list", "contacts").isEmpty)
            #expect(try ben.list("inbox list", "offers").isEmpty)
        }
    }
}
