import ModelFormats
import Foundation
import Geometry
import DioramaLibrary
import TestSupport
import Testing

/// `import --rescan-of`: memories are transferred to a newer scan.
@Suite(.enabled(if: Program.isBuilt, "the program is not built")) struct RescanCommandTests {
    @Test func `memories follow a re-scan, and stay where the new scan is of another place`() async throws {
        try await TestData.withTemporaryFolder { folder in
            let library = ["--library", folder.appendingPathComponent("library").path]
            try Program.createAccount(library)
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
