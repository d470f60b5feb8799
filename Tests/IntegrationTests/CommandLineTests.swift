import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Program.isBuilt, "the program is not built")) struct CommandLineTests {
    static let commands = [
        ["open"], ["demo"], ["reconstruct"], ["import"], ["convert"], ["library"], ["library", "list"], ["library", "show"],
        ["library", "verify"], ["serve"], ["cloud"], ["cloud", "downsample"], ["cloud", "normals"], ["cloud", "outliers"],
        ["cloud", "planes"], ["cloud", "clusters"], ["cloud", "align"], ["cloud", "register"],
    ]

    @Test(arguments: commands) func `each command's help shows an example`(command: [String]) throws {
        let result = try Program.run(command + ["--help"])
        #expect(result.code == 0 && result.out.contains("EXAMPLE"), "\(result.error)")
        #expect(result.out.contains("diorama \(command.joined(separator: " "))"))
    }

    @Test func `wrong usage ends with 2 and says what is wrong`() throws {
        for arguments in [
            ["fly"], ["reconstruct"], ["reconstruct", "a", "--output", "a.ply", "--voxel", "-1"], ["convert", "a.ply"],
            ["import", "a", "b", "--name", "c"], ["serve", "--port", "70000"], ["library", "list", "--what"],
        ] {
            let result = try Program.run(arguments)
            #expect(result.code == 2, "\(arguments): \(result.error)")
            #expect(result.error.contains("Error:") && result.out.isEmpty)
        }
    }

    @Test func `completion scripts are made for each shell`() throws {
        for shell in ["bash", "zsh", "fish"] {
            let result = try Program.run(["--generate-completion-script", shell])
            #expect(result.code == 0 && result.out.contains("reconstruct"))
        }
    }

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

    @Test func `import, list, show and verify agree`() throws {
        try TestData.withTemporaryFolder { folder in
            let model = folder.appendingPathComponent("Grandmother's chair.ply")
            try Data(Samples.square.utf8).write(to: model)
            let library = ["--library", folder.appendingPathComponent("library").path]
            let made = try Program.run(["import", model.path, "--json"] + library)
            #expect(made.code == 0, "\(made.error)")
            let space = try #require((made.json?["spaces"] as? [[String: Any]])?.first)
            #expect(space["name"] as? String == "Grandmother's chair" && space["triangles"] as? Int == 2)
            let id = try #require(space["id"] as? String)
            let list = try Program.run(["library", "list"] + library)
            #expect(list.out.contains(id) && list.out.contains("Grandmother's chair"))
            let show = try Program.run(["library", "show", id] + library)
            #expect(show.out.contains("2 triangles") && show.out.contains("thumbnail"))
            let check = try Program.run(["library", "verify", "--json"] + library)
            #expect(check.code == 0 && (check.json?["problems"] as? [String])?.isEmpty == true && check.json?["files"] as? Int == 2)
            // A flipped byte is found.
            let assets = folder.appendingPathComponent("library/assets")
            let files = FileManager.default.enumerator(at: assets, includingPropertiesForKeys: nil)
            let file = try #require((files?.allObjects as? [URL])?.first { $0.lastPathComponent.count == 64 })
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
            var bytes = try Data(contentsOf: file)
            bytes[bytes.count / 2] ^= 1
            try bytes.write(to: file)
            let broken = try Program.run(["library", "verify"] + library)
            #expect(broken.code == 1 && broken.errors.count == 1 && broken.out.contains(file.lastPathComponent))
        }
    }
}

enum Samples {
    /// A coloured square of 2 m.
    static let square = """
        ply
        format ascii 1.0
        element vertex 4
        property float x
        property float y
        property float z
        property uchar red
        property uchar green
        property uchar blue
        element face 2
        property list uchar int vertex_indices
        end_header
        0 0 0 255 0 0
        0 0 2 0 255 0
        2 0 2 0 0 255
        2 0 0 255 255 255
        3 0 1 2
        3 0 2 3

        """
}
