import Formats
import Foundation
import Geometry
import Testing

@Suite struct USDZTests {
    @Test func `The archive holds one stored layer that begins at a multiple of 64`() throws {
        for shape in [Model(Sample.full), Model(Sample.box), Model(Sample.cloud)] {
            let file = try bytesWritten("a.usdz") { try ModelFile.write(shape, to: $0) }
            func word(_ offset: Int) -> Int {
                file.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
            }
            func half(_ offset: Int) -> Int {
                file.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: offset, as: UInt16.self)) }
            }
            #expect(word(0) == 0x0403_4B50)
            #expect(half(8) == 0, "stored")
            let start = 30 + half(26) + half(28)
            #expect(start % 64 == 0)
            #expect(word(18) == word(22))
            let layer = String(decoding: file[start..<start + word(18)], as: UTF8.self)
            #expect(layer.hasPrefix("#usda 1.0\n") && layer.hasSuffix("}\n"))
            #expect(layer.contains("metersPerUnit = 1") && layer.contains("upAxis = \"Y\""))
            #expect(layer.filter { $0 == "{" }.count == layer.filter { $0 == "}" }.count)
            #expect(file.count == start + word(18) + 46 + half(26) + 22)
        }
    }

    @Test func `Colours in the layer are linear`() throws {
        let cloud = PointCloud(positions: [Vector3(1, 2, 3)], colors: [SRGB.toLinear(SIMD3(255, 128, 0))])
        let file = try bytesWritten("a.usdz") { try ModelFile.write(Model(cloud), to: $0) }
        #expect(String(decoding: file, as: UTF8.self).contains("(1, \(SRGB.linear[128]), 0)"))
    }
}
