import Capture
import Geometry
import Images
import Work

/// One frame made ready for fusion: depth without readings that cannot be trusted, and a weight for each reading.
public struct FusionFrame: Sendable {
    var depthIntrinsics: CameraIntrinsics
    var colorIntrinsics: CameraIntrinsics
    /// World to camera.
    var worldToCamera: RigidTransform
    var cameraToWorld: RigidTransform
    /// Metres; 0 where there is no usable reading.
    var depth: [Float]
    /// Weight of each reading, 1 for a frontal one from a metre or nearer.
    var weight: [Float]
    /// sRGB with alpha; nil where the capture has no colour.
    var color: ColorImage?
    var farthest: Float

    /// Readings whose neighbour differs by more than this share of the depth are flying pixels between two surfaces.
    private static let jumpShare: Float = 0.04
    /// Looks flatter than this cosine say more about the sensor than about the surface.
    private static let grazing: Float = 0.1

    /// Makes several frames ready side by side.
    public static func prepare(_ frames: [Frame], maximumDepth: Float) -> [FusionFrame] {
        var result = [FusionFrame?](repeating: nil, count: frames.count)
        result.withUnsafeMutableBufferPointer { result in
            Parallel.forEach(frames.count) { i in result[i] = FusionFrame(frames[i], maximumDepth: maximumDepth) }
        }
        return result.compactMap { $0 }
    }

    /// - Parameter maximumDepth: metres; readings beyond it are left out.
    public init(_ frame: Frame, maximumDepth: Float) {
        // The loops go by the pictures' own sizes; a camera given for another size is scaled to them.
        depthIntrinsics = frame.depthIntrinsics.fitting(frame.depth.width, frame.depth.height)
        colorIntrinsics = frame.colorIntrinsics.fitting(
            frame.color?.width ?? frame.colorIntrinsics.width, frame.color?.height ?? frame.colorIntrinsics.height)
        cameraToWorld = frame.pose
        worldToCamera = frame.pose.inverse
        color = frame.color
        let (w, h) = (frame.depth.width, frame.depth.height)
        let camera = depthIntrinsics
        var depth = frame.depth.pixels
        var weight = [Float](repeating: 0, count: w * h)
        let confidence = frame.confidence.flatMap { $0.pixels.count == depth.count ? $0.pixels : nil }
        var farthest: Float = 0
        let raw = frame.depth.pixels
        let inverseFocal = Vector2(1 / depthIntrinsics.fx, 1 / depthIntrinsics.fy)
        raw.withUnsafeBufferPointer { raw in
            depth.withUnsafeMutableBufferPointer { depth in
                weight.withUnsafeMutableBufferPointer { weight in
                    for y in 0..<h {
                        let yn = (Float(y) - camera.cy) * inverseFocal.y
                        for x in 0..<w {
                            let i = y * w + x
                            let d = raw[i]
                            guard d > 0.05, d <= maximumDepth else {
                                depth[i] = 0
                                continue
                            }
                            let jump = Self.jumpShare * d
                            // Depth slope a pixel from whichever neighbours lie on the same surface; both sides missing: an edge.
                            let l = x > 0 ? raw[i - 1] : 0
                            let r = x + 1 < w ? raw[i + 1] : 0
                            let u = y > 0 ? raw[i - w] : 0
                            let b = y + 1 < h ? raw[i + w] : 0
                            let hasL = (l - d).magnitude < jump
                            let hasR = (r - d).magnitude < jump
                            let hasU = (u - d).magnitude < jump
                            let hasB = (b - d).magnitude < jump
                            guard hasL || hasR, hasU || hasB else {
                                depth[i] = 0
                                continue
                            }
                            let dx = hasL && hasR ? (r - l) * 0.5 : (hasR ? r - d : d - l)
                            let dy = hasU && hasB ? (b - u) * 0.5 : (hasB ? b - d : d - u)
                            // Normal of the depth map's graph in camera coordinates, against the direction of the look.
                            let xn = (Float(x) - camera.cx) * inverseFocal.x
                            let gx = dx / (d * inverseFocal.x)
                            let gy = dy / (d * inverseFocal.y)
                            let toward = 1 + gx * xn + gy * yn
                            let normalSquared = gx * gx + gy * gy + toward * toward
                            let lookSquared = xn * xn + yn * yn + 1
                            let cosine = 1 / (normalSquared * lookSquared).squareRoot()
                            guard cosine > Self.grazing else {
                                depth[i] = 0
                                continue
                            }
                            var value = cosine / max(1, d * d)
                            if let confidence {
                                let c = confidence[i]
                                if c == 0 {
                                    depth[i] = 0
                                    continue
                                }
                                if c == 1 { value *= 0.35 }
                            }
                            weight[i] = max(value, 1 / VoxelBlock.weightScale)
                            if d > farthest { farthest = d }
                        }
                    }
                }
            }
        }
        self.depth = depth
        self.weight = weight
        self.farthest = farthest
    }
}

extension CameraIntrinsics {
    fileprivate func fitting(_ w: Int, _ h: Int) -> CameraIntrinsics {
        w == width && h == height ? self : scaled(toWidth: w, height: h)
    }
}
