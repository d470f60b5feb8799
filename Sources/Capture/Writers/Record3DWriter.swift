import Codecs
import Foundation
import Geometry
import Images
import Support

/// Writes an `.r3d` file of Record3D (github.com/marek-simonik/record3d, issues 27, 33 and 93).
public enum Record3DWriter: CaptureWriter {
    public static let kind = Record3DReader.kind

    private struct Encoded: Sendable {
        var depth: [UInt8]
        var confidence: [UInt8]?
        var color: [UInt8]?
        var frame: Described
    }

    /// What the metadata say of a frame.
    private struct Described: Sendable {
        var pose: RigidTransform
        var time: Double?
        var intrinsics: CameraIntrinsics
        var depthSize: ImageSize
    }

    @discardableResult
    public static func write(_ capture: Capture, to target: URL, progress: ProgressReporter = .silent) throws -> [String] {
        let zip: ZipWriter
        do { zip = try ZipWriter(target) } catch { throw CaptureError(target, error.reason) }
        func add(_ name: String, _ bytes: [UInt8]) throws(CaptureError) {
            do { try zip.add(name, bytes) } catch { throw CaptureError(target, error.reason) }
        }
        var frames: [Described] = []
        let notes = try FrameStream.run(capture, progress: progress, encode: encode) { number, encoded in
            frames.append(encoded.frame)
            try add("rgbd/\(number).depth", encoded.depth)
            if let confidence = encoded.confidence { try add("rgbd/\(number).conf", confidence) }
            if let color = encoded.color { try add("rgbd/\(number).jpg", color) }
        }
        try add("metadata", Array(metadata(frames).utf8))
        do { try zip.commit() } catch { throw CaptureError(target, error.reason) }
        return notes
    }

    private static func encode(_ frame: Frame) throws -> Encoded {
        var metres: [UInt8] = []
        metres.reserveCapacity(frame.depth.pixels.count * 4)
        for value in frame.depth.pixels { withUnsafeBytes(of: value.bitPattern.littleEndian) { metres += $0 } }
        return Encoded(
            depth: LZFSE.encode(metres), confidence: frame.confidence.map { LZFSE.encode($0.pixels) }, color: try frame.colorJPEG(),
            frame: Described(
                pose: frame.pose, time: frame.timestamp, intrinsics: frame.colorIntrinsics,
                depthSize: ImageSize(frame.depth.width, frame.depth.height)))
    }

    private static func metadata(_ frames: [Described]) -> String {
        guard let first = frames.first else { return "{}" }
        let k = first.intrinsics
        let times = frames.enumerated().map { $1.time ?? Double($0) / 60 }
        let duration = (times.max() ?? 0) - (times.min() ?? 0)
        let rate = duration > 0 ? Double(frames.count - 1) / duration : 60
        func list(_ values: [some Any]) -> String { "[" + values.map { "\($0)" }.joined(separator: ",") + "]" }
        let poses = frames.map { frame in
            let q = frame.pose.rotation.vector
            let t = frame.pose.translation
            return list([q.x, q.y, q.z, q.w, t.x, t.y, t.z])
        }
        let cameras = frames.map { list([$0.intrinsics.fx, $0.intrinsics.fy, $0.intrinsics.cx, $0.intrinsics.cy]) }
        return """
            {"w":\(k.width),"h":\(k.height),"dw":\(first.depthSize.width),"dh":\(first.depthSize.height),"fps":\(rate),\
            "K":[\(k.fx),0,0,0,\(k.fy),0,\(k.cx),\(k.cy),1],"initPose":[0,0,0,1,0,0,0],"poses":\(list(poses)),\
            "perFrameIntrinsicCoeffs":\(list(cameras)),"frameTimestamps":\(list(times))}
            """
    }
}
