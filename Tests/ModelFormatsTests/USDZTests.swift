import TestSupport
import ModelFormats
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
            let layer = file[start..<start + word(18)]
            #expect(layer.starts(with: Array("PXR-USDC".utf8)))
            #expect(UInt32(word(14)) == Self.checksum(layer))
            #expect(file.count == start + word(18) + 46 + half(26) + 22)
        }
    }

    /// As ISO 3309 defines it, bit by bit.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var c: UInt32 = .max
        for byte in bytes {
            c ^= UInt32(byte)
            for _ in 0..<8 { c = c & 1 == 1 ? 0xEDB8_8320 ^ (c >> 1) : c >> 1 }
        }
        return ~c
    }

    @Test func `Colours in the layer are linear`() throws {
        let color = SRGB.toLinear(SIMD3(255, 128, 0))
        let file = try bytesWritten("a.usdz") {
            try ModelFile.write(Model(PointCloud(positions: [Vector3(1, 2, 3)], colors: [color])), to: $0)
        }
        let triple = [Float(1), SRGB.linear[128], 0].flatMap { withUnsafeBytes(of: $0.bitPattern.littleEndian) { Array($0) } }
        #expect(Data(file).ranges(of: Data(triple)).count == 1)
        #expect(try file.withUnsafeBytes { try USDZ.read($0) }.colors == [color])
    }
}
