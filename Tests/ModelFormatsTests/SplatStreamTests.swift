import Codecs
import Foundation
import Geometry
import ModelFormats
import Splats
import Support
import Testing

@Suite struct SplatStreamTests {
    /// Splats on a grid of SPZ's steps, so that they come back exactly; `count` sizes, small ones first.
    private static func cloud(_ count: Int, degree: Int = 0) -> SplatCloud {
        var cloud = SplatCloud(degree: degree)
        for i in 0..<count {
            cloud.positions.append(Vector3(Float(i % 64), Float(i / 64 % 64), Float(i / 4096)) / 16)
            cloud.rotations.append(.identity)
            cloud.scales.append(Vector3(repeating: exp(Float(i % 40) / 16 - 8)))
            cloud.opacities.append(Float(i % 5 + 1) / 5)
            cloud.harmonics += [Float](repeating: 0, count: 3 * cloud.coefficientCount)
        }
        return cloud
    }

    private static func written(_ cloud: SplatCloud, origin: SIMD3<Double> = .zero, isOrdered: Bool = false) throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("stream-\(UUID().uuidString).splats")
        defer { try? FileManager.default.removeItem(at: file) }
        try SplatStream.write(cloud, origin: origin, isOrdered: isOrdered, to: file)
        return Array(try Data(contentsOf: file))
    }

    private static func read(_ bytes: [UInt8]) throws -> (cloud: SplatCloud, origin: SIMD3<Double>) {
        let model = try bytes.withUnsafeBytes { (bytes) throws(FormatError) in try SplatStream.read(bytes) }
        guard case .splats(let cloud) = model.shape else { throw FormatError.unreadable("holds no splats") }
        return (cloud, model.origin)
    }

    @Test func `a stream holds what its parts hold, and the origin`() throws {
        let cloud = Self.cloud(20_000, degree: 1)
        let (back, origin) = try Self.read(try Self.written(cloud, origin: SIMD3(512_345, 310, -5_412_345), isOrdered: true))
        #expect(origin == SIMD3(512_345, 310, -5_412_345))
        #expect(back.count == 20_000 && back.degree == 1)
        #expect(back.positions == cloud.positions)
        #expect(zip(back.scales, cloud.scales).allSatisfy { abs($0.x / $1.x - 1) < 0.001 })
    }

    @Test func `opaque and large splats come first`() throws {
        let (back, _) = try Self.read(try Self.written(Self.cloud(2000)))
        let weights = (0..<back.count).map { back.opacities[$0] * back.scales[$0].x * back.scales[$0].y }
        #expect(zip(weights, weights.dropFirst()).allSatisfy { $1 <= $0 * 1.001 })
    }

    @Test func `the same splats give the same bytes`() throws {
        #expect(try Self.written(Self.cloud(3000)) == Self.written(Self.cloud(3000)))
    }

    @Test func `damaged streams are refused with the reason`() throws {
        let good = try Self.written(Self.cloud(100))
        func problem(_ bytes: [UInt8]) -> String? {
            do {
                _ = try Self.read(bytes)
                return nil
            } catch { return "\(error)" }
        }
        #expect(problem(good) == nil)
        #expect(problem(Array(good.prefix(40)))?.contains("truncated") == true)
        #expect(problem(Array(good.prefix(200)))?.contains("truncated") == true)
        #expect(problem([1] + good.dropFirst())?.contains("DSPL") == true)
        var bytes = good
        bytes[4] = 9
        #expect(problem(bytes)?.contains("version 9") == true)
        bytes = good
        bytes[12] = 2
        #expect(problem(bytes)?.contains("degree") == true)
        bytes = good
        bytes[8] = 50
        #expect(problem(bytes)?.contains("damaged") == true)
        bytes = good
        bytes[67] = 0x7F
        #expect(problem(bytes)?.contains("truncated") == true)
    }
}
