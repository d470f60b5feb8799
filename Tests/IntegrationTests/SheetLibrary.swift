import Foundation
import Geometry
import ModelFormats
import TestSupport
import Testing

/// A library with one space: a sheet of triangles, 4 m by 4 m.
enum SheetLibrary {
    /// Makes the library and passes its option, the space's id and the folder.
    static func with(_ body: (_ library: [String], _ space: String, _ folder: URL) throws -> Void) throws {
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
            try Program.createAccount(library)
            let made = try Program.run(["import", model.path, "--name", "../../etc/Küche", "--json"] + library)
            #expect(made.code == 0, "\(made.error)")
            let spaces = try #require(made.json?["spaces"] as? [[String: Any]])
            try body(library, try #require(spaces.first?["id"] as? String), folder)
        }
    }
}
