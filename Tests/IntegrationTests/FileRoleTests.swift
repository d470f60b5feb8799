import Foundation
import TestSupport
import Testing

/// A file that a command can't use: the error says what is wrong, and which command to use.
@Suite(.enabled(if: Program.isBuilt, "the program is not built")) struct FileRoleTests {
    static let cases: [(arguments: [String], words: [String])] = [
        (["plan", "house.ifc", "--output", "house.pdf"], ["house.ifc", "IFC files are written, not read"]),
        (["convert", "house.dwg", "house.glb"], ["house.dwg", "DWG files are written, not read"]),
        (["convert", "house.dxf", "house.glb"], ["house.dxf", "no such file"]),
        (["convert", "o.glb", "house.3mf"], ["house.3mf", "3MF files are read, not written", "glb"]),
        (["reconstruct", "v.avi", "--output", "v.glb"], ["v.avi", "mp4, mov, m4v", "ffmpeg"]),
        (["import", "photo.jpg"], ["photo.jpg", "the folder that holds all photos"]),
        (["splat", "o.glb", "--output", "o.ply"], ["o.glb", "'diorama convert'"]),
        (["reconstruct", "o.glb", "--output", "p.glb"], ["o.glb", "'diorama convert'"]),
        (["convert", "o.glb", "x.dxf"], ["x.dxf", "'diorama plan o.glb --output x.dxf'"]),
        (["reconstruct", "demo", "--output", "x.pdf"], ["x.pdf", "'diorama plan demo --output x.pdf'"]),
        (["plan", "o.glb", "--output", "p.obj"], ["p.obj", "'diorama convert o.glb p.obj'"]),
        (
            ["plan", "o.glb", "--output", "p.rvt"],
            ["only Revit writes rvt", "'diorama plan o.glb --output plan.json'", "--format revit"]
        ),
        (["convert", "o.glb", "p.rvt"], ["only Revit writes rvt", "'diorama plan o.glb --output plan.json'", "--format revit"]),
        (["measure", "house.rvt", "size"], ["house.rvt", "only Revit reads rvt"]),
    ]

    @Test(arguments: cases) func `the error names the command for the file`(arguments: [String], words: [String]) throws {
        let library = arguments[0] == "import" ? ["--library", "/nonexistent"] : []
        let result = try TestData.withTemporaryFolder { folder in
            let library = library.map { $0 == "/nonexistent" ? folder.appendingPathComponent("library").path : $0 }
            if !library.isEmpty { try Program.createAccount(library) }
            return try Program.run(arguments + library)
        }
        #expect(result.code == 1 && result.errors.count == 1 && result.out.isEmpty, "\(arguments): \(result.error)")
        for word in words { #expect(result.error.contains(word), "\(arguments): \(result.error)") }
    }
}
