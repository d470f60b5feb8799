import CVoxels
import Capture
import Geometry
import Images
import Support

/// One frame made ready for fusion: depth without samples that cannot be trusted, and a weight for each sample.
public struct FusionFrame: Sendable {
    var depthIntrinsics: CameraIntrinsics
    var colorIntrinsics: CameraIntrinsics
    /// World to camera.
    var worldToCamera: RigidTransform
    var cameraToWorld: RigidTransform
    /// As `VoxelFrame.samples`, and some words more so that vectors may be written to the end.
    var samples: [UInt32]
    /// Metres a step of a sample's depth.
    var depthStep: Float
    /// sRGB with alpha; nil where the capture has no colour.
    var color: ColorImage?
    /// Metres; 0 where there is no usable sample.
    var farthest: Float

    /// Farther samples are not trusted, metres.
    private static let farthestOfAll: Float = 1000

    /// Makes several frames ready side by side.
    public static func prepare(_ frames: [Frame], maximumDepth: Float) -> [FusionFrame] {
        var result = [FusionFrame?](repeating: nil, count: frames.count)
        result.withUnsafeMutableBufferPointer { result in
            Parallel.forEach(frames.count) { i in result[i] = FusionFrame(frames[i], maximumDepth: maximumDepth) }
        }
        return result.compactMap { $0 }
    }

    /// - Parameters:
    ///   - frame: the frame as it was recorded.
    ///   - maximumDepth: metres; samples beyond it are left out.
    ///   - vectorUnit: has to be available.
    public init(_ frame: Frame, maximumDepth: Float, vectorUnit: VectorUnit = .best) {
        // The loops go by the images' own sizes; a camera given for another size is scaled to them.
        depthIntrinsics = frame.depthIntrinsics.fitting(frame.depth.width, frame.depth.height)
        colorIntrinsics = frame.colorIntrinsics.fitting(
            frame.color?.width ?? frame.colorIntrinsics.width, frame.color?.height ?? frame.colorIntrinsics.height)
        cameraToWorld = frame.pose
        worldToCamera = frame.pose.inverse
        color = frame.color.flatMap { $0.pixels.isEmpty ? nil : $0 }
        let maximumDepth = min(maximumDepth, Self.farthestOfAll)
        // A sample has 18 bits for its depth.
        depthStep = maximumDepth / 262_143
        (samples, farthest) = Self.weigh(
            frame, camera: depthIntrinsics, step: depthStep, maximumDepth: maximumDepth, unit: vectorUnit.unit)
    }

    /// Whether all samples lie where blocks of `blockSize` metres can be numbered; `reach` metres beyond them are looked at too.
    func isAddressable(blockSize: Float, reach: Float) -> Bool {
        let k = depthIntrinsics
        let x = max(k.cx.magnitude, (Float(k.width) - k.cx).magnitude) / k.fx
        let y = max(k.cy.magnitude, (Float(k.height) - k.cy).magnitude) / k.fy
        let length = (farthest + reach) * (x * x + y * y + 1).squareRoot()
        let t = cameraToWorld.translation
        let limit = Float(BlockCoordinate.limit - 2) * blockSize
        return cameraToWorld.isFinite
            && max(t.x.magnitude, t.y.magnitude, t.z.magnitude) + length < limit
    }

    /// The samples with their weights, and the farthest depth among them; see `VoxelsComputeWeights`.
    private static func weigh(
        _ frame: Frame, camera: CameraIntrinsics, step: Float, maximumDepth: Float, unit: VoxelUnit
    ) -> (samples: [UInt32], farthest: Float) {
        let width = frame.depth.width
        let height = frame.depth.height
        guard width > 0, height > 0 else { return ([], 0) }
        let confidence = frame.confidence.flatMap { $0.pixels.count == frame.depth.pixels.count ? $0.pixels : nil }
        let words = width * height + VoxelSampleSlack
        let room = width * VoxelWeightColumnBytes + VoxelWeightBytes
        var farthest: Float = 0
        var samples = DepthSampleArrays.take(words)
        samples.withUnsafeMutableBufferPointer { out in
            frame.depth.pixels.withUnsafeBufferPointer { depth in
                withOptionalBuffer(confidence) { confidence in
                    withUnsafeTemporaryAllocation(byteCount: room, alignment: 64) { room in
                        let picture = VoxelDepth(
                            width: Int32(width), height: Int32(height), fx: camera.fx, fy: camera.fy, cx: camera.cx, cy: camera.cy,
                            maximumDepth: maximumDepth, depth: depth.baseAddress, confidence: confidence)
                        farthest = withUnsafePointer(to: picture) {
                            VoxelsComputeWeights(
                                unit, $0, step, room.assumingMemoryBound(to: Float.self).baseAddress, out.baseAddress)
                        }
                    }
                }
            }
        }
        return (samples, farthest)
    }

    private static func withOptionalBuffer(_ bytes: [UInt8]?, _ body: (UnsafePointer<UInt8>?) -> Void) {
        guard let bytes else { return body(nil) }
        bytes.withUnsafeBufferPointer { body($0.baseAddress) }
    }
}

extension CameraIntrinsics {
    fileprivate func fitting(_ w: Int, _ h: Int) -> CameraIntrinsics {
        w == width && h == height ? self : scaled(toWidth: w, height: h)
    }
}
