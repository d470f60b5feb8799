import SyntheticScenes
import Capture
import Foundation
import Geometry
import Images
import TestSupport
import Testing
import Support

/// One flat for all tests: making it takes a second or two.
enum DemoFlat {
    static let capture = DemoCapture()
    static let exact = DemoCapture(noise: false, drift: false)
}

private let demo = DemoFlat.capture
private let exact = DemoFlat.exact

/// FNV-1a over everything in a frame.
private func hash(_ frame: Frame) -> UInt64 {
    var h: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ x: UInt64) { h = (h ^ x) &* 0x100_0000_01b3 }
    for d in frame.depth.pixels { add(UInt64(d.bitPattern)) }
    for c in frame.confidence?.pixels ?? [] { add(UInt64(c)) }
    for p in frame.color?.pixels ?? [] { add(UInt64(p.x) | UInt64(p.y) << 8 | UInt64(p.z) << 16) }
    for v in [frame.pose.translation.x, frame.pose.translation.y, frame.pose.translation.z] { add(UInt64(v.bitPattern)) }
    return h
}

@Suite struct DemoCaptureTests {
    @Test func `the same seed gives the same bytes and another seed another flat`() throws {
        let again = DemoCapture()
        #expect(again.groundTruth == demo.groundTruth)
        for i in [0, 100] {
            let first = hash(try demo.capture.frame(at: i))
            #expect(hash(try again.capture.frame(at: i)) == first)
            // From several threads at once, in any order.
            Parallel.forEach(4) { _ in #expect((try? demo.capture.frame(at: i)).map(hash) == first) }
        }
        let other = DemoCapture(seed: 2, frameCount: 3)
        #expect(other.groundTruth != demo.groundTruth)
        #expect(other.groundTruth.flaw == nil)
    }

    @Test func `frames look like those of a phone`() throws {
        let capture = demo.capture
        #expect(capture.frameCount == 240)
        let frame = try capture.frame(at: 60)
        #expect(frame.depth.width == 256 && frame.depth.height == 192)
        #expect(frame.color?.width == 640 && frame.color?.height == 480)
        #expect(frame.colorIntrinsics.fx > 0.74 * 640 && frame.colorIntrinsics.fx < 0.81 * 640)
        #expect(frame.depthIntrinsics == frame.colorIntrinsics.scaled(toWidth: 256, height: 192))
        #expect(frame.timestamp == 6)
        #expect(frame.pose == capture.pose(at: 60))
        let confidence = try #require(frame.confidence)
        let sound = confidence.pixels.indices.allSatisfy { i in
            let d = frame.depth.pixels[i]
            return confidence.pixels[i] <= 2 && (d == 0 ? confidence.pixels[i] == 0 : d > 0.05 && d <= 5)
        }
        #expect(sound)
        // Most of what is near is trusted, edges are not.
        let counts = (0...2).map { level in confidence.pixels.count { $0 == level } }
        #expect(counts[2] > confidence.pixels.count / 3 && counts[1] > 500 && counts[0] > 200)
        // A real picture: neither dark nor washed out.
        let mean = frame.color!.pixels.reduce(0) { $0 + Double($1.y) } / Double(640 * 480)
        #expect(mean > 70 && mean < 220)
    }

    @Test func `depth without noise is the distance to the ground truth along the ray`() throws {
        let bvh = BVH(exact.groundTruth)
        for i in stride(from: 5, to: 240, by: 78) {
            let frame = try exact.capture.frame(at: i)
            #expect(frame.pose == exact.truePoses[i])
            var compared = 0
            for y in stride(from: 0, to: 192, by: 5) {
                for x in stride(from: 0, to: 256, by: 5) {
                    let direction = frame.pose.rotation.rotate(
                        frame.depthIntrinsics.unproject(Vector2(Float(x), Float(y)), depth: 1))
                    let hit = try #require(bvh.intersect(Ray(origin: frame.pose.translation, direction: direction)))
                    let depth = frame.depth[x, y]
                    if hit.t <= DemoCaptureTests.range {
                        // Rays that graze an edge may meet either side of it by rounding.
                        if abs(depth - hit.t) < 1e-4 * hit.t { compared += 1 }
                    } else {
                        #expect(depth == 0)
                    }
                }
            }
            #expect(compared > 1200)
        }
    }
    private static let range: Float = 5

    @Test func `noise grows with the square of the distance`() throws {
        // Errors against exact depth, by distance, away from edges.
        var sums = [Double](repeating: 0, count: 5)
        var squares = sums
        var counts = sums
        for i in stride(from: 0, to: 240, by: 15) {
            let noisy = try demo.capture.frame(at: i)
            let clean = try exact.capture.frame(at: i)
            for p in clean.depth.pixels.indices
            where noisy.confidence!.pixels[p] > 0 && noisy.depth.pixels[p] > 0 && clean.depth.pixels[p] > 0 {
                let bin = Int(clean.depth.pixels[p])
                let error = Double(noisy.depth.pixels[p] - clean.depth.pixels[p])
                let expected = 0.001 + 0.0025 * Double(clean.depth.pixels[p] * clean.depth.pixels[p])
                sums[bin] += error / expected
                squares[bin] += error / expected * error / expected
                counts[bin] += 1
            }
        }
        for bin in 0..<4 where counts[bin] > 20_000 {
            let mean = sums[bin] / counts[bin]
            let deviation = (squares[bin] / counts[bin] - mean * mean).squareRoot()
            #expect(abs(mean) < 0.15, "metre \(bin)")
            #expect(deviation > 0.85 && deviation < 1.15, "metre \(bin): \(deviation)")
        }
        #expect(counts[1] > 40_000 && counts[2] > 40_000)
    }

    @Test func `poses drift smoothly by one or two centimetres`() throws {
        let truth = demo.truePoses
        var last = 0.0
        var previous = Vector3(0, 0, 0)
        for i in truth.indices {
            let pose = try #require(demo.capture.pose(at: i))
            let shift = pose.translation - truth[i].translation
            let between = (pose.rotation * truth[i].rotation.inverse).vector
            #expect(shift.length < 0.02)
            #expect(2 * Vector3(between.x, between.y, between.z).length < 0.0045)
            #expect((shift - previous).length < 0.0012)
            previous = shift
            last = Double(shift.length)
        }
        #expect(demo.capture.pose(at: 0) == truth[0])
        #expect(last > 0.004)
        // No pose jumps either: a walking person.
        for (a, b) in zip(truth, truth.dropFirst()) { #expect((a.translation - b.translation).length < 0.15) }
    }

    @Test func `the camera keeps clear of walls and furniture`() {
        let bvh = BVH(demo.groundTruth)
        for pose in demo.truePoses {
            #expect(bvh.nearest(to: pose.translation, within: 0.3) == nil, "\(pose.translation)")
            #expect(pose.translation.y > 1.38 && pose.translation.y < 1.54)
        }
    }

    @Test func `dropped frames leave gaps and do not change the others`() throws {
        let gaps = DemoCapture(droppedFrames: true)
        #expect(gaps.capture.frameCount < 235 && gaps.capture.frameCount > 200)
        let i = 50
        let frame = try gaps.capture.frame(at: i)
        let timestamp = try #require(frame.timestamp)
        #expect(timestamp > Double(i) / 10)
        let same = try demo.capture.frame(at: Int((timestamp * 10).rounded()))
        #expect(same.depth == frame.depth && same.color == frame.color && same.pose == frame.pose)
    }
}
