import Capture
import Geometry
import Images

/// A frame made small for alignment: depth, normals and brightness at a few sizes, each half of the one before.
struct PoseFrame: Sendable {
    /// The finest first. Never empty.
    var levels: [PoseLevel]
    /// Position in the capture.
    var index: Int
    /// Share of the finest level's pixels that have depth and a normal, 0…1.
    var coverage: Double
    /// A blurred image of brightness and nearness with mean 0 and length 1, to find like views (Klein and Murray 2008).
    var thumbnail: [Float]

    /// Samples whose neighbour differs by more than this share of the depth belong to another surface.
    static let jumpShare: Float = 0.04

    /// Fewer pixels than this share say nothing of where the camera stands.
    var isUsable: Bool { coverage > 0.04 }

    /// - Parameters:
    ///   - width: the finest level has at most this many columns.
    ///   - maximumDepth: metres; samples beyond it are left out.
    init(_ frame: Frame, width: Int, maximumDepth: Float) {
        self.init(index: frame.index, finest: FrameReduction(frame, width: width, maximumDepth: maximumDepth).level())
    }

    init(index: Int, finest: PoseLevel) {
        levels = [finest]
        while levels.count < 4, let last = levels.last, last.width >= 48, last.height >= 36 { levels.append(last.halved()) }
        self.index = index
        coverage = levels[0].coverage
        thumbnail = levels[levels.count - 1].thumbnail()
    }
}

/// One size of a frame: planes of numbers, row by row, each row padded to a multiple of eight without samples.
struct PoseLevel: Sendable {
    let width: Int
    let height: Int
    /// Pixels from one row to the next.
    let stride: Int
    /// The camera at this size.
    let camera: CameraIntrinsics
    /// The planes, one behind the other, as `Plane` numbers them.
    var values: [Float]

    /// What the planes hold. A pixel without a sample has depth 0 and normal 0.
    enum Plane {
        /// Metres along the viewing axis.
        static let depth = 0
        /// The unit normal in camera coordinates, towards the camera: three planes.
        static let normal = 1
        /// Minus the scalar product of normal and point: the plane is n·p + offset = 0.
        static let offset = 4
        /// 0…1, from sRGB codes.
        static let brightness = 5
        static let count = 6
    }

    var planeSize: Int { stride * height }

    init(width: Int, height: Int, camera: CameraIntrinsics) {
        self.width = width
        self.height = height
        self.camera = camera
        stride = (width + 7) & ~7
        values = Array(repeating: 0, count: stride * height * Plane.count)
    }

    /// Share of the pixels that have a normal.
    var coverage: Double {
        let n = Plane.normal * planeSize
        let size = planeSize
        var count = 0
        values.withUnsafeBufferPointer { v in
            for i in 0..<size where v[n + i] != 0 || v[n + size + i] != 0 || v[n + 2 * size + i] != 0 { count += 1 }
        }
        return Double(count) / Double(max(width * height, 1))
    }

    /// The point seen at pixel (x, y) in camera coordinates, and its normal; nil where nothing was measured.
    func surface(_ x: Int, _ y: Int) -> (point: Vector3, normal: Vector3)? {
        let i = y * stride + x
        let size = planeSize
        let n = Vector3(values[size + i], values[2 * size + i], values[3 * size + i])
        guard n != Vector3(repeating: 0) else { return nil }
        return (camera.unproject(Vector2(Float(x), Float(y)), depth: values[i]), n)
    }

    /// The next coarser level: means of four pixels that lie on one surface.
    func halved() -> PoseLevel {
        let camera = self.camera.reduced(by: 2, width: width / 2, height: height / 2)
        var result = PoseLevel(width: width / 2, height: height / 2, camera: camera)
        let size = planeSize
        let half = result.planeSize
        let stride = self.stride
        let halfStride = result.stride
        values.withUnsafeBufferPointer { fine in
            result.values.withUnsafeMutableBufferPointer { coarse in
                for y in 0..<height / 2 {
                    for x in 0..<width / 2 {
                        let i = 2 * y * stride + 2 * x
                        let o = y * halfStride + x
                        let four = (i, i + 1, i + stride, i + stride + 1)
                        let b = Plane.brightness * size
                        coarse[Plane.brightness * half + o] =
                            (fine[b + four.0] + fine[b + four.1] + fine[b + four.2] + fine[b + four.3]) * 0.25
                        var depth = Float(0)
                        var count = Float(0)
                        var normal = Vector3(repeating: 0)
                        var first: Float = 0
                        func add(_ k: Int) {
                            let d = fine[k]
                            let n = Vector3(fine[size + k], fine[2 * size + k], fine[3 * size + k])
                            guard d > 0, n != Vector3(repeating: 0) else { return }
                            if first == 0 { first = d }
                            guard (d - first).magnitude < 2 * PoseFrame.jumpShare * first else { return }
                            depth += d
                            count += 1
                            normal += n
                        }
                        add(four.0)
                        add(four.1)
                        add(four.2)
                        add(four.3)
                        let length = normal.length
                        guard count > 0, length > 0.5 * count else { continue }
                        let n = normal / length
                        let d = depth / count
                        let p = camera.unproject(Vector2(Float(x), Float(y)), depth: d)
                        coarse[o] = d
                        coarse[half + o] = n.x
                        coarse[2 * half + o] = n.y
                        coarse[3 * half + o] = n.z
                        coarse[4 * half + o] = -dot(n, p)
                    }
                }
            }
        }
        return result
    }

    /// Brightness and nearness in 16 x 12 cells, each with mean 0, together of length 1.
    func thumbnail() -> [Float] {
        let columns = 16
        let rows = 12
        var cells = [Float](repeating: 0, count: 2 * columns * rows)
        var counts = [Float](repeating: 0, count: 2 * columns * rows)
        let brightness = Plane.brightness * planeSize
        for y in 0..<height {
            for x in 0..<width {
                let cell = y * rows / height * columns + x * columns / width
                cells[cell] += values[brightness + y * stride + x]
                counts[cell] += 1
                let d = values[y * stride + x]
                guard d > 0 else { continue }
                // Nearness rather than depth: what is far hardly changes when the camera moves.
                cells[columns * rows + cell] += 1 / (1 + d)
                counts[columns * rows + cell] += 1
            }
        }
        for part in [0..<columns * rows, columns * rows..<2 * columns * rows] {
            var sum = Float(0)
            var filled = Float(0)
            for i in part where counts[i] > 0 {
                cells[i] /= counts[i]
                sum += cells[i]
                filled += 1
            }
            var square: Float = 0
            for i in part {
                cells[i] = counts[i] > 0 ? cells[i] - sum / filled : 0
                square += cells[i] * cells[i]
            }
            let scale = square > 1e-6 ? (0.5 / square).squareRoot() : 0
            for i in part { cells[i] *= scale }
        }
        return cells
    }
}

extension CameraIntrinsics {
    /// The same camera with pixels `factor` times as large. Unlike `scaled`, a rest of columns or rows is cut off.
    func reduced(by factor: Int, width: Int, height: Int) -> CameraIntrinsics {
        let f = Float(factor)
        return CameraIntrinsics(
            width: width, height: height, fx: fx / f, fy: fy / f, cx: (cx + 0.5) / f - 0.5, cy: (cy + 0.5) / f - 0.5)
    }
}
