import Foundation
import SyntheticScenes
import TestSupport
import Testing

@Suite(.enabled(if: Program.isBuilt, "the program is not built")) struct SplatCommandTests {
    /// So few steps that it takes seconds: what is checked is the way through the program, quality in SplatsTests.
    private static let quick = [
        "--poses", "none", "--iterations", "30", "--max-splats", "3000", "--image-size", "64", "--holdout", "8",
    ]

    @Test func `splats are trained, written, read again and the same each time`() throws {
        try TestData.withTemporaryFolder { folder in
            let capture = folder.appendingPathComponent("capture")
            try DemoCapture(frameCount: 16).write(to: capture)
            let ply = folder.appendingPathComponent("flat.ply")
            let preview = folder.appendingPathComponent("flat.png")
            let result = try Program.run(
                ["splat", capture.path, "--output", ply.path, "--preview", preview.path, "--json"] + Self.quick)
            #expect(result.code == 0, "\(result.error)")
            let json = try #require(result.json)
            #expect(json["iterations"] as? Int == 30 && json["scale"] as? String == "known")
            #expect(json["device"] as? String == "cpu" && json["device_name"] == nil)
            #expect((json["seconds"] as? Double ?? 0) > 0 && (json["cpu_seconds"] as? Double ?? 0) > 0)
            let heldOut = try #require(json["held_out"] as? [String: Any])
            #expect(heldOut["images"] as? Int == 2 && (heldOut["psnr"] as? Double ?? 0) > 8)
            #expect(try Data(contentsOf: preview).starts(with: [0x89, 0x50, 0x4E, 0x47]))
            let splats = try #require(json["splats"] as? Int)
            #expect(splats > 500 && splats <= 3000)
            let inspected = try Program.run(["inspect", ply.path, "--json"])
            #expect(inspected.code == 0 && inspected.out.contains("\(splats)"), "\(inspected.out)")

            let again = folder.appendingPathComponent("again.ply")
            #expect(try Program.run(["splat", capture.path, "--output", again.path] + Self.quick).code == 0)
            #expect(try Data(contentsOf: again) == Data(contentsOf: ply))
            let small = folder.appendingPathComponent("flat.spz")
            #expect(try Program.run(["convert", ply.path, small.path]).code == 0)
            #expect(try Data(contentsOf: small).count * 5 < Data(contentsOf: ply).count)
        }
    }

    @Test func `what can't be trained or written is refused in one line, and nothing is written`() throws {
        try TestData.withTemporaryFolder { folder in
            func refused(_ arguments: [String], code: Int32 = 1, _ words: String...) throws {
                let result = try Program.run(["splat"] + arguments)
                #expect(result.code == code && result.errors.count == 1 || code == 2, "\(arguments): \(result.error)")
                #expect(result.code == code)
                for word in words { #expect(result.error.contains(word), "\(arguments): \(result.error)") }
            }
            let output = folder.appendingPathComponent("a.ply").path
            try refused(["demo", "--output", folder.appendingPathComponent("a.obj").path], "obj", "ply, spz")
            try refused(["demo", "--output", "/nonexistent/a.ply"], "/nonexistent")
            try refused(["demo", "--output", output, "--iterations", "0"], code: 2, "iterations")
            try refused(["demo", "--output", output, "--holdout", "1"], code: 2, "holdout")
            try refused(["demo", "--output", output, "--device", "gpu"], code: 2, "gpu", "cpu", "vulkan", "auto")
            try refused([folder.appendingPathComponent("none").path, "--output", output], "none")
            let empty = folder.appendingPathComponent("photos")
            try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
            for name in ["1.jpg", "2.jpg", "3.jpg", "4.jpg"] { try Data().write(to: empty.appendingPathComponent(name)) }
            try refused([empty.path, "--output", output], "photos")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["photos"])
        }
    }

    @Test func `without a usable Vulkan device the device vulkan is refused in one line, and auto takes the processor`() throws {
        try TestData.withTemporaryFolder { folder in
            // A driver's description that isn't there: Vulkan finds no device.
            let shell = "VK_ICD_FILENAMES=/nonexistent.json VK_DRIVER_FILES=/nonexistent.json exec \"$0\" \"$@\""
            let capture = folder.appendingPathComponent("capture")
            try DemoCapture(frameCount: 16).write(to: capture)
            let output = folder.appendingPathComponent("a.ply")
            let command = ["splat", capture.path, "--output", output.path, "--json"] + Self.quick
            let refused = try Program.run(command + ["--device", "vulkan"], shell: shell)
            #expect(refused.code == 1 && refused.errors.count == 1, "\(refused.error)")
            #expect(refused.error.contains("no Vulkan device is usable") && refused.error.contains("cpu"), "\(refused.error)")
            #expect(!FileManager.default.fileExists(atPath: output.path))
            // Before a library is made, a port opened or a database asked.
            let library = ["--library", folder.appendingPathComponent("library").path, "--splat-device", "vulkan"]
            for words in [
                ["import", capture.path, "--splats"] + library, ["open", capture.path, "--no-open"] + library,
                ["serve", "--port", "0"] + library,
                ["worker", "--splat-device", "vulkan", "--database", "postgres://127.0.0.1:9/d", "--bucket", "file:///none"],
            ] {
                let result = try Program.run(words, shell: shell)
                #expect(result.code == 1 && result.errors.count == 1, "\(result.error)")
                #expect(result.error.contains("no Vulkan device is usable"), "\(words): \(result.error)")
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["capture"])
            let unused = try Program.run(["import", capture.path] + library)
            #expect(unused.code == 2 && unused.error.contains("--splat-device needs --splats"), "\(unused.error)")
            let service = ["serve", "--database", "postgres://127.0.0.1:9/d", "--bucket", "file:///none", "--splat-device", "auto"]
            let elsewhere = try Program.run(service)
            #expect(elsewhere.code == 2 && elsewhere.error.contains("diorama worker"), "\(elsewhere.error)")
            let trained = try Program.run(command + ["--device", "auto"], shell: shell)
            #expect(trained.code == 0 && trained.json?["device"] as? String == "cpu", "\(trained.error)")
        }
    }

    @Test func `markers are written as pdf, svg and png`() throws {
        try TestData.withTemporaryFolder { folder in
            for (name, head) in [("m.pdf", "%PDF"), ("m.svg", "<"), ("m.png", "\u{89}PNG")] {
                let file = folder.appendingPathComponent(name)
                let result = try Program.run(["markers", "--output", file.path, "--side", "8cm", "--count", "2", "--json"])
                #expect(result.code == 0 && result.json?["markers"] as? Int == 2, "\(result.error)")
                #expect(try Data(contentsOf: file).starts(with: head.unicodeScalars.map { UInt8($0.value) }), "\(name)")
            }
            let refused = try Program.run(["markers", "--output", folder.appendingPathComponent("m.doc").path])
            #expect(refused.code == 1 && refused.error.contains("pdf, svg or png"))
            let large = try Program.run(["markers", "--output", folder.appendingPathComponent("l.pdf").path, "--side", "2"])
            #expect(large.code == 1 && large.errors.count == 1, "\(large.error)")
        }
    }
}
