import Codecs
import ModelFormats
import Foundation
import Geometry
import TestSupport
import Testing

@Suite struct FBXTests {
    private func written(_ model: Model, _ options: WriteOptions = WriteOptions()) throws -> [UInt8] {
        try bytesWritten("a.fbx") { try FBX.write(model, to: $0, options: options) }
    }

    @Test(arguments: [true, false]) func `A mesh comes back whole, packed or not`(compresses: Bool) throws {
        for mesh in [Sample.box, Sample.full, Sample.surface(side: 30)] {
            #expect(try read(written(Model(mesh), WriteOptions(compresses: compresses)), "a.fbx").mesh == mesh)
        }
    }

    @Test func `Records end where they say and the file ends as readers ask`() throws {
        let bytes = try written(Model(Sample.full))
        #expect(bytes.starts(with: Array("Kaydara FBX Binary  \u{0}\u{1A}\u{0}".utf8) + [0xE8, 0x1C, 0, 0]))
        #expect(
            bytes.suffix(16) == [0xF8, 0x5A, 0x8C, 0x6A, 0xDE, 0xF5, 0xD9, 0x7E, 0xEC, 0xE9, 0x0C, 0xE3, 0x75, 0x8F, 0x29, 0x0B])
        var place = 27
        var names: [String] = []
        while true {
            let end = bytes.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: place, as: UInt32.self)) }
            if end == 0 { break }
            #expect(end > place)
            names.append(String(decoding: bytes[place + 13..<place + 13 + Int(bytes[place + 12])], as: UTF8.self))
            place = end
        }
        #expect(names.contains("GlobalSettings") && names.contains("Objects") && names.contains("Connections"))
        // The version stands at a multiple of 16.
        #expect((bytes.count - 16 - 120 - 4) % 16 == 0)
    }

    @Test func `A texture is embedded`() throws {
        let model = TextureTests.model
        let again = try read(written(model), "a.fbx")
        #expect(again.texture?.width == model.texture?.width)
        #expect(areNear(again.mesh?.textureCoordinates ?? [], model.mesh?.textureCoordinates ?? []))
    }

    @Test func `Clouds, other versions and cut files are refused by name`() throws {
        #expect(throws: FormatError.self) { try written(Model(Sample.cloud)) }
        var old = try written(Model(Sample.box))
        old.replaceSubrange(23..<27, with: [0xA8, 0x16, 0, 0])
        #expect(try refusal(old, "a.fbx")?.contains("version 5.8") == true)
        #expect(try refusal("; FBX 7.3.0 project file\n", "a.fbx")?.contains("no points and no faces") == true)
        #expect(try refusal(Array(old.prefix(20)), "a.fbx")?.contains("truncated") == true)
    }

    @Test func `An array that promises more than its bytes can unpack to is refused`() throws {
        var bytes = try written(Model(Sample.full))
        let name = Array("Vertices".utf8)
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: name) }) + name.count
        #expect(bytes[place] == UInt8(ascii: "d"))
        bytes.replaceSubrange(place + 1..<place + 5, with: [0xFF, 0xFF, 0xFF, 0x0F])
        #expect(try refusal(bytes, "a.fbx")?.isOneClearLine(about: "a.fbx") == true)
    }
}
