import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Program.isBuilt, "the program is not built")) struct ReconstructCommandTests {
    @Test func `modes can be seen and changed`() throws {
        let plain = try Program.run(["reconstruct", "--mode", "object", "--show-settings"])
        #expect(plain.code == 0 && plain.out.contains("voxelSize=0.005") && plain.out.contains("cutsObject=true"))
        let changed = try Program.run([
            "reconstruct", "--mode", "exterior", "--set", "minimumWeight=0.5", "--set", "fillHoles=true", "--voxel", "0.1",
            "--show-settings",
        ])
        for word in ["mode=exterior", "voxelSize=0.1 ", "minimumWeight=0.5", "fillHoles=true", "keepsHeading=true"] {
            #expect(changed.out.contains(word), "\(word)")
        }
        for bad in ["colour=1", "voxelSize=much", "voxelSize", "stride=0"] {
            let result = try Program.run(["reconstruct", "--set", bad, "--show-settings"])
            #expect(result.code == 2 && result.out.isEmpty, "\(bad): \(result.error)")
        }
        #expect(try Program.run(["reconstruct"]).code == 2)
        #expect(try Program.run(["reconstruct", "demo"]).code == 2)
    }

    @Test func `reconstruct prints the figures that the design promises`() throws {
        try TestData.withTemporaryFolder { folder in
            let output = folder.appendingPathComponent("flat.ply")
            let result = try Program.run(
                ["reconstruct", "demo", "--stride", "8", "--voxel", "0.04", "--output", output.path, "--json"])
            #expect(result.code == 0, "\(result.error)")
            let json = try #require(result.json)
            for key in ["frames", "triangles", "points", "seconds", "frames_per_second", "peak_rss_bytes"] {
                #expect((json[key] as? Double ?? 0) > 0, "\(key)")
            }
            #expect(json["output"] as? String == output.path)
            let scan = try #require(json["scan"] as? [String: Any])
            for key in ["coverage", "quality"] { #expect((scan[key] as? Double ?? 0) > 0.3, "\(key)") }
            #expect(result.error.contains("Fusing frame") && result.error.contains("100 %"))
            // The mesh is there, whole, and nothing else.
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["flat.ply"])
            let copy = try Program.run(["convert", output.path, folder.appendingPathComponent("flat.glb").path, "--json"])
            #expect(copy.code == 0 && copy.json?["triangles"] as? Int == json["triangles"] as? Int)
        }
    }

    @Test func `the same capture gives the same bytes on one thread and on many`() throws {
        try TestData.withTemporaryFolder { folder in
            let files = try ["1", "2", "3"].map { threads in
                let output = folder.appendingPathComponent("\(threads).glb")
                let result = try Program.run(
                    ["reconstruct", "demo", "--stride", "12", "--voxel", "0.04", "--output", output.path],
                    shell: "DIORAMA_THREADS=\(threads) exec \"$0\" \"$@\"")
                #expect(result.code == 0, "\(result.error)")
                return try Data(contentsOf: output)
            }
            #expect(files[0] == files[1] && files[1] == files[2] && files[0].count > 100_000)
        }
    }

    @Test func `captures are textured where the file can hold it, unless that is switched off`() throws {
        try TestData.withTemporaryFolder { folder in
            func made(_ name: String, _ options: String...) throws -> (images: Int, triangles: Int) {
                let output = folder.appendingPathComponent(name).path
                let result = try Program.run(
                    ["reconstruct", "demo", "--stride", "12", "--voxel", "0.05", "--output", output, "--json"] + options)
                #expect(result.code == 0, "\(result.error)")
                let found = try Program.run(["inspect", output, "--json"])
                return (
                    (found.json?["images"] as? [Any])?.count ?? 0, try #require(result.json?["triangles"] as? Int, "\(result.out)")
                )
            }
            let usual = try made("usual.glb")
            let plain = try made("plain.glb", "--no-texture")
            let all = try made("all.obj", "--set", "textureErrorVoxels=0")
            let points = try made("points.ply")
            #expect(usual.images == 1 && plain.images == 0 && all.images == 1 && points.images == 0)
            #expect(usual.triangles < plain.triangles / 2)
            #expect(all.triangles == plain.triangles && points.triangles == plain.triangles)
        }
        let settings = try Program.run([
            "reconstruct", "--set", "textureErrorVoxels=0.3", "--set", "mode=object", "--show-settings",
        ])
        #expect(settings.out.contains("textureErrorVoxels=0.3") && settings.out.contains("textureSize=4096"), "\(settings.out)")
    }
}
