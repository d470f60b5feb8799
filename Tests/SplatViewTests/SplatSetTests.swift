import SplatView
import Testing

/// A decompressed SPZ file of version 3.
private struct File {
    var positions: [SIMD3<Int32>]
    var alphas: [UInt8]
    var colors: [UInt8]
    var scales: [UInt8]
    var rotation: UInt32 = 3 << 30
    var degree: UInt8 = 0
    var bands: [UInt8] = []

    /// Splats at these points in metres, opaque, all sizes alike.
    init(_ points: [SIMD3<Float>], alpha: UInt8 = 255, size: UInt8 = 96) {
        positions = points.map { SIMD3<Int32>($0 * 4096) }
        alphas = points.map { _ in alpha }
        colors = points.indices.flatMap { [UInt8(truncatingIfNeeded: $0), 2, 3] }
        scales = points.flatMap { _ in [size, size, size] }
    }

    var bytes: [UInt8] {
        func word(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        var bytes = word(0x5053_474E) + word(3) + word(UInt32(positions.count)) + [degree, 12, 0, 0]
        for position in positions {
            for axis in 0..<3 { bytes += word(UInt32(bitPattern: position[axis])).prefix(3) }
        }
        bytes += alphas + colors + scales
        for _ in positions { bytes += word(rotation) }
        return bytes + bands
    }
}

private func add(_ bytes: [UInt8], to set: SplatSet, first: Int = 0, limit: Int = 1 << 14) throws(SplatDecodingError) -> Int {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 4)
    defer { copy.deallocate() }
    copy.copyBytes(from: bytes)
    return try set.add(UnsafeRawPointer(copy.baseAddress!), size: bytes.count, first: first, limit: limit)
}

private func set(_ points: [SIMD3<Float>], alpha: UInt8 = 255, size: UInt8 = 96) throws -> SplatSet {
    let set = SplatSet(capacity: max(points.count, 1), degree: 0)
    let bytes = File(points, alpha: alpha, size: size).bytes
    while set.count < points.count { _ = try add(bytes, to: set, first: set.count) }
    return set
}

private let forward = SplatSet.View(depth: SIMD4(0, 0, -1, 0), near: 0.1, isPerspective: true)

@Suite struct SplatSetTests {
    @Test func `splats arrive in pieces and as texels`() throws {
        let points = (0..<5).map { SIMD3<Float>(Float($0), -2.5, 0.25) }
        let set = SplatSet(capacity: 5, degree: 0)
        let bytes = File(points).bytes
        #expect(try add(bytes, to: set, limit: 2) == 2)
        #expect(try add(bytes, to: set, first: 2) == 3)
        #expect(set.count == 5)
        #expect(set.lower == SIMD3(0, -2.5, 0.25) && set.upper == SIMD3(4, -2.5, 0.25))
        // The second piece: three places, then three pairs.
        #expect(Float(bitPattern: set.texels[4]) == 3 && Float(bitPattern: set.texels[5]) == -2.5)
        #expect(set.texels[7] == 0xFF03_0203)
        #expect(set.texels[12] == 3 << 30 && set.texels[13] == 0x0060_6060)
    }

    @Test func `harmonics are filled up to whole texels`() throws {
        var file = File([SIMD3(0, 0, 0), SIMD3(1, 0, 0)])
        file.degree = 1
        file.bands = (0..<18).map { UInt8($0 + 1) }
        let set = SplatSet(capacity: 2, degree: 1)
        #expect(try add(file.bytes, to: set) == 2)
        let bands = UnsafeRawBufferPointer(start: set.texels + 12, count: 32)
        #expect(
            Array(bands) == [1, 2, 3, 4, 5, 6, 7, 8, 9] + [UInt8](repeating: 0, count: 7) + (10...18)
                + [UInt8](repeating: 0, count: 7))
    }

    @Test func `damaged files are refused by name`() throws {
        let set = SplatSet(capacity: 2, degree: 0)
        let good = File([SIMD3(0, 0, 0), SIMD3(1, 0, 0)]).bytes
        #expect(throws: SplatDecodingError.truncated) { try add(Array(good.prefix(10)), to: set) }
        #expect(throws: SplatDecodingError.truncated) { try add(Array(good.dropLast()), to: set) }
        #expect(throws: SplatDecodingError.notSPZ) { try add([1] + good.dropFirst(), to: set) }
        var bytes = good
        bytes[4] = 2
        #expect(throws: SplatDecodingError.unknownVersion) { try add(bytes, to: set) }
        bytes = good
        bytes[12] = 1
        #expect(throws: SplatDecodingError.truncated) { try add(bytes, to: set) }
        bytes += [UInt8](repeating: 0, count: 18)
        #expect(throws: SplatDecodingError.otherDegree) { try add(bytes, to: set) }
        bytes = good
        bytes[11] = 0x7F
        #expect(throws: SplatDecodingError.truncated) { try add(bytes, to: set) }
        #expect(throws: SplatDecodingError.tooMany) { try add(good, to: set, first: 3) }
        #expect(set.count == 0)
    }

    @Test func `the farthest splat is drawn first, those behind the camera not at all`() throws {
        let set = try set([-1, -5, 2, -3, 0, -0.5].map { SIMD3(0, 0, $0) })
        #expect(set.sort(forward) == 4)
        #expect((0..<4).map { set.order[$0] } == [1, 3, 0, 5])
    }

    @Test func `equal depths keep their order`() throws {
        let set = try set((0..<9).map { SIMD3(Float($0), 0, -2) } + [SIMD3(0, 0, -3)])
        #expect(set.sort(forward) == 10)
        #expect((0..<10).map { set.order[$0] } == [9, 0, 1, 2, 3, 4, 5, 6, 7, 8])
    }

    @Test(arguments: [true, false])
    func `any view is ordered within the steps of sixteen bits`(isPerspective: Bool) throws {
        var state: UInt32 = 7
        func random() -> Float {
            state = state &* 1_664_525 &+ 1_013_904_223
            return Float(state >> 8) / Float(1 << 24)
        }
        // On the grid of SPZ files.
        func coordinate(_ size: Float) -> Float { (random() * size * 4096).rounded() / 4096 }
        let points = (0..<20_001).map { _ in SIMD3(coordinate(40) - 20, coordinate(4), coordinate(40) - 20) }
        let set = try set(points)
        let axis = SIMD3<Float>(0.36, 0.48, -0.8)
        let view = SplatSet.View(depth: SIMD4(axis, 1), near: isPerspective ? 0.2 : -100, isPerspective: isPerspective)
        func depth(_ i: Int) -> Float { (points[i] * axis).sum() + 1 }
        let drawn = set.sort(view)
        let order = (0..<drawn).map { Int(set.order[$0]) }
        let expected = points.indices.filter { depth($0) >= view.near }
        #expect(abs(order.count - expected.count) < 3)
        #expect(Set(order).count == drawn)
        let depths = order.map(depth)
        // A step of a perspective view is a fraction of the depth.
        let faults = zip(depths, depths.dropFirst()).filter { $1 > $0 + (isPerspective ? 2.5e-4 * $0 : 1e-3) }
        #expect(faults.isEmpty)
    }

    @Test func `a ray meets the splat that takes half of the light`() throws {
        // e^(96/16 − 10) metres: 1.8 cm.
        let set = try set([-3, -2, -1].map { SIMD3(0, 0, $0) }, alpha: 102)
        let ray = SplatRay(origin: .zero, direction: SIMD3(0, 0, -1), pixel: 0, cut: .infinity)
        let hit = try #require(set.pick(ray))
        // 0.4 each: 0.6, then 0.36 of the light is left.
        #expect(hit.splat == 1)
        #expect(abs(hit.distance - 2) < 1e-4 && abs(hit.point.z + 2) < 1e-4)
        #expect(abs(hit.normal.z - 1) < 1e-4 || abs(hit.normal.x) + abs(hit.normal.y) > 0.99)
        var aside = ray
        aside.direction = SIMD3(0.1, 0, -0.995)
        #expect(set.pick(aside) == nil)
        var low = ray
        low.cut = -0.1
        #expect(set.pick(low) == nil)
    }

    @Test func `a splat thinner than a pixel is met within the pixel`() throws {
        let set = try set([SIMD3(0, 0, -10)], size: 20)
        let ray = SplatRay(origin: SIMD3(0.004, 0, 0), direction: SIMD3(0, 0, -1), pixel: 0, cut: .infinity)
        #expect(set.pick(ray) == nil)
        var wide = ray
        wide.pixel = 0.001
        #expect(set.pick(wide) != nil)
    }
}
