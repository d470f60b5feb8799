import Foundation
import ModelFormats
import TestSupport
import Testing

@Suite struct ConvertCommandTests {
    /// A cube without its lid, 1 m wide, y up, from ASCII PLY.
    private static func openBox(in folder: URL) throws -> URL {
        let file = folder.appendingPathComponent("box.ply")
        let corners = [(0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1), (0, 1, 0), (1, 1, 0), (1, 1, 1), (0, 1, 1)]
        let faces = ["0 1 2 3", "0 4 5 1", "1 5 6 2", "2 6 7 3", "3 7 4 0"]
        let header = """
            ply
            format ascii 1.0
            element vertex 8
            property float x
            property float y
            property float z
            element face 5
            property list uchar int vertex_indices
            end_header

            """
        let rows = corners.map { "\($0.0) \($0.1) \($0.2)" } + faces.map { "4 \($0)" }
        try Data((header + rows.joined(separator: "\n") + "\n").utf8).write(to: file)
        return file
    }

    @Test func `holes are closed, units and axes change together, and the report tells what was lost`() throws {
        try TestData.withTemporaryFolder { folder in
            let box = try Self.openBox(in: folder)
            let stl = folder.appendingPathComponent("box.stl")
            let told = folder.appendingPathComponent("losses.json")
            let result = try Program.run(["convert", box.path, stl.path, "--fill-holes", "--report", told.path, "--json"])
            #expect(result.code == 0, "\(result.error)")
            let losses = try #require(result.json?["losses"] as? [[String: String]])
            #expect(losses.contains { $0["kind"] == "unit" })
            let report = try JSONSerialization.jsonObject(with: Data(contentsOf: told))
            #expect((report as? [String: Any])?["file"] as? String == "box.stl")
            // Millimetres in the file; metres again when read.
            let back = try ModelFile.read(stl)
            // Each edge has a triangle on either side.
            var edges: [SIMD2<UInt32>: Int] = [:]
            let indices = try #require(back.mesh).indices
            for i in stride(from: 0, to: indices.count, by: 3) {
                for k in 0..<3 { edges[SIMD2(indices[i + k], indices[i + (k + 1) % 3]), default: 0] += 1 }
            }
            #expect(edges.count >= 36 && edges.allSatisfy { $0.value == 1 && edges[SIMD2($0.key.y, $0.key.x)] == 1 })
            #expect((back.bounds.size - .init(repeating: 1)).length < 1e-5)

            let inches = folder.appendingPathComponent("box.obj")
            #expect(try Program.run(["convert", box.path, inches.path, "--unit", "in", "--up", "z"]).code == 0)
            let text = try String(contentsOf: inches, encoding: .utf8)
            #expect(text.contains("inches") && text.contains("39.37"))
            #expect((try ModelFile.read(inches).bounds.size - .init(repeating: 1)).length < 1e-5)
        }
    }

    @Test func `a model becomes a view to scale and a video`() throws {
        try TestData.withTemporaryFolder { folder in
            let box = try Self.openBox(in: folder)
            let view = folder.appendingPathComponent("above.png")
            let made = try Program.run(["convert", box.path, view.path, "--scale", "20", "--dpi", "100"])
            #expect(made.code == 0, "\(made.error)")
            // 1.04 m at 1 : 20 and 100 dots an inch.
            let png = Array(try Data(contentsOf: view).prefix(24))
            #expect(png[16..<20].reduce(0) { $0 << 8 | Int($1) } == 205)
            let video = folder.appendingPathComponent("box.mp4")
            let drawn = try Program.run(
                ["convert", box.path, video.path, "--seconds", "0.5", "--fps", "10", "--size", "64x48", "--json"])
            #expect(drawn.code == 0, "\(drawn.error)")
            #expect(Array(try Data(contentsOf: video)[4..<8]) == Array("ftyp".utf8))
            let bad = try Program.run(["convert", box.path, folder.appendingPathComponent("missing/box.mp4").path])
            #expect(bad.code == 1 && bad.error.contains("its folder does not exist"))
        }
    }

    @Test func `a plan becomes a drawing, and what only Revit writes is said to be so`() throws {
        try TestData.withTemporaryFolder { folder in
            let plan = folder.appendingPathComponent("plan.json")
            try Data(
                """
                {"schema": "diorama.plan/1", "plan": {"id": "p", "name": "Room", "storeys": [{"id": "s", "height": 2.5, "walls": [
                {"id": "w", "start": [0, 0], "end": [4, 0], "thickness": 0.2, "height": 2.5}]}]}}
                """.utf8
            ).write(to: plan)
            let drawing = folder.appendingPathComponent("plan.dxf")
            #expect(try Program.run(["convert", plan.path, drawing.path]).code == 0)
            #expect(try String(contentsOf: drawing, encoding: .utf8).contains("A-WALL"))
            let refused = try Program.run(["convert", plan.path, folder.appendingPathComponent("plan.rvt").path])
            #expect(refused.code == 1 && refused.error.contains("only Revit writes rvt"))
            let bundle = folder.appendingPathComponent("plan.zip")
            let scan = try Self.openBox(in: folder)
            let packed = try Program.run(["convert", plan.path, bundle.path, "--format", "revit", "--cloud", scan.path])
            #expect(packed.code == 0, "\(packed.error)")
            let bytes = try Data(contentsOf: bundle)
            for name in ["plan.ifc", "plan.dxf", "scan.e57", "HOWTO.txt"] {
                #expect(bytes.range(of: Data(name.utf8)) != nil, "\(name)")
            }
            let feet = try Program.run(["convert", plan.path, bundle.path, "--format", "revit", "--unit", "ft"])
            #expect(feet.code == 2 && feet.error.contains("in metres, z up"))
            let missing = try Program.run(["convert", plan.path, drawing.path, "--storey", "2"])
            #expect(missing.code == 1 && missing.error.contains("the plan has 1 storey;"))
            for wrong in [["--unit", "mile"], ["--up", "x"], ["--size", "wide"], ["--page", "B7"], ["--fps", "0"]] {
                #expect(try Program.run(["convert", plan.path, drawing.path] + wrong).code == 2, "\(wrong)")
            }
        }
    }
}
