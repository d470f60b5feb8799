import Exhibits
import Foundation
import Geometry
import Images
import ModelFormats
import Models
import TestSupport
import Testing

/// Packages: writing, reading, and what checking them finds.
@Suite struct PackageTests {
    /// A box of two nodes with an image, as a package in `folder`.
    private func makePackage(in folder: URL) throws -> ExhibitPackage {
        let work = folder.appendingPathComponent("files")
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        var triangle = Primitive()
        triangle.positions = [Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(0, 1, 0)]
        triangle.indices = [0, 1, 2]
        var scene = Scene()
        scene.meshes = [Mesh(name: "Leg", primitives: [triangle])]
        var node = Node(name: "Leg")
        node.mesh = 0
        scene.nodes = [node]
        scene.roots = [0]
        for name in ["chair.glb", "chair.usdz"] { try SceneFile.write(scene, to: work.appendingPathComponent(name)) }
        let image = ColorImage(width: 8, height: 6, repeating: SIMD4(200, 100, 50, 255))
        try Data(JPEG.encode(image)).write(to: work.appendingPathComponent("chair.jpg"))
        try Data(WebP.encode(image, quality: 80)).write(to: work.appendingPathComponent("chair.webp"))
        var exhibit = DocumentTests.sample()
        exhibit.models[0].levels = []
        return ExhibitPackage(
            exhibit,
            files: [
                "models/chair.glb": work.appendingPathComponent("chair.glb"),
                "models/chair.usdz": work.appendingPathComponent("chair.usdz"),
                "images/chair.jpg": work.appendingPathComponent("chair.jpg"),
                "images/chair.webp": work.appendingPathComponent("chair.webp"),
                "images/unused.jpg": work.appendingPathComponent("chair.jpg"),
            ])
    }

    @Test func `a package is read as it was written, without files that it doesn't name, and is valid`() async throws {
        try await TestData.withTemporaryFolder { folder in
            let package = try makePackage(in: folder)
            let target = folder.appendingPathComponent("shelf")
            try package.write(to: target)
            let read = try ExhibitPackage(folder: target)
            #expect(read.exhibit == package.exhibit)
            #expect(Set(read.files.keys) == Set(package.exhibit.files))
            let report = try read.check()
            #expect(report.problems == [])
            #expect(report.models.map(\.triangleCount) == [1])
            #expect(report.models.map(\.size) == [SIMD3(1, 1, 0)])
            #expect(throws: ExhibitError.self, "an existing folder is not replaced") { try package.write(to: target) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["files", "shelf"])
        }
    }

    @Test func `missing files, nodes and wrong content are all reported`() async throws {
        try await TestData.withTemporaryFolder { folder in
            let package = try makePackage(in: folder)
            let target = folder.appendingPathComponent("shelf")
            try package.write(to: target)
            var exhibit = package.exhibit
            exhibit.models[0].parts[0].parts[0].node = "Arm"
            exhibit.models[0].levels = [.init(file: "models/chair.glb", triangleCount: 7)]
            exhibit.cards[0].image = "images/none.png"
            try exhibit.json().write(to: target.appendingPathComponent("exhibit.json"))
            try Data("no image".utf8).write(to: target.appendingPathComponent("images/chair.jpg"))
            try Data("no model".utf8).write(to: target.appendingPathComponent("models/chair.usdz"))
            let report = try ExhibitPackage(folder: target).check()
            let found = report.problems.map(\.description).joined(separator: "\n")
            for part in [
                "\"Arm\"", "has 1 triangles, not 7", "images/none.png is missing", "images/chair.jpg", "models/chair.usdz can't",
            ] {
                #expect(found.contains(part), "\(part) in \(found)")
            }
            #expect(report.problems.count == 5)
        }
    }

    @Test func `a folder without a document, and one that is missing, are named`() async throws {
        try await TestData.withTemporaryFolder { folder in
            do throws(ExhibitError) {
                _ = try ExhibitPackage(folder: folder)
                Issue.record("an empty folder is no package")
            } catch {
                #expect(error.description.contains("it contains no exhibit.json") && error.path == folder.path)
            }
            #expect(throws: ExhibitError.self) { try ExhibitPackage(folder: folder.appendingPathComponent("none")) }
        }
    }

    @Test func `models of which bytes are cut or changed are problems, never traps`() async throws {
        try await TestData.withTemporaryFolder { folder in
            let package = try makePackage(in: folder)
            let bytes = try Data(contentsOf: package.file("models/chair.glb"))
            let damaged = folder.appendingPathComponent("damaged.glb")
            for count in stride(from: 0, to: bytes.count, by: 97) {
                try bytes.prefix(count).write(to: damaged)
                var files = package.files
                files["models/chair.glb"] = damaged
                let report = try ExhibitPackage(package.exhibit, files: files).check()
                #expect(!report.isValid, "\(count) bytes")
            }
        }
    }
}
