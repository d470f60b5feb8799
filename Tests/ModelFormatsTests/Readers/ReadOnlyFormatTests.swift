import Codecs
import Foundation
import Geometry
import ModelFormats
import Models
import TestSupport
import Testing

/// What the formats that are read and not written have in common: refusal of writing, damage, foreign files.
@Suite struct ReadOnlyFormatTests {
    private static let formats = ModelFormat.allCases.filter { !$0.isWritten }

    @Test(arguments: formats) func `Writing is refused in one line that names what is written`(format: ModelFormat) throws {
        try TestData.withTemporaryFolder { folder in
            let name = "a.\(format.fileExtension)"
            let file = folder.appendingPathComponent(name)
            var lines: [String] = []
            do { try ModelFile.write(Model(Sample.box), to: file) } catch { lines.append("\(error)") }
            do { try SceneFile.write(SceneSample.furniture, to: file) } catch { lines.append("\(error)") }
            #expect(lines.count == 2)
            for line in lines {
                #expect(
                    line.isOneClearLine(about: name) && line.contains("\(format.rawValue.uppercased()) files are read, not written")
                )
                #expect(line.contains("glb") && !line.contains("3ds,"))
            }
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }
        #expect(format.isScene && format.features.isEmpty && ModelFormat.list.contains(format.rawValue))
        #expect(!ModelFormat.written.contains(format))
    }

    // MARK: Damage

    struct Subject: Sendable, CustomTestStringConvertible {
        let format: ModelFormat
        let bytes: [UInt8]
        var testDescription: String { "\(format) of \(bytes.count) bytes" }
    }

    static let subjects: [Subject] = [
        Subject(
            format: .off,
            bytes: Array(
                ("STCNOFF\n3 2 0\n0 0 0 0 0 1 255 0 0 255 0 0\n1 0 0 0 0 1 0 255 0 255 1 0\n0 1 0 0 0 1 0 0 255 "
                    + "128 0 1\n3 0 1 2 255 0 0\n2 0 1\n").utf8)),
        Subject(format: .threeMF, bytes: ThreeMFTests.package(ThreeMFTests.object)),
        Subject(format: .threeDS, bytes: ThreeDSTests.full),
        Subject(
            format: .x3d,
            bytes: Array(
                X3DTests.document("<Transform rotation=\"0 1 0 1\">\(X3DTests.square)<Shape><Sphere/></Shape></Transform>").utf8)),
        Subject(format: .x3d, bytes: Array(X3DTests.classic.utf8)),
        Subject(
            format: .dxf,
            bytes: Array(
                DXFModelTests.file(
                    DXFModelTests.face() + "0 INSERT|8 0|2 A|10 1|20 0|30 0|41 2|0 LWPOLYLINE|8 0|70 1|10 0|20 0|42 1|10 2|20 0|",
                    header: "9 $INSUNITS|70 4|", tables: DXFModelTests.layers,
                    blocks: "0 BLOCK|2 A|10 1|20 0|30 0|\(DXFModelTests.face())0 ENDBLK|"
                ).utf8)),
        Subject(format: .dxf, bytes: DXFModelTests.binary(DXFModelTests.file(DXFModelTests.face()), isShort: false)),
    ]

    private func check(_ bytes: [UInt8], _ format: ModelFormat) {
        bytes.withUnsafeBytes { bytes in
            do throws(FormatError) {
                let scene =
                    switch format {
                    case .off: try OFF.readScene(bytes)
                    case .threeMF: try ThreeMF.readScene(bytes)
                    case .threeDS: try ThreeDS.readScene(bytes)
                    case .x3d: try X3D.readScene(bytes)
                    default: try DXFModel.readScene(bytes)
                    }
                #expect(scene.flaw == nil)
                _ = ScenePose(scene, animation: 0, at: 0.3)
            } catch {
                #expect(error.kind == .unreadable && !error.description.contains("\n") && error.description.count > 7)
            }
        }
    }

    @Test(arguments: subjects) func `Files cut anywhere are read or refused`(subject: Subject) {
        for length in 0..<subject.bytes.count { check(Array(subject.bytes[..<length]), subject.format) }
    }

    @Test(arguments: subjects) func `Flipped bits are read or refused`(subject: Subject) {
        for damaged in TestData.bitFlips(of: subject.bytes, count: 1500, seed: 5) { check(damaged, subject.format) }
    }

    @Test(arguments: subjects) func `Numbers replaced by extreme ones are read or refused`(subject: Subject) {
        let extremes: [[UInt8]] = [
            [0xFF, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0x7F], Array("9999".utf8), Array("-1e9".utf8), Array("1e99".utf8),
        ]
        for place in stride(from: 0, to: subject.bytes.count - 4, by: 3) {
            for extreme in extremes {
                var copy = subject.bytes
                copy.replaceSubrange(place..<place + 4, with: extreme)
                check(copy, subject.format)
            }
        }
    }

    /// Damage to the model's XML inside a package whose check sums are right.
    @Test func `Damaged models in whole packages are read or refused`() {
        let text = Array(ThreeMFTests.model(ThreeMFTests.object).utf8)
        for damaged in TestData.bitFlips(of: text, count: 800, seed: 6) + TestData.truncations(of: text, count: 100) {
            let content = String(decoding: damaged.map { $0 & 0x7F }, as: UTF8.self)
            check(USDZReadTests.archiveWithChecksums([("3D/a.model", content)]), .threeMF)
        }
    }
}
