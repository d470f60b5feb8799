import CStereo
import Testing

/// The matching loops give the same bits on every vector unit.
struct StereoUnitTests {
    private static let width = 48
    private static let height = 40

    private func planes(_ unit: StereoUnit) -> [SIMD4<UInt32>] {
        let w = Self.width
        let h = Self.height
        let pad = Int(StereoPadding)
        func gray(_ x: Int, _ y: Int) -> UInt8 { UInt8(truncatingIfNeeded: (x &* 73 ^ y &* 151) &+ (x * y) / 7) }
        let stride = w + 2 * pad
        let padded = (0..<stride * (h + 2 * pad)).map { gray($0 % stride - pad, $0 / stride - pad) }
        let shifted = (0..<w * h).map { gray($0 % w + 2, $0 / w) }
        var quads = [UInt32](repeating: 0, count: w * h)
        StereoMakeQuads(shifted, Int32(w), Int32(h), Int32(w), Int32(w), &quads)
        var planes = [StereoPlane](repeating: StereoPlane(), count: w * h)
        padded.withUnsafeBufferPointer { padded in
            quads.withUnsafeBufferPointer { quads in
                var source = StereoSource()
                source.quads = quads.baseAddress
                source.width = Int32(w)
                source.height = Int32(h)
                source.stride = Int32(w)
                source.a = (1, 0, 0, 0, 1, 0, 0, 0, 1)
                source.t = (-4, 0.3, 0.01)
                withUnsafePointer(to: source) { source in
                    var view = StereoView()
                    view.pixels = padded.baseAddress! + pad * stride + pad
                    view.width = Int32(w)
                    view.height = Int32(h)
                    view.stride = Int32(stride)
                    view.fx = 40
                    view.fy = 40
                    view.cx = 24
                    view.cy = 20
                    view.sourceCount = 1
                    view.sources = source
                    view.minimumInverse = 0.2
                    view.maximumInverse = 2
                    view.pixelInverse = 0.25
                    view.noiseVariance = 1
                    view.similarity = 25
                    view.grazing = 0.12
                    StereoStart(unit, &view, 5, 6, 0, Int32(h), &planes)
                    for color: UInt32 in 0...1 {
                        var pass = StereoPass(
                            seed: 5, number: 1, color: color, explores: true, pixelChange: 1, normalChange: 0.5)
                        StereoSweep(unit, &view, &pass, 0, Int32(h), &planes)
                    }
                }
            }
        }
        return planes.map {
            SIMD4($0.inverse.bitPattern, $0.right.bitPattern, $0.down.bitPattern, $0.cost.bitPattern)
        }
    }

    @Test(.enabled(if: StereoUnitIsThere(StereoUnitAVX2))) func `AVX2 gives the bits of the baseline`() {
        let own = planes(StereoUnitBaseline)
        #expect(own == planes(StereoUnitAVX2))
        #expect(own.contains { Float(bitPattern: $0.w) < 0.2 })
    }

    /// Two labels, whose costs say little but at the left and right border; the image has an edge at column 20.
    private func labels(_ unit: StereoUnit) -> [UInt8] {
        let w = Self.width
        let h = Self.height
        let stride = Int(StereoMaxLabels)
        func aligned(_ count: Int) -> UnsafeMutablePointer<Float> {
            UnsafeMutableRawPointer.allocate(byteCount: count * 4, alignment: 64)
                .initializeMemory(as: Float.self, repeating: 0, count: count)
        }
        let costs = aligned(w * h * stride)
        let logs = aligned(w * h * stride)
        let messages = aligned(4 * w * h * stride)
        defer {
            costs.deallocate()
            logs.deallocate()
            messages.deallocate()
        }
        for k in 0..<w * h {
            let x = k % w
            // A little noise against the label that is right.
            let noise = Float((k &* 2_654_435_761) % 97) / 970
            costs[k * stride] = x == 0 ? 0 : x == w - 1 ? 1 : 0.3 + noise
            costs[k * stride + 1] = x == 0 ? 1 : x == w - 1 ? 0 : 0.35
            logs[k * stride + 1] = 1
        }
        let right = (0..<w * h).map { Float($0 % w == 20 ? 0.02 : 0.6) }
        let down = [Float](repeating: 0.6, count: w * h)
        var result = [UInt8](repeating: 9, count: w * h)
        right.withUnsafeBufferPointer { right in
            down.withUnsafeBufferPointer { down in
                var problem = StereoLabels(
                    width: Int32(w), height: Int32(h), labels: 2, costs: costs, logs: logs, right: right.baseAddress,
                    down: down.baseAddress, tolerance: 0.02)
                StereoLabel(unit, &problem, 8, messages, &result)
            }
        }
        return result
    }

    @Test func `labels change where the image has an edge`() {
        let found = labels(StereoUnitBaseline)
        #expect(found.indices.allSatisfy { found[$0] == ($0 % Self.width <= 20 ? 0 : 1) })
        if StereoUnitIsThere(StereoUnitAVX2) { #expect(labels(StereoUnitAVX2) == found) }
    }
}
