import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Program.isBuilt, "the program is not built")) struct LibraryCommandTests {
    @Test func `import, list, show and verify agree`() throws {
        try TestData.withTemporaryFolder { folder in
            let model = folder.appendingPathComponent("Grandmother's chair.ply")
            try Data(Samples.square.utf8).write(to: model)
            let library = ["--library", folder.appendingPathComponent("library").path]
            try Program.createAccount(library)
            let made = try Program.run(["import", model.path, "--json"] + library)
            #expect(made.code == 0, "\(made.error)")
            let space = try #require((made.json?["spaces"] as? [[String: Any]])?.first)
            #expect(space["name"] as? String == "Grandmother's chair" && space["triangles"] as? Int == 2)
            let id = try #require(space["id"] as? String)
            let list = try Program.run(["library", "list"] + library)
            #expect(list.out.contains(id) && list.out.contains("Grandmother's chair"))
            let show = try Program.run(["library", "show", id] + library)
            #expect(show.out.contains("2 triangles") && show.out.contains("thumbnail"))
            let check = try Program.run(["library", "verify", "--json"] + library)
            #expect(check.code == 0 && (check.json?["problems"] as? [String])?.isEmpty == true)
            // The model, its thumbnail, and the file that it was imported from.
            #expect(check.json?["files"] as? Int == 3)
            // A flipped byte is found.
            let assets = folder.appendingPathComponent("library/assets")
            let files = FileManager.default.enumerator(at: assets, includingPropertiesForKeys: nil)
            let file = try #require((files?.allObjects as? [URL])?.first { $0.lastPathComponent.count == 64 })
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
            var bytes = try Data(contentsOf: file)
            bytes[bytes.count / 2] ^= 1
            try bytes.write(to: file)
            let broken = try Program.run(["library", "verify"] + library)
            #expect(broken.code == 1 && broken.errors.count == 1 && broken.out.contains(file.lastPathComponent))
        }
    }

    @Test func `a backup reports rows that changed on the disk`() throws {
        try TestData.withTemporaryFolder { folder in
            let model = folder.appendingPathComponent("Armchair.ply")
            try Data(Samples.square.utf8).write(to: model)
            let library = ["--library", folder.appendingPathComponent("library").path]
            try Program.createAccount(library)
            let made = try Program.run(["import", model.path, "--json"] + library)
            let id = try #require((made.json?["spaces"] as? [[String: Any]])?.first?["id"] as? String)
            let sound = try Program.run(["library", "backup", "--json"] + library)
            #expect(sound.code == 0 && (sound.json?["changed_rows"] as? [String])?.isEmpty == true, "\(sound.error)")
            // A flipped bit in the name, in the pages of tables without rowids and their indexes.
            let database = folder.appendingPathComponent("library/library.sqlite")
            var bytes = try Data(contentsOf: database)
            for start in stride(from: 0, to: bytes.count, by: 4096) where bytes[start] == 10 {
                var rest = start..<start + 4096
                while let found = bytes.range(of: Data("Armchair".utf8), in: rest) {
                    bytes[found.lowerBound] ^= 1
                    rest = found.upperBound..<rest.upperBound
                }
            }
            try bytes.write(to: database)
            let changed = try Program.run(["library", "backup", "--json"] + library)
            #expect(changed.code == 1 && changed.errors.count == 1, "\(changed.error)")
            #expect(changed.error.contains("the row \(id) of spaces has changed on the disk"))
            #expect(changed.json?["state"] as? String == "good" && (changed.json?["changed_rows"] as? [String])?.isEmpty == false)
            let list = try Program.run(["library", "backup", "--list"] + library)
            #expect(list.code == 0 && list.out.contains("; rows changed on the disk: "))
        }
    }
}
