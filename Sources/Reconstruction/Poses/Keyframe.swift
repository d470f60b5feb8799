import Geometry

/// A keyframe as it is kept: its finest level packed into three bytes a pixel, so that an hour's walk fits into memory, and what is
/// asked of all keyframes all the time.
struct Keyframe: Sendable {
    /// Position in the capture.
    let index: Int
    let isUsable: Bool
    let thumbnail: [Float]
    /// The coarsest level.
    let coarse: PoseLevel

    private let width: Int
    private let height: Int
    private let camera: CameraIntrinsics
    /// Depth in steps of `step` metres, without the padding of rows; 0 where there is none.
    private let depth: [UInt16]
    private let step: Float
    private let brightness: [UInt8]

    init(_ frame: PoseFrame) {
        let level = frame.levels[0]
        index = frame.index
        isUsable = frame.isUsable
        thumbnail = frame.thumbnail
        coarse = frame.levels[frame.levels.count - 1]
        width = level.width
        height = level.height
        camera = level.camera
        let farthest = level.values[..<level.planeSize].max() ?? 0
        let unit = max(farthest, 1e-6) / 65535
        step = unit
        let bright = PoseLevel.Plane.brightness * level.planeSize
        var depth: [UInt16] = []
        var brightness: [UInt8] = []
        depth.reserveCapacity(level.width * level.height)
        brightness.reserveCapacity(level.width * level.height)
        for y in 0..<level.height {
            for i in y * level.stride..<y * level.stride + level.width {
                depth.append(UInt16(min(max(level.values[i] / unit + 0.5, 0), 65535)))
                brightness.append(UInt8(min(max(level.values[bright + i] * 255 + 0.5, 0), 255)))
            }
        }
        self.depth = depth
        self.brightness = brightness
    }

    /// The frame, as it was but for rounding: 0.1 mm at five metres.
    var unpacked: PoseFrame {
        var level = PoseLevel(width: width, height: height, camera: camera)
        let stride = level.stride
        let bright = PoseLevel.Plane.brightness * level.planeSize
        let width = self.width
        let height = self.height
        let step = self.step
        level.values.withUnsafeMutableBufferPointer { out in
            depth.withUnsafeBufferPointer { depth in
                brightness.withUnsafeBufferPointer { brightness in
                    for y in 0..<height {
                        for x in 0..<width {
                            out[y * stride + x] = Float(depth[y * width + x]) * step
                            out[bright + y * stride + x] = Float(brightness[y * width + x]) * (1 / 255)
                        }
                    }
                }
            }
        }
        level.findNormals()
        return PoseFrame(index: index, finest: level)
    }
}
