import Foundation
import TestSupport
import Testing

/// Whole scenes through the real program: `inspect` and `convert`.
@Suite(.enabled(if: Program.isBuilt, "the program is not built")) struct SceneCommandTests {
    private static let truck = "foreign-formats/trimesh/CesiumMilkTruck.glb"

    /// All nodes of `inspect --json`, parents before children.
    private func nodes(_ json: [String: Any]) -> [[String: Any]] {
        var found: [[String: Any]] = []
        var stack = (json["nodes"] as? [[String: Any]] ?? []).reversed() as [[String: Any]]
        while let node = stack.popLast() {
            found.append(node)
            stack += (node["children"] as? [[String: Any]] ?? []).reversed()
        }
        return found
    }

    private func inspect(_ path: String, _ options: String...) throws -> [String: Any] {
        let outcome = try Program.run(["inspect", path, "--json"] + options)
        #expect(outcome.code == 0, "\(outcome.error)")
        return try #require(outcome.json)
    }

    @Test(.enabled(if: TestData.has(truck), "needs ../shared/data/foreign-formats"))
    func `a truck keeps its nodes, materials, texture and animation through four formats`() throws {
        try TestData.withTemporaryFolder { folder in
            let original = try inspect(TestData.shared(Self.truck).path)
            #expect((original["materials"] as? [Any])?.count == 4 && (original["images"] as? [Any])?.count == 1)
            #expect((original["animations"] as? [Any])?.count == 1 && nodes(original).count == 5)
            var source = TestData.shared(Self.truck).path
            for name in ["truck.gltf", "truck.dae", "again.glb"] {
                let target = folder.appendingPathComponent(name).path
                let outcome = try Program.run(["convert", source, target, "--json"])
                #expect(outcome.code == 0, "\(name): \(outcome.error)")
                let found = try inspect(target)
                for part in ["materials", "images", "animations"] {
                    #expect((found[part] as? [Any])?.count == (original[part] as? [Any])?.count, "\(name): \(part)")
                }
                #expect(found["triangles"] as? Int == original["triangles"] as? Int, "\(name)")
                let size = ((found["images"] as? [[String: Any]])?.first?["bytes"] as? Int) ?? 0
                #expect(size == (original["images"] as? [[String: Any]])?.first?["bytes"] as? Int, "\(name)")
                source = target
            }
            // OBJ holds neither nodes nor animations, and says so.
            let outcome = try Program.run(["convert", source, folder.appendingPathComponent("truck.obj").path, "--json"])
            let kinds = (outcome.json?["losses"] as? [[String: Any]])?.compactMap { $0["kind"] as? String } ?? []
            #expect(kinds.contains("animations") && kinds.contains("hierarchy"), "\(kinds)")
            let asked = try inspect(source, "--for", "obj")["losses"] as? [[String: Any]] ?? []
            #expect(asked.contains { $0["kind"] as? String == "animations" })
        }
    }

    @Test(.enabled(if: TestData.has(truck), "needs ../shared/data/foreign-formats"))
    func `parts are dropped, colours baked and textures made smaller on request`() throws {
        try TestData.withTemporaryFolder { folder in
            let source = TestData.shared(Self.truck).path
            func converted(_ name: String, _ options: String...) throws -> [String: Any] {
                let target = folder.appendingPathComponent(name).path
                let outcome = try Program.run(["convert", source, target, "--json"] + options)
                #expect(outcome.code == 0, "\(outcome.error)")
                return try inspect(target)
            }
            #expect((try converted("still.glb", "--drop", "animations,textures")["animations"] as? [Any])?.isEmpty == true)
            let small = try converted("small.glb", "--texture-size", "64")["images"] as? [[String: Any]]
            #expect(small?.first?["width"] as? Int == 64)
            let baked = try converted("baked.glb", "--bake-colors")
            #expect((baked["images"] as? [Any])?.isEmpty == true)
            let attributes = nodes(baked).compactMap { $0["mesh"] as? [String: Any] }
                .flatMap { $0["primitives"] as? [[String: Any]] ?? [] }.flatMap { $0["attributes"] as? [String] ?? [] }
            #expect(attributes.contains("colors"))
            let wrong = try Program.run(["convert", source, folder.appendingPathComponent("x.glb").path, "--drop", "wheels"])
            #expect(wrong.code == 2 && wrong.error.contains("wheels"))
        }
    }

    @Test(.enabled(if: TestData.has(truck), "needs ../shared/data/foreign-formats"))
    func `the tree is printed for people`() throws {
        let outcome = try Program.run(["inspect", TestData.shared(Self.truck).path])
        #expect(outcome.code == 0)
        for text in ["glb", "nodes", "Cesium_Milk_Truck", "materials", "images", "animations", "triangles"] {
            #expect(outcome.out.contains(text), "\(text)")
        }
    }

    @Test(.enabled(if: TestData.has(truck), "needs ../shared/data/foreign-formats"))
    func `a simplified scene says what was joined, and faces of an STL keep their colours on request`() throws {
        try TestData.withTemporaryFolder { folder in
            let small = folder.appendingPathComponent("small.ply").path
            let outcome = try Program.run(["convert", TestData.shared(Self.truck).path, small, "--simplify", "1000", "--json"])
            let notes = outcome.json?["notes"] as? [String] ?? []
            #expect(outcome.code == 0 && notes.contains { $0.contains("nodes (5) and materials (4) were joined") }, "\(notes)")
            // From a format of one surface as well.
            let print = folder.appendingPathComponent("print.stl").path
            #expect(try Program.run(["convert", small, print, "--facet-colors"]).code == 0)
            let found = nodes(try inspect(print)).compactMap { $0["mesh"] as? [String: Any] }
                .flatMap { $0["primitives"] as? [[String: Any]] ?? [] }.flatMap { $0["attributes"] as? [String] ?? [] }
            #expect(found.contains("colors"), "\(found)")
        }
    }

    @Test func `what can't be read is one line and exit code 1`() throws {
        try TestData.withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("letter.glb")
            try Data("Dear grandmother,\n".utf8).write(to: file)
            for path in [file.path, folder.appendingPathComponent("missing.glb").path] {
                let outcome = try Program.run(["inspect", path])
                #expect(outcome.code == 1 && outcome.errors.count == 1 && outcome.out.isEmpty, "\(outcome.error)")
            }
            #expect(try Program.run(["inspect", file.path, "--for", "doc"]).code == 2)
        }
    }
}
