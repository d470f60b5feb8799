import Foundation
import TestSupport
import Testing

/// Bad input gets one clear line and exit code 1, leaves nothing half-written, and does the library no harm.
@Suite(.enabled(if: Program.isBuilt, "the program is not built")) struct BadInputTests {
    /// A way to spoil things: what to make in an empty folder, which path to name, and what the one line must say.
    struct Case: Sendable, CustomStringConvertible {
        var description: String
        var says: [String]
        var path: String
        var make: @Sendable (URL) throws -> Void
    }

    static let cases: [Case] = [
        Case(description: "missing folder", says: ["nowhere"], path: "nowhere") { _ in },
        Case(description: "empty folder", says: ["empty"], path: "empty") { try folder($0, "empty") },
        Case(description: "capture without intrinsics", says: ["intrinsics"], path: "capture") {
            try capture($0, remove: "K.txt")
        },
        Case(description: "fewer poses than frames", says: ["11 poses", "12 depth"], path: "capture") {
            try capture($0, poses: 11)
        },
        Case(description: "NaN poses", says: ["pose"], path: "capture") {
            try capture($0, pose: Array(repeating: "nan", count: 16).joined(separator: " "))
        },
        Case(description: "truncated PNGs", says: [".png"], path: "capture") { try capture($0, truncate: true) },
        Case(description: "PLY that promises 4 billion vertices", says: ["huge.ply", "4000000000"], path: "huge.ply") {
            try text(in: $0, named: "huge.ply", Samples.square.replacingOccurrences(of: "vertex 4\n", with: "vertex 4000000000\n"))
        },
        Case(description: "OBJ with an index out of range", says: ["far.obj", "9"], path: "far.obj") {
            try text(in: $0, named: "far.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n")
        },
        Case(description: "OBJ with a negative index out of range", says: ["negative.obj", "-7"], path: "negative.obj") {
            try text(in: $0, named: "negative.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 -7\n")
        },
        Case(description: "GLB cut in half", says: ["half.glb"], path: "half.glb") { folder in
            try text(in: folder, named: "square.ply", Samples.square)
            let whole = folder.appendingPathComponent("whole.glb")
            #expect(try Program.run(["convert", folder.appendingPathComponent("square.ply").path, whole.path]).code == 0)
            let bytes = try Data(contentsOf: whole)
            try bytes.prefix(bytes.count / 2).write(to: folder.appendingPathComponent("half.glb"))
        },
        Case(description: "a text that is no model", says: ["letter.ply"], path: "letter.ply") {
            try text(in: $0, named: "letter.ply", "Dear grandmother,\n")
        },
        Case(description: "an unknown ending", says: ["room.blend"], path: "room.blend") {
            try text(in: $0, named: "room.blend", "BLENDER")
        },
    ]

    @Test(arguments: cases) func `import says what is wrong and leaves the library as it was`(bad: Case) throws {
        try TestData.withTemporaryFolder { folder in
            try text(in: folder, named: "good.ply", Samples.square)
            let library = ["--library", folder.appendingPathComponent("library").path]
            try Program.createAccount(library)
            #expect(try Program.run(["import", folder.appendingPathComponent("good.ply").path] + library).code == 0)
            let before = try contents(folder.appendingPathComponent("library"))
            try bad.make(folder)
            let result = try Program.run(["import", folder.appendingPathComponent(bad.path).path] + library)
            #expect(result.code == 1, "\(bad): \(result.error)")
            #expect(result.errors.count == 1 && result.out.isEmpty, "\(bad): \(result.error)")
            for word in bad.says { #expect(result.errors.first?.contains(word) == true, "\(bad): \(result.error)") }
            #expect(try contents(folder.appendingPathComponent("library")) == before)
            #expect(try Program.run(["library", "verify"] + library).code == 0)
        }
    }

    @Test(arguments: cases.filter { $0.path == "capture" }) func `reconstruct leaves nothing behind`(bad: Case) throws {
        try TestData.withTemporaryFolder { folder in
            try bad.make(folder)
            let output = folder.appendingPathComponent("out.glb")
            let result = try Program.run(["reconstruct", folder.appendingPathComponent(bad.path).path, "--output", output.path])
            #expect(result.code == 1 && result.errors.count == 1, "\(result.error)")
            #expect(try !FileManager.default.contentsOfDirectory(atPath: folder.path).contains { $0.contains("out") })
        }
    }

    @Test func `one bad frame among many is skipped, counted and told`() throws {
        try TestData.withTemporaryFolder { folder in
            try Self.capture(folder, truncate: true, only: 5)
            let output = folder.appendingPathComponent("out.ply")
            let result = try Program.run(
                ["reconstruct", folder.appendingPathComponent("capture").path, "--output", output.path, "--json"])
            #expect(result.code == 0, "\(result.error)")
            #expect(result.json?["frames"] as? Int == 11 && result.json?["skipped_frames"] as? Int == 1)
            #expect((result.json?["notes"] as? [String])?.contains { $0.contains("frame 5") } == true)
        }
    }

    @Test func `a target that cannot be written is refused before the work`() throws {
        try TestData.withTemporaryFolder { folder in
            for output in ["/nowhere/at/all/a.glb", folder.appendingPathComponent("a.docx").path] {
                let result = try Program.run(["reconstruct", "demo", "--output", output])
                #expect(result.code == 1 && result.errors.count == 1 && !result.error.contains("Fusing"), "\(result.error)")
            }
        }
    }

    @Test func `a disk that fills up during an import does no harm`() throws {
        try TestData.withTemporaryFolder { folder in
            try Self.text(in: folder, named: "good.ply", Samples.square)
            let library = ["--library", folder.appendingPathComponent("library").path]
            try Program.createAccount(library)
            #expect(try Program.run(["import", folder.appendingPathComponent("good.ply").path] + library).code == 0)
            let before = try Self.contents(folder.appendingPathComponent("library"))
            // Writing beyond 200 kB fails as it does on a full disk, for this one process.
            let demo = try Program.run(
                ["import", "../none"] + library, shell: "trap '' XFSZ; ulimit -f 200; exec \"$0\" \"$@\"")
            #expect(demo.code == 1)
            let big = folder.appendingPathComponent("big.ply")
            #expect(try Program.run(["reconstruct", "demo", "--stride", "16", "--voxel", "0.05", "--output", big.path]).code == 0)
            let result = try Program.run(
                ["import", big.path] + library, shell: "trap '' XFSZ; ulimit -f 200; exec \"$0\" \"$@\"")
            #expect(result.code == 1 && result.errors.count == 1, "\(result.error)")
            #expect(try Self.contents(folder.appendingPathComponent("library")) == before)
            #expect(try Program.run(["library", "verify"] + library).code == 0)
        }
    }

    // MARK: - What is spoiled

    static func folder(_ root: URL, _ name: String) throws {
        try FileManager.default.createDirectory(at: root.appendingPathComponent(name), withIntermediateDirectories: true)
    }

    static func text(in root: URL, named name: String, _ content: String) throws {
        try Data(content.utf8).write(to: root.appendingPathComponent(name))
    }

    /// Every file and its size.
    static func contents(_ folder: URL) throws -> [String: Int] {
        var result: [String: Int] = [:]
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.fileSizeKey, .isRegularFileKey])
        for case let file as URL in files ?? FileManager.DirectoryEnumerator() {
            let values = try file.resourceValues(forKeys: [.fileSizeKey, .isRegularFileKey])
            // SQLite's own files breathe; `verify` looks into them.
            guard values.isRegularFile == true, !file.lastPathComponent.hasPrefix("library.") else { continue }
            result[file.path] = values.fileSize
        }
        return result
    }

    func text(in root: URL, named name: String, _ content: String) throws { try Self.text(in: root, named: name, content) }
    func contents(_ folder: URL) throws -> [String: Int] { try Self.contents(folder) }
}
