import Capture
import Geometry
import Images

/// Makes the finest level of a `PoseFrame`: depth and brightness averaged over squares of pixels.
struct FrameReduction {
    private let frame: Frame
    /// Edge of a square in depth pixels.
    private let factor: Int
    private let maximumDepth: Float
    private let camera: CameraIntrinsics
    private let width: Int
    private let height: Int

    init(_ frame: Frame, width: Int, maximumDepth: Float) {
        self.frame = frame
        self.maximumDepth = maximumDepth
        factor = max(1, (frame.depth.width + max(width, 8) - 1) / max(width, 8))
        self.width = frame.depth.width / factor
        height = frame.depth.height / factor
        let k = frame.depthIntrinsics
        let w = frame.depth.width
        let h = frame.depth.height
        let own = k.width == w && k.height == h ? k : k.scaled(toWidth: w, height: h)
        camera = own.reduced(by: factor, width: self.width, height: height)
    }

    func level() -> PoseLevel {
        var level = PoseLevel(width: width, height: height, camera: camera)
        guard camera.isValid else { return level }
        reduceDepth(&level)
        level.findNormals()
        reduceBrightness(&level)
        return level
    }

    /// The mean of the samples of each square that lie on the surface of its middle.
    private func reduceDepth(_ level: inout PoseLevel) {
        let w = frame.depth.width
        let f = factor
        let confidence = frame.confidence.flatMap { $0.pixels.count == frame.depth.pixels.count ? $0.pixels : nil } ?? []
        let trusted = !confidence.isEmpty
        let limit = maximumDepth
        let width = self.width
        let height = self.height
        let stride = level.stride
        frame.depth.pixels.withUnsafeBufferPointer { raw in
            confidence.withUnsafeBufferPointer { confidence in
                level.values.withUnsafeMutableBufferPointer { out in
                    @inline(__always)
                    func reading(_ i: Int) -> Float {
                        let d = raw[i]
                        return d > 0.05 && d <= limit && !(trusted && confidence[i] == 0) ? d : 0
                    }
                    for y in 0..<height {
                        for x in 0..<width {
                            let corner = y * f * w + x * f
                            var middle = reading(corner + (f / 2) * (w + 1))
                            if middle == 0 { middle = reading(corner) }
                            guard middle > 0 else { continue }
                            if f == 1 {
                                out[y * stride + x] = middle
                                continue
                            }
                            let jump = middle * PoseFrame.jumpShare
                            var sum = Float(0)
                            var count = Float(0)
                            for v in 0..<f {
                                for u in 0..<f {
                                    let d = reading(corner + v * w + u)
                                    let isNear = (d - middle).magnitude < jump
                                    sum += isNear ? d : 0
                                    count += isNear ? 1 : 0
                                }
                            }
                            // A square with few samples on one surface is an edge.
                            if count * 3 >= Float(f * f) { out[y * stride + x] = sum / count }
                        }
                    }
                }
            }
        }
    }

    /// The mean brightness of the colour pixels of each square.
    private func reduceBrightness(_ level: inout PoseLevel) {
        guard let color = frame.color, color.width > 0, color.height > 0 else { return }
        let given = frame.colorIntrinsics
        let q =
            given.width == color.width && given.height == color.height
            ? given : given.scaled(toWidth: color.width, height: color.height)
        guard q.isValid else { return }
        /// For each square along an axis its range of colour pixels: both cameras look along one axis from one point.
        func ranges(_ count: Int, k: (f: Float, c: Float), q: (f: Float, c: Float), limit: Int) -> [Range<Int>] {
            let scale = q.f / k.f
            return (0..<count).map { i in
                let middle = (Float(i) - k.c) * scale + q.c
                let low = min(max((middle - scale * 0.5 + 0.5).rounded(), -1e6), 1e6)
                let high = min(max((middle + scale * 0.5 + 0.5).rounded(), -1e6), 1e6)
                let start = min(max(Int(low), 0), limit - 1)
                return start..<min(max(Int(high), start + 1), limit)
            }
        }
        let columns = ranges(width, k: (camera.fx, camera.cx), q: (q.fx, q.cx), limit: color.width)
        let rows = ranges(height, k: (camera.fy, camera.cy), q: (q.fy, q.cy), limit: color.height)
        let base = PoseLevel.Plane.brightness * level.planeSize
        let w = color.width
        let stride = level.stride
        color.pixels.withUnsafeBufferPointer { pixels in
            level.values.withUnsafeMutableBufferPointer { out in
                for (y, row) in rows.enumerated() {
                    for (x, column) in columns.enumerated() {
                        var sum: UInt32 = 0
                        for v in row {
                            for u in column {
                                let p = pixels[v * w + u]
                                sum &+= UInt32(p.x) &* 77 &+ UInt32(p.y) &* 150 &+ UInt32(p.z) &* 29
                            }
                        }
                        out[base + y * stride + x] = Float(sum) / (Float(row.count * column.count) * 65280)
                    }
                }
            }
        }
    }
}
