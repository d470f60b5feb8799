import Foundation
import Geometry
import Images
import Support

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Records a capture as Diorama's own capture folder while it happens: a frame's images are written first, then one line that tells
/// of them. Whenever the program stops, what was recorded is a capture; at most the frame being written is lost.
///
/// One recorder belongs to one queue; frames are appended in the order of time.
public final class CaptureRecorder {
    /// A frame to record. Its images are given as files' bytes, for phones have encoders of their own.
    public struct Frame: Sendable {
        /// Seconds since the recording began.
        public var time: Double
        /// Camera to world; nil where the phone did not know.
        public var pose: RigidTransform?
        /// The colour image's camera.
        public var intrinsics: CameraIntrinsics
        /// The depth image's camera, where it is not the colour camera scaled.
        public var depthIntrinsics: CameraIntrinsics?
        /// A JPEG or PNG image.
        public var color: [UInt8]?
        /// A 16-bit grey PNG: millimetres, 0 where nothing was measured.
        public var depth: [UInt8]?
        /// An 8-bit grey PNG of the depth image's size: 0, 1, 2 as ARKit's `ARConfidenceLevel`.
        public var confidence: [UInt8]?
        /// Seconds that the colour image was exposed.
        public var exposure: Double?
        /// The sensor's ISO speed.
        public var iso: Double?
        /// How well the phone knew its pose; nil where it did not say.
        public var tracking: TrackingState?
        /// Which way gravity pulls in the camera's own axes.
        public var gravity: Vector3?

        /// A frame taken at `time`, with what was recorded of it; other values are set afterwards.
        public init(
            time: Double, pose: RigidTransform?, intrinsics: CameraIntrinsics, color: [UInt8]? = nil, depth: [UInt8]? = nil,
            confidence: [UInt8]? = nil
        ) {
            self.time = time
            self.pose = pose
            self.intrinsics = intrinsics
            self.color = color
            self.depth = depth
            self.confidence = confidence
        }
    }

    private let folder: URL
    private var manifest: DioramaCaptureManifest
    private let lines: Int32
    private var count = 0
    private var times: ClosedRange<Double>?
    private let encoder = JSONEncoder()

    /// Begins a recording in `folder`, which is made where it is not there.
    /// - Throws: `CaptureError` where the folder holds a capture already or can't be written.
    public init(_ folder: URL, details: CaptureDetails = CaptureDetails()) throws(CaptureError) {
        self.folder = folder
        manifest = DioramaCaptureManifest(details: details)
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let list = folder.appendingPathComponent(DioramaCaptureManifest.framesName)
        do {
            for part in ["color", "depth", "confidence"] {
                try FileManager.default.createDirectory(at: folder.appendingPathComponent(part), withIntermediateDirectories: true)
            }
        } catch {
            throw CaptureError(folder, "the folder can't be made: \(error.localizedDescription)", remedy: "choose another folder")
        }
        lines = list.withUnsafeFileSystemRepresentation { path in
            path.map { open($0, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o644) } ?? -1
        }
        guard lines >= 0 else {
            let isThere = errno == EEXIST
            throw CaptureError(
                list, isThere ? "there is a capture here already" : "couldn't be written (\(String(cString: strerror(errno))))",
                remedy: "choose another folder")
        }
        try writeManifest()
    }

    deinit { if lines >= 0 { close(lines) } }

    /// How many frames were recorded.
    public var frameCount: Int { count }

    /// Records a frame.
    /// - Throws: `CaptureError` where it can't be written or its camera is none; the capture then ends with the frame before it,
    ///   and may go on.
    public func append(_ frame: Frame) throws(CaptureError) {
        guard frame.intrinsics.isValid, frame.depthIntrinsics?.isValid ?? true, frame.time.isFinite else {
            throw CaptureError(folder, "frame \(count) has no valid camera or time")
        }
        let number = Self.number(count)
        var line = DioramaFrameLine(time: frame.time, intrinsics: Self.numbers(frame.intrinsics))
        if let color = frame.color {
            line.color = "color/\(number)." + (color.first == 0x89 ? "png" : "jpg")
        }
        if frame.depth != nil { line.depth = "depth/\(number).png" }
        if frame.confidence != nil { line.confidence = "confidence/\(number).png" }
        line.depthIntrinsics = frame.depthIntrinsics.map(Self.numbers)
        if let pose = frame.pose, pose.isFinite {
            let t = pose.translation
            let q = pose.rotation.vector
            line.position = [t.x, t.y, t.z].map(Double.init)
            line.rotation = [q.x, q.y, q.z, q.w].map(Double.init)
        }
        line.exposure = frame.exposure
        line.iso = frame.iso
        line.tracking = frame.tracking?.rawValue
        line.gravity = frame.gravity.map { [$0.x, $0.y, $0.z].map(Double.init) }
        guard var text = try? encoder.encode(line) else {
            throw CaptureError(folder, "frame \(count) holds a number that is not finite")
        }
        text.append(UInt8(ascii: "\n"))

        if count == 0 { try noteSizes(frame) }
        for (path, bytes) in [(line.color, frame.color), (line.depth, frame.depth), (line.confidence, frame.confidence)] {
            if let path, let bytes { try put(bytes, folder.appendingPathComponent(path)) }
        }
        // One write call, so that a line is complete or absent, even with a second recorder on the same file.
        let list = folder.appendingPathComponent(DioramaCaptureManifest.framesName)
        guard text.withUnsafeBytes({ write(lines, $0.baseAddress, $0.count) }) == text.count else { throw failure(list) }
        count += 1
        times = times.map { min($0.lowerBound, frame.time)...max($0.upperBound, frame.time) } ?? frame.time...frame.time
    }

    /// Ends the recording: makes it durable and notes its length.
    public func finish() throws(CaptureError) {
        guard fsync(lines) == 0 else { throw failure(folder.appendingPathComponent(DioramaCaptureManifest.framesName)) }
        manifest.frames = count
        manifest.duration = times.map { $0.upperBound - $0.lowerBound }
        try writeManifest()
    }

    /// The frames' sizes, as the first one's images tell.
    private func noteSizes(_ frame: Frame) throws(CaptureError) {
        manifest.color = DioramaCaptureManifest.Size(width: frame.intrinsics.width, height: frame.intrinsics.height)
        if let depth = frame.depth, let header = try? PNG.Header(depth) {
            manifest.depth = DioramaCaptureManifest.Size(width: header.width, height: header.height)
        }
        try writeManifest()
    }

    private func writeManifest() throws(CaptureError) {
        let url = folder.appendingPathComponent(DioramaCaptureManifest.fileName)
        let pretty = JSONEncoder()
        pretty.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        do {
            try AtomicFile.write(Array(try pretty.encode(manifest)) + [UInt8(ascii: "\n")], to: url)
        } catch { throw CaptureError(url, "couldn't be written: \(error)") }
    }

    /// Writes an image. It is not synchronised with the disk, which would take longer than a frame lasts: until its line is written
    /// it is none.
    private func put(_ bytes: [UInt8], _ url: URL) throws(CaptureError) {
        guard let file = url.withUnsafeFileSystemRepresentation({ $0.flatMap { fopen($0, "wb") } }) else { throw failure(url) }
        let written = fwrite(bytes, 1, bytes.count, file)
        guard fclose(file) == 0, written == bytes.count else { throw failure(url) }
    }

    private func failure(_ url: URL) -> CaptureError {
        CaptureError(
            url, "couldn't be written (\(String(cString: strerror(errno))))", remedy: "free disk space, or choose another folder")
    }

    private static func number(_ i: Int) -> String { String(repeating: "0", count: max(0, 6 - String(i).count)) + String(i) }

    private static func numbers(_ k: CameraIntrinsics) -> [Double] { [k.fx, k.fy, k.cx, k.cy].map(Double.init) }
}
