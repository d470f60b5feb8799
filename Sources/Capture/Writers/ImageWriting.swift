import Geometry
import Images
import Support

/// What a writer keeps of each frame for the files that tell of all of them.
struct WrittenFrame: Sendable {
    /// Its position among the written frames, from 0.
    var number = 0
    /// Seconds; where the capture does not say, 30 frames a second.
    var timestamp: Double
    var pose: RigidTransform
    /// The colour images' camera.
    var intrinsics: CameraIntrinsics
    var depthIntrinsics: CameraIntrinsics
    var hasDepth: Bool
    var hasColor: Bool
    var hasConfidence: Bool

    init(_ frame: Frame) {
        timestamp = frame.timestamp ?? Double(frame.index) / 30
        pose = frame.pose
        intrinsics = frame.colorIntrinsics
        depthIntrinsics = frame.depthIntrinsics
        hasDepth = frame.depth.width > 0
        hasColor = frame.color != nil
        hasConfidence = frame.confidence != nil
    }

    /// Whether depth shows the colour camera's view scaled, which is all that most layouts can say.
    var depthIsScaledColor: Bool {
        guard hasDepth else { return true }
        let scaled = intrinsics.scaled(toWidth: depthIntrinsics.width, height: depthIntrinsics.height)
        let k = depthIntrinsics
        return [scaled.fx - k.fx, scaled.fy - k.fy, scaled.cx - k.cx, scaled.cy - k.cy].allSatisfy { abs($0) < 0.5 }
    }
}

/// Where a layout keeps a frame's images, by paths from its folder; nil for what it does not hold.
struct ImagePaths {
    var depth: String?
    var color: String?
    var confidence: String?
}

/// How a layout's images are encoded.
struct ImageEncoding: Sendable {
    /// Colour as PNG, which loses nothing, or as JPEG.
    var isColorPNG = false
    var depth: @Sendable (Frame) throws -> [UInt8] = { try $0.depthPNG() }
    var holdsConfidence = true
    /// Whether a depth image may have a camera of its own.
    var holdsDepthCamera = false
    /// Layouts that name images by their times need these to be at least so many seconds apart; frames too near are moved on.
    var timeStep = 0.0
}

extension CaptureTarget {
    /// Writes all frames' images.
    /// - Returns: the frames that were written, and notes on the others.
    func writeImages(
        of capture: Capture, _ encoding: ImageEncoding = ImageEncoding(), progress: ProgressReporter,
        paths: (WrittenFrame) -> ImagePaths
    ) throws -> (frames: [WrittenFrame], notes: [String]) {
        struct Encoded: Sendable {
            var frame: WrittenFrame
            var depth: [UInt8]?
            var color: [UInt8]?
            var confidence: [UInt8]?
        }
        var frames: [WrittenFrame] = []
        var notes = try FrameStream.run(
            capture, progress: progress,
            encode: { frame in
                let written = WrittenFrame(frame)
                return Encoded(
                    frame: written, depth: written.hasDepth ? try encoding.depth(frame) : nil,
                    color: encoding.isColorPNG ? try frame.colorPNG() : try frame.colorJPEG(),
                    confidence: encoding.holdsConfidence ? try frame.confidencePNG() : nil)
            },
            write: { number, encoded in
                var frame = encoded.frame
                frame.number = number
                if encoding.timeStep > 0, let last = frames.last {
                    frame.timestamp = max(frame.timestamp, last.timestamp + encoding.timeStep)
                }
                let paths = paths(frame)
                for (path, bytes) in [
                    (paths.depth, encoded.depth), (paths.color, encoded.color), (paths.confidence, encoded.confidence),
                ] {
                    if let path, let bytes { try write(bytes, path) }
                }
                frames.append(frame)
            })
        if !encoding.holdsConfidence, frames.contains(where: \.hasConfidence) {
            notes.append("confidence is not kept in this layout")
        }
        if !encoding.holdsDepthCamera, !frames.allSatisfy(\.depthIsScaledColor) {
            notes.append("depth has a camera of its own, which this layout can't hold")
        }
        return (frames, notes)
    }

    /// - Throws: `CaptureError` where the capture lacks what the layout can't do without.
    func require(_ capture: Capture, depth: Bool, poses: Bool, _ kind: String) throws(CaptureError) {
        if depth && !capture.hasDepth { throw CaptureError(folder, "\(kind) needs depth, and this capture has none") }
        if poses && !capture.hasPoses { throw CaptureError(folder, "\(kind) needs camera poses, and this capture has none") }
    }
}

extension Frame {
    /// The colour image as PNG; nil where the frame has none.
    func colorPNG() throws(CaptureError) -> [UInt8]? {
        guard let color else { return nil }
        do { return try PNG.encode(color) } catch { throw CaptureError(path: "frame \(index)", error.problem) }
    }
}

extension WorldAxes {
    /// A direction or point of Diorama's world in the layout's: what undoes `turn`.
    func turnBack(_ v: Vector3) -> Vector3 {
        switch self {
        case .yUp: v
        case .zUp: Vector3(v.x, 0 - v.z, v.y)
        case .firstCamera: Vector3(v.x, 0 - v.y, 0 - v.z)
        }
    }
}

extension RigidTransform {
    /// The pose as a layout has it: three rows of a camera-to-world matrix.
    func rows(camera: CameraAxes, world: WorldAxes) -> [[Float]] {
        let (x, y, z) = rotation.matrix.columns
        let sign: Float = camera == .openCV ? -1 : 1
        let columns = [x, y * sign, z * sign, translation].map(world.turnBack)
        return [columns.map(\.x), columns.map(\.y), columns.map(\.z)]
    }

    /// The pose in a layout's axes.
    func turned(camera: CameraAxes, world: WorldAxes) -> RigidTransform {
        let r = rows(camera: camera, world: world)
        func column(_ i: Int) -> Vector3 { Vector3(r[0][i], r[1][i], r[2][i]) }
        return RigidTransform(rotation: Quaternion(Matrix3(column(0), column(1), column(2))), translation: column(3))
    }
}
