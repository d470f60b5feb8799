import Capture
import Foundation
import Geometry
import TestSupport
import Testing

/// Real captures: that the conventions are right shows in surfaces which agree between frames and floors that lie flat.
struct RealCaptureTests {
    @Test(.enabled(if: TestData.has("rgbd-open3d-5frames"), "needs ../shared/data/rgbd-open3d-5frames"))
    func `depth of the Open3D frames agrees between cameras`() throws {
        let capture = try Capture.open(TestData.shared("rgbd-open3d-5frames"))
        #expect(capture.kind == "Open3D trajectory log" && capture.frameCount == 5)
        let difference = try medianDifference(of: capture.frame(at: 0), in: capture.frame(at: 4))
        #expect(difference < 0.008, "the median is \(difference) m")
    }

    @Test(.enabled(if: TestData.has("rgbd-office-hololens"), "needs ../shared/data/rgbd-office-hololens"))
    func `depth of the office agrees between cameras`() throws {
        let capture = try Capture.open(TestData.shared("rgbd-office-hololens"))
        #expect(capture.kind == "posed RGB-D folder" && capture.frameCount == 200 && capture.notes == [])
        for i in [0, 60, 150] {
            let difference = try medianDifference(of: capture.frame(at: i), in: capture.frame(at: i + 5))
            #expect(difference < 0.03, "frame \(i): the median is \(difference) m")
        }
        var path: Float = 0
        for i in 1..<200 {
            path += (try #require(capture.pose(at: i)).translation - (try #require(capture.pose(at: i - 1))).translation).length
        }
        #expect(abs(path - 15.5) < 0.5, "the camera's path is \(path) m long")
    }

    @Test(.enabled(if: TestData.has("rgbd-office-hololens"), "needs ../shared/data/rgbd-office-hololens"))
    func `the office's floor lies flat where it was measured`() throws {
        let capture = try Capture.open(TestData.shared("rgbd-office-hololens"))
        // Heights of surfaces that face straight up, in bins of 2 cm.
        var heights: [Int: Int] = [:]
        for i in stride(from: 0, to: 200, by: 20) {
            let frame = try capture.frame(at: i)
            func point(_ x: Int, _ y: Int) -> Vector3? {
                let depth = frame.depth[x, y]
                return depth > 0
                    ? frame.pose.apply(frame.depthIntrinsics.unproject(Vector2(Float(x), Float(y)), depth: depth)) : nil
            }
            for y in stride(from: 0, to: frame.depth.height - 8, by: 6) {
                for x in stride(from: 0, to: frame.depth.width - 8, by: 6) {
                    guard let a = point(x, y), let b = point(x + 8, y), let c = point(x, y + 8) else { continue }
                    if cross(c - a, b - a).normalized.y > 0.95 { heights[Int((a.y / 0.02).rounded(.down)), default: 0] += 1 }
                }
            }
        }
        let floor = try #require(heights.max { ($0.value, $0.key) < ($1.value, $1.key) })
        #expect(abs(Float(floor.key) * 0.02 + 0.01 - -1.56) < 0.05, "most upward surface lies at \(Float(floor.key) * 0.02) m")
        #expect(floor.value > 200)
    }

    @Test(.enabled(if: TestData.has("photos-fox"), "needs ../shared/data/photos-fox"))
    func `photos without depth open as such`() throws {
        let capture = try Capture.open(TestData.shared("photos-fox"))
        #expect(capture.frameCount == 50 && !capture.hasDepth && capture.hasPoses)
        #expect(capture.notes == ["listed frames whose photo is missing, left out: 17"])
        #expect(throws: CaptureError.self) { try capture.requireDepth() }
        // Phone photos: upright, and taken in a ring around the fox.
        for i in 0..<50 {
            let up = try #require(capture.pose(at: i)).rotation.rotate(Vector3(0, 1, 0))
            #expect(up.y > 0.8)
        }
    }

    /// The median distance along the view between the surface that `from` saw and that which `to` saw, in metres.
    private func medianDifference(of from: Frame, in to: Frame) throws -> Float {
        let toCamera = to.pose.inverse
        var differences: [Float] = []
        for y in stride(from: 0, to: from.depth.height, by: 3) {
            for x in stride(from: 0, to: from.depth.width, by: 3) where from.depth[x, y] > 0 {
                let point = from.pose.apply(from.depthIntrinsics.unproject(Vector2(Float(x), Float(y)), depth: from.depth[x, y]))
                let seen = toCamera.apply(point)
                guard let pixel = to.depthIntrinsics.project(seen) else { continue }
                let u = Int(pixel.x.rounded())
                let v = Int(pixel.y.rounded())
                guard (0..<to.depth.width).contains(u), (0..<to.depth.height).contains(v), to.depth[u, v] > 0 else { continue }
                differences.append(abs(-seen.z - to.depth[u, v]))
            }
        }
        #expect(differences.count > 1000)
        differences.sort()
        return try #require(differences.isEmpty ? nil : differences[differences.count / 2])
    }
}
