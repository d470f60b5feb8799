import Codecs
import ModelFormats
import Foundation
import Geometry
import TestSupport
import Testing
import Support

@Suite struct ModelFileTests {
    @Test func `Content counts more than the ending`() throws {
        for format in [ModelFormat.ply, .obj, .stl, .glb, .fbx, .dae] {
            let bytes = try roundTrip(Model(Sample.box), "a.\(format.fileExtension)").bytes
            for name in ["model", "model.bin", "model.dat"] {
                let model = try read(bytes, name)
                #expect(model.triangleCount == 12 || format.isCloud && model.positions.count == 8)
                #expect(model.notes.first?.contains(format.rawValue.uppercased()) == true)
            }
        }
        let ply = try roundTrip(Model(Sample.box), "a.ply").bytes
        #expect(try read(ply, "really.obj").triangleCount == 12)
    }

    @Test func `The same model gives the same bytes`() throws {
        let model = Model(Sample.surface(side: 100))
        for format in ModelFormat.written where !format.isSplats {
            let first = try bytesWritten("a.\(format.fileExtension)") { try ModelFile.write(model, to: $0) }
            let second = try bytesWritten("a.\(format.fileExtension)") { try ModelFile.write(model, to: $0) }
            #expect(first == second, "\(format)")
        }
    }

    @Test func `Reading what was written changes nothing any more`() throws {
        for format in ModelFormat.written where !format.isSplats {
            let name = "a.\(format.fileExtension)"
            let first = try roundTrip(Model(Sample.surface(side: 20)), name)
            let second = try roundTrip(first.model, name)
            #expect(second.model == first.model, "\(format)")
            #expect(try roundTrip(second.model, name).bytes == second.bytes, "\(format)")
        }
    }

    @Test func `Unknown endings are refused with those that are known`() throws {
        try TestData.withTemporaryFolder { folder in
            for name in ["a.3mf", "a", "a.doc"] {
                let file = folder.appendingPathComponent(name)
                let error = try #require(throws: FormatError.self) { try ModelFile.write(Model(Sample.box), to: file) }
                #expect(error.kind == .unwritable)
                #expect(error.description.isOneClearLine(about: name))
                #expect(error.description.contains(ModelFormat.writtenList))
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    @Test(arguments: [
        ("Kaydara FBX Binary  \u{0}", "a.fbx", "FBX"), ("; FBX 7.3.0 project file\n", "a.fbx", "no points"),
        ("PK\u{3}\u{4}....", "a.usdz", "zip"), ("LASF....", "a.las", "LAS"),
        ("ASTM-E57", "a.e57", "E57"), ("# .PCD v0.7\n", "a.pcd", "PCD"), ("{\"asset\":{}}", "a.gltf", "glTF"),
        ("<?xml version=\"1.0\"?><COLLADA/>", "a.dae", "no points and no faces"), ("", "a.ply", "empty"),
        ("plymouth", "a.ply", "PLY files"),
        ("glT", "a.glb", "GLB files"), ("hello world", "a.txt", ".txt"), ("hello world", "a", "unknown format"),
    ]) func `Files of other kinds are named`(content: String, name: String, expected: String) throws {
        let line = try #require(try refusal(content, name))
        #expect(line.isOneClearLine(about: name))
        #expect(line.contains(expected), "\(line)")
    }

    @Test func `Missing files, folders and devices are refused`() throws {
        try TestData.withTemporaryFolder { folder in
            let missing = folder.appendingPathComponent("nothing.ply")
            #expect(try #require(throws: FormatError.self) { try ModelFile.read(missing) }.description.contains("no such file"))
            #expect(try #require(throws: FormatError.self) { try ModelFile.read(folder) }.description.contains("folder"))
            let device = URL(fileURLWithPath: "/dev/null")
            #expect(try #require(throws: FormatError.self) { try ModelFile.read(device) }.description.contains("regular file"))
            let lost = folder.appendingPathComponent("no/such/folder/a.ply")
            let error = try #require(throws: FormatError.self) { try ModelFile.write(Model(Sample.box), to: lost) }
            #expect(error.description.contains("folder does not exist"))
        }
    }

    @Test func `A model that breaks its promises is not written, and the earlier file stands`() throws {
        try TestData.withTemporaryFolder { folder in
            for format in ModelFormat.written {
                let file = folder.appendingPathComponent("a.\(format.fileExtension)")
                try Data("earlier".utf8).write(to: file)
                var bad = Sample.box
                bad.indices[5] = 99
                #expect(throws: FormatError.self) { try ModelFile.write(Model(bad), to: file) }
                bad = Sample.box
                bad.positions[2].y = .nan
                #expect(throws: FormatError.self) { try ModelFile.write(Model(bad), to: file) }
                #expect(throws: FormatError.self) { try ModelFile.write(Model(TriangleMesh()), to: file) }
                #expect(try Data(contentsOf: file) == Data("earlier".utf8))
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == ModelFormat.written.count)
        }
    }

    @Test func `A cancelled task stops and leaves nothing behind`() async throws {
        try await TestData.withTemporaryFolder { folder in
            for format in ModelFormat.written where !format.isSplats {
                let file = folder.appendingPathComponent("a.\(format.fileExtension)")
                let task = Task { () -> FormatError? in
                    withUnsafeCurrentTask { $0?.cancel() }
                    do throws(FormatError) {
                        try ModelFile.write(Model(Sample.box), to: file)
                        return nil
                    } catch { return error }
                }
                let error = await task.value
                #expect(error?.kind == .cancelled)
            }
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(left.isEmpty)
        }
    }

    @Test func `Far coordinates in text keep their digits, and floats get a note on their precision`() throws {
        let text = "v 500000.25 0 4000000\nv 500001 0 4000000\nv 500000 1 4000000\nf 1 2 3\n"
        let model = try read(text, "a.obj")
        #expect(model.origin == SIMD3(500_000, 0, 4_000_000))
        #expect(model.positions == [Vector3(0.25, 0, 0), Vector3(1, 0, 0), Vector3(0, 1, 0)])
        let far = TriangleMesh(positions: model.positions.map { $0 + Vector3(model.origin) }, indices: [0, 1, 2])
        let floats = try roundTrip(Model(far), "a.ply").model
        #expect(floats.notes.contains { $0.contains("4000000 m") && $0.contains("125 mm") })
    }

    @Test func `Progress runs from 0 to 1 and names the work`() throws {
        final class Log: @unchecked Sendable { var entries: [WorkProgress] = [] }
        let log = Log()
        let reporter = ProgressReporter { log.entries.append($0) }
        _ = try bytesWritten("a.ply") { try ModelFile.write(Model(Sample.surface(side: 300)), to: $0, progress: reporter) }
        #expect(!log.entries.isEmpty)
        #expect(log.entries.allSatisfy { (0...1).contains($0.fraction) && !$0.what.isEmpty })
        #expect(log.entries.map(\.fraction) == log.entries.map(\.fraction).sorted())
    }
}
