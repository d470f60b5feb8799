import Foundation
import Geometry
import ModelFormats
import TestSupport
import Testing

@Suite(.enabled(if: Program.isBuilt, "the program is not built")) struct ExportCommandTests {
    @Test func `a model is exported whole or cut`() throws {
        try SheetLibrary.with { library, space, folder in
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
}
