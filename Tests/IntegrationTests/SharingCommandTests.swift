import ModelFormats
import Foundation
import Geometry
import DioramaLibrary
import TestSupport
import Testing

/// Links, accounts, exports and re-scans from the command line.
@Suite(.enabled(if: Program.isBuilt, "the program is not built")) struct SharingCommandTests {
    /// A library with a sheet of triangles.
    private func withSpace(_ body: (_ library: [String], _ space: String, _ folder: URL) throws -> Void) throws {
        try TestData.withTemporaryFolder { folder in
            var sheet = TriangleMesh()
            for z in 0...20 { for x in 0...20 { sheet.positions.append(Vector3(Float(x) / 5, 0, Float(z) / 5)) } }
            for z in 0..<20 {
                for x in 0..<20 {
                    let a = UInt32(z * 21 + x)
                    sheet.indices += [a, a + 21, a + 1, a + 1, a + 21, a + 22]
                }
            }
            sheet.computeNormals()
            let model = folder.appendingPathComponent("sheet.ply")
            try ModelFile.write(Model(sheet), to: model)
            let library = ["--library", folder.appendingPathComponent("library").path]
            let made = try Program.run(["import", model.path, "--name", "../../etc/Küche", "--json"] + library)
            #expect(made.code == 0, "\(made.error)")
            let spaces = try #require(made.json?["spaces"] as? [[String: Any]])
            try body(library, try #require(spaces.first?["id"] as? String), folder)
        }
    }

    @Test func `links are made, listed, revoked and deleted`() throws {
        try withSpace { library, space, _ in
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
        try withSpace { library, space, _ in
            for arguments in [
                [], [space, "--part", "1,2,3"], [space, "--expires", "soon"], [space, "--revoke", "x"],
                ["--revoke", "x", "--delete", "x"],
                [space, "--address", "nowhere"],
            ] {
                #expect(try Program.run(["share"] + arguments + library).code == 2, "\(arguments)")
            }
            for arguments in [
                ["2xQ4bG6QhV8mYk3sZpA1cR7tWdE"], ["../../etc"], ["--revoke", "x"], [space, "--expires", "2001-01-01T00:00:00Z"],
            ] {
                let result = try Program.run(["share"] + arguments + library)
                #expect(result.code == 1 && result.errors.count == 1, "\(arguments): \(result.error)")
            }
        }
    }

    @Test func `a model is exported whole or cut`() throws {
        try withSpace { library, space, folder in
            let file = folder.appendingPathComponent("part.glb")
            let result = try Program.run(
                ["export", space, "--format", "glb", "--output", file.path, "--part", "0.1,-1,0.1,1.3,1,1.3", "--json"] + library)
            #expect(result.code == 0, "\(result.error)")
            let part = try ModelFile.read(file)
            #expect(part.bounds.min == Vector3(0.1, 0, 0.1) && part.bounds.max == Vector3(1.3, 0, 1.3))
            let none = try Program.run(
                ["export", space, "--format", "glb", "--output", file.path, "--part", "8,8,8,9,9,9"] + library)
            #expect(none.code == 1 && none.errors.count == 1)
            #expect(try Program.run(["export", space, "--format", "doc", "--output", "x"] + library).code == 2)
        }
    }

    @Test func `people are invited, granted a space and removed`() throws {
        try withSpace { library, space, _ in
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

    @Test func `memories follow a re-scan, and stay where the new scan is of another place`() async throws {
        try await TestData.withTemporaryFolder { folder in
            let library = ["--library", folder.appendingPathComponent("library").path]
            let options = ["--stride", "4", "--voxel", "0.04", "--json"] + library
            var captures: [String] = []
            for seed in ["1", "2"] {
                captures.append(folder.appendingPathComponent("scan\(seed)").path)
                #expect(try Program.run(["demo", "--seed", seed, "--write", captures.last!]).code == 0)
            }
            let first = try Program.run(["import", captures[0]] + options)
            let old = try #require(((first.json?["spaces"] as? [[String: Any]])?.first?["id"] as? String).flatMap { SpaceID($0) })
            let place = Vector3(0.9, 0, 2.9)
            let memory = try await {
                let library = try Library(at: folder.appendingPathComponent("library"))
                defer { try? library.close() }
                let anchor = MemoryAnchor(point: [Double(place.x), Double(place.y), Double(place.z)])
                return try await library.memories(for: .owner(nil)).add(
                    Memory(title: "The floor", space: old, anchor: anchor, privacy: .public)
                ).entry.id
            }()
            let second = try Program.run(["import", captures[1], "--rescan-of", old.description] + options)
            #expect(second.code == 0, "\(second.error)")
            let rescan = try #require(second.json?["rescan"] as? [String: Any], "\(second.out)")
            #expect(rescan["held"] as? Int == 1 && (rescan["residual"] as? Double).map { $0 < 0.02 } == true, "\(rescan)")
            let new = try #require(((second.json?["spaces"] as? [[String: Any]])?.first?["id"] as? String).flatMap { SpaceID($0) })

            let other = folder.appendingPathComponent("box.ply")
            var box = TriangleMesh()
            for x: Float in [0, 3] {
                for y: Float in [0, 2.2] { box.positions += [Vector3(x, y, 0), Vector3(x, y, 2)] }
            }
            let faces: [UInt32] = [
                0, 1, 2, 1, 3, 2, 4, 6, 5, 5, 6, 7, 0, 4, 1, 1, 4, 5, 2, 3, 6, 3, 7, 6, 0, 2, 4, 2, 6, 4, 1, 5, 3, 3, 5, 7,
            ]
            box.indices = faces
            box.computeNormals()
            try ModelFile.write(Model(box), to: other)
            let refused = try Program.run(["import", other.path, "--rescan-of", new.description] + library)
            #expect(refused.code == 1 && refused.errors.count == 1, "\(refused.error)")

            let opened = try Library(at: folder.appendingPathComponent("library"))
            let found = try #require(try await opened.memories(for: .owner(nil)).get(memory))
            #expect(found.entry.space == new)
            let anchor = try #require(found.entry.anchor)
            #expect(anchor.state == "held" && abs(anchor.point[1]) < 0.05 && abs(anchor.point[0] - 0.9) < 0.1)
        }
    }
}
