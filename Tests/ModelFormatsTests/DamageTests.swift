import Codecs
import ModelFormats
import Foundation
import Geometry
import TestSupport
import Testing

/// Small valid files of every kind that is read, and what damage does to them: an error or a model, never a trap or a hang.
@Suite struct DamageTests {
    struct Subject: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        var testDescription: String { name }
    }

    static let subjects: [Subject] = {
        var list: [Subject] = []
        func add(_ name: String, _ write: (URL) throws -> Void) {
            if let bytes = try? bytesWritten(name, write) { list.append(Subject(name: name, bytes: bytes)) }
        }
        for encoding in PLY.Encoding.allCases {
            add("\(encoding).ply") { try PLY.write(Model(Sample.full), to: $0, encoding: encoding) }
        }
        for encoding in STL.Encoding.allCases {
            add("\(encoding).stl") { try STL.write(Model(Sample.box), to: $0, encoding: encoding) }
        }
        add("full.obj") { try OBJ.write(Model(Sample.full), to: $0) }
        add("full.glb") { try GLB.write(Model(Sample.full), to: $0) }
        add("cloud.glb") { try GLB.write(Model(Sample.cloud), to: $0) }
        // The JSON alone: its buffer is missing wherever it is read from memory.
        add("full.gltf") { try GLTF.write(Model(Sample.full), to: $0) }
        add("packed.fbx") { try FBX.write(Model(Sample.full), to: $0) }
        add("plain.fbx") { try FBX.write(Model(Sample.full), to: $0, options: WriteOptions(compresses: false)) }
        add("full.dae") { try DAE.write(Model(Sample.full), to: $0) }
        add("full.usdz") { try USDZ.write(Model(Sample.full), to: $0) }
        list.append(Subject(name: "text.usdz", bytes: USDZReadTests.archive([("a.usda", USDZReadTests.square)])))
        if let name = USDZReadTests.binary {
            list.append(Subject(name: "binary.usdz", bytes: (try? Array(Data(contentsOf: TestData.shared(name)))) ?? []))
        }
        for encoding in PCD.Encoding.allCases {
            add("\(encoding).pcd") { try PCD.write(Model(Sample.cloud), to: $0, encoding: encoding) }
        }
        add("cloud.xyz") { try XYZ.write(Model(Sample.cloud), to: $0) }
        add("cloud.pts") { try PTS.write(Model(Sample.cloud), to: $0) }
        add("cloud.las") { try LAS.write(Model(Sample.cloud), to: $0, compressed: false) }
        add("cloud.laz") { try LAS.write(Model(Sample.surface(side: 12)), to: $0, compressed: true) }
        add("cloud.e57") { try E57.write(Model(Sample.surface(side: 5)), to: $0) }
        return list
    }()

    /// Reads damaged bytes straight from memory, as a file of this kind.
    private func attempt(_ bytes: [UInt8], _ name: String) -> Result<Model, FormatError> {
        bytes.withUnsafeBytes { bytes in
            do throws(FormatError) {
                switch name.split(separator: ".").last {
                case "ply": return .success(try PLY.read(bytes))
                case "stl": return .success(try STL.read(bytes))
                case "obj": return .success(try OBJ.read(bytes))
                case "gltf": return .success(try GLTF.read(bytes))
                case "fbx": return .success(try FBX.read(bytes))
                case "dae": return .success(try DAE.read(bytes))
                case "usdz": return .success(try USDZ.read(bytes))
                case "pcd": return .success(try PCD.read(bytes))
                case "xyz": return .success(try XYZ.read(bytes))
                case "pts": return .success(try PTS.read(bytes))
                case "las", "laz": return .success(try LAS.read(bytes))
                // Checksums would refuse all damage before it is met.
                case "e57": return .success(try E57.read(bytes, checksums: .ignored))
                default: return .success(try GLB.read(bytes))
                }
            } catch { return .failure(error) }
        }
    }

    private func check(_ bytes: [UInt8], _ name: String) {
        switch attempt(bytes, name) {
        case .success(let model):
            #expect(!model.positions.isEmpty)
            if let mesh = model.mesh { #expect(mesh.flaw == nil) }
        case .failure(let error):
            #expect(error.kind == .unreadable)
            #expect(!error.description.contains("\n") && error.description.count > 7)
        }
    }

    @Test func `Every kind is there`() { #expect(Self.subjects.count == 22 + (USDZReadTests.binary == nil ? 0 : 1)) }

    @Test(arguments: subjects) func `A file cut anywhere is read or refused`(subject: Subject) {
        // Every length: all structural boundaries are among them.
        for length in 0..<subject.bytes.count { check(Array(subject.bytes[..<length]), subject.name) }
    }

    @Test(arguments: subjects) func `A thousand times flipped bits are read or refused`(subject: Subject) {
        for damaged in TestData.bitFlips(of: subject.bytes, count: 1000, seed: 11) { check(damaged, subject.name) }
    }

    @Test(arguments: subjects) func `Numbers replaced by extreme ones are read or refused`(subject: Subject) {
        let extremes: [[UInt8]] = [
            [0xFF, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0x7F], [0, 0, 0, 0x80], [0, 0, 0x80, 0x7F], Array("9999".utf8),
            Array("-1.0".utf8),
            Array("1e99".utf8),
        ]
        for place in stride(from: 0, to: subject.bytes.count - 4, by: 3) {
            for extreme in extremes {
                var copy = subject.bytes
                copy.replaceSubrange(place..<place + 4, with: extreme)
                check(copy, subject.name)
            }
        }
    }
}
