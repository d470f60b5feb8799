import Foundation
import Geometry
import ModelFormats
import TestSupport
import Testing

/// `plan` and `measure` work on a space of the library as on a file.
@Suite(.enabled(if: Program.isBuilt, "the program is not built")) struct SpaceInputTests {
    /// The inside of a room, 5 m × 2.6 m × 4 m, its surface in triangles of 10 cm.
    private static let room: TriangleMesh = {
        let size = Vector3(5, 2.6, 4)
        let step: Float = 0.1
        var mesh = TriangleMesh()
        func addFace(_ origin: Vector3, u: Vector3, v: Vector3) {
            let columns = Int((u.length / step).rounded())
            let rows = Int((v.length / step).rounded())
            let first = UInt32(mesh.positions.count)
            for j in 0...rows {
                for i in 0...columns {
                    mesh.positions.append(origin + u * (Float(i) / Float(columns)) + v * (Float(j) / Float(rows)))
                }
            }
            for j in 0..<rows {
                for i in 0..<columns {
                    let a = first + UInt32(j * (columns + 1) + i)
                    let b = a + UInt32(columns) + 1
                    mesh.indices += [a, a + 1, b, a + 1, b + 1, b]
                }
            }
        }
        let x = Vector3(size.x, 0, 0)
        let y = Vector3(0, size.y, 0)
        let z = Vector3(0, 0, size.z)
        // u × v points into the room.
        addFace(Vector3(0, 0, 0), u: z, v: x)
        addFace(y, u: x, v: z)
        addFace(Vector3(0, 0, 0), u: x, v: y)
        addFace(z, u: y, v: x)
        addFace(Vector3(0, 0, 0), u: y, v: z)
        addFace(x, u: z, v: y)
        mesh.computeNormals()
        return mesh
    }()

    @Test func `a space is measured and its plan is drawn`() throws {
        try TestData.withTemporaryFolder { folder in
            let model = folder.appendingPathComponent("flat.ply")
            try ModelFile.write(Model(Self.room), to: model)
            let library = ["--library", folder.appendingPathComponent("library").path]
            try Program.createAccount(library)
            let made = try Program.run(["import", model.path, "--json"] + library)
            let space = try #require((made.json?["spaces"] as? [[String: Any]])?.first?["id"] as? String, "\(made.error)")
            func value(_ input: String, _ arguments: [String]) throws -> Double {
                let result = try Program.run(["measure", input] + arguments + ["--json"] + library)
                let list = try #require(result.json?["measurements"] as? [[String: Any]], "\(result.error)")
                return try #require(list.first?["value"] as? Double)
            }
            let height = ["height", "2,2.5,2", "--snap", "none"]
            #expect(try value(space, height) == value(model.path, height))
            let missing = try Program.run(["measure", "2xQ4bG6QhV8mYk3sZpA1cR7tWdE"] + height + library)
            #expect(missing.code == 1 && missing.error.contains("there is no space"), "\(missing.error)")
            let drawing = folder.appendingPathComponent("flat.dxf")
            let plan = try Program.run(["plan", space, "--output", drawing.path, "--json"] + library)
            #expect(plan.code == 0 && (plan.json?["area"] as? Double ?? 0) > 5, "\(plan.error)")
            // The plan is stored now, as after drawing it in the web client.
            #expect(try value(space, ["area"]) > 5)
        }
    }

    @Test func `an interval has one name, and units of labels are no units of coordinates`() throws {
        try SheetLibrary.with { _, _, folder in
            let sheet = folder.appendingPathComponent("sheet.ply").path
            func value(_ options: [String]) throws -> [String: Any] {
                let result = try Program.run(["measure", sheet, "distance", "0,0,0", "1,0,0", "--json"] + options)
                return try #require((result.json?["measurements"] as? [[String: Any]])?.first, "\(result.error)")
            }
            let metric = try value([])
            let imperial = try value(["--imperial"])
            #expect(metric["value"] as? Double == imperial["value"] as? Double)
            #expect(metric["text"] as? String != imperial["text"] as? String)
            #expect(metric["half_width95"] == nil)
            #expect(try Program.run(["measure", sheet, "distance", "0,0,0", "1,0,0", "--unit", "imperial"]).code == 2)
        }
    }
}
