import Codecs
import ModelFormats
import Foundation
import Geometry
import TestSupport
import Testing
import Support

@Suite struct LASTests {
    /// Points of a bumpy hall of 40 m with colours that change slowly.
    static func hall(_ count: Int, colors: Bool = true) -> PointCloud {
        var random = SplitMix64(seed: 3)
        var cloud = PointCloud()
        for i in 0..<count {
            let t = Float(i) / Float(count)
            cloud.positions.append(Vector3(40 * t, random.normal() * 0.02, Float(i % 100) * 0.05 - 2))
            let c = UInt8(i / 64 & 255)
            if colors { cloud.colors.append(SRGB.toLinear(SIMD3(c, c &+ UInt8(i & 3), 255 - c))) }
        }
        return cloud
    }

    private func write(_ model: Model, compressed: Bool) throws -> [UInt8] {
        try bytesWritten { try LAS.write(model, to: $0, compressed: compressed) }
    }

    @Test(arguments: [true, false]) func `Points come back within the scale, colours exactly`(colors: Bool) throws {
        let cloud = Self.hall(120_001, colors: colors)
        let plain = try read(try write(Model(cloud), compressed: false), "a.las")
        let packed = try read(try write(Model(cloud), compressed: true), "a.laz")
        #expect(plain.cloud == packed.cloud)
        #expect(plain.positions.count == cloud.positions.count && plain.colors == cloud.colors)
        let worst = zip(plain.positions, cloud.positions).map { ($0 - $1).length }.max() ?? 1
        #expect(worst < 1e-5)
    }

    @Test func `Compressed points take a fraction of the bytes`() throws {
        let cloud = Self.hall(100_000)
        #expect(try write(Model(cloud), compressed: true).count * 3 < (try write(Model(cloud), compressed: false)).count)
    }

    @Test func `The header tells version, format, bounds and system as readers expect them`() throws {
        var model = Model(Sample.cloud)
        model.origin = SIMD3(412_345, 0, -5_412_345)
        model.crs = "PROJCS[\"somewhere\",UNIT[\"metre\",1]]"
        let bytes = try write(model, compressed: false)
        #expect(bytes[24] == 1 && bytes[25] == 4 && bytes[104] == 7 && bytes[6] == 17)
        func double(_ place: Int) -> Double { bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: Double.self) } }
        let box = [double(187), double(179), double(203), double(195), double(219), double(211)]
        let expected = [412_345.0, 412_346, 5_412_342, 5_412_345, 0, 2]
        #expect(zip(box, expected).allSatisfy { abs($0 - $1) < 1e-6 }, "\(box)")
        #expect(double(155) == 412_345 && double(163) == 5_412_342 && double(171) == 0)
        let again = try read(bytes, "a.las")
        #expect(again.crs == model.crs && again.origin == model.origin && again.positions == model.positions)
    }

    @Test func `Coordinates are in the unit of their system`() throws {
        var model = Model(Sample.cloud)
        model.crs = "PROJCS[\"x\",GEOGCS[\"g\",UNIT[\"degree\",0.0174]],UNIT[\"foot\",0.3048,AUTHORITY[\"EPSG\",\"9002\"]]]"
        let bytes = try write(model, compressed: false)
        let high = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 179, as: Double.self) }
        #expect(abs(high - 1 / 0.3048) < 1e-5)
        let again = try read(bytes, "a.las")
        #expect(zip(again.positions, model.positions).allSatisfy { ($0 - $1).length < 1e-5 })
    }

    @Test func `Colours keep sixteen bits`() throws {
        var cloud = PointCloud(positions: [Vector3(0, 0, 0), Vector3(1, 1, 1)])
        cloud.colors = [Vector3(0.1234, 0.00001, 0.9999), Vector3(0.5, 0, 1)]
        let again = try read(try write(Model(cloud), compressed: true), "a.laz")
        #expect(zip(again.colors, cloud.colors).allSatisfy { ($0 - $1).length < 3e-5 })
        #expect(try read(try write(again, compressed: true), "a.laz").colors == again.colors)
    }

    @Test func `A promise of more points than there are is refused before memory is taken`() throws {
        for compressed in [false, true] {
            var bytes = try write(Model(Sample.cloud), compressed: compressed)
            for k in 0..<7 { bytes[247 + k] = 0x7F }
            #expect(try #require(try refusal(bytes, "a.las")).contains("truncated"))
        }
    }

    @Test func `Points that lie apart too far for 32 bits are refused`() throws {
        let cloud = PointCloud(positions: [Vector3(0, 0, 0), Vector3(9e11, 0, 0)])
        #expect(throws: FormatError.self) { try write(Model(cloud), compressed: false) }
    }

    @Test func `Unknown compression is named`() throws {
        let bytes = try write(Model(Sample.cloud), compressed: true)
        // LASzip's record lies behind the header of 375 bytes and its own head of 54.
        for (place, value, expected) in [
            (375 + 54, UInt8(9), "unsupported compressor"), (375 + 54 + 2, 1, "unsupported coder"),
            (375 + 54 + 38, 1, "unsupported compression"),
        ] {
            var bad = bytes
            bad[place] = value
            let line = try #require(try refusal(bad, "a.laz"))
            #expect(line.contains(expected), "\(line)")
        }
    }

    @Test func `A point format that says other than the compression is refused`() throws {
        // Found by the fuzzer: colours in the chunks, none in the format.
        var bytes = try write(Model(Sample.cloud), compressed: true)
        bytes[104] = 0x86
        #expect(try #require(try refusal(bytes, "a.laz")).contains("other colours"))
        bytes = try write(Model(PointCloud(positions: Sample.cloud.positions)), compressed: true)
        bytes[104] = 0x87
        #expect(try refusal(bytes, "a.laz") != nil)
    }

    /// Points of LASzip 2 and COPC, which nothing here writes.
    static let foreign = ["foreign-formats/pdal/simple.laz", "foreign-formats/pdal/1.2-with-color.copc.laz"]

    @Test(.enabled(if: foreign.allSatisfy(TestData.has), "needs ../shared/data/foreign-formats"), arguments: foreign)
    func `Damaged files of other programs are read or refused`(name: String) throws {
        let bytes = try Array(Data(contentsOf: TestData.shared(name)))
        let damaged = TestData.bitFlips(of: bytes, count: 1000, seed: 21) + TestData.truncations(of: bytes, count: 300, seed: 22)
        for bytes in damaged {
            bytes.withUnsafeBytes { bytes in
                do throws(FormatError) {
                    let model = try LAS.read(bytes)
                    #expect(!model.positions.isEmpty && model.positions.count < 200_000)
                } catch { #expect(error.kind == .unreadable) }
            }
        }
    }
}
