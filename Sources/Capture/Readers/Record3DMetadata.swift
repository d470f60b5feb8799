import Foundation
import Geometry

/// The contents of a Record3D capture's `metadata`.
struct Record3DMetadata {
    private struct File: Decodable {
        var w: Double
        var h: Double
        var dw: Double?
        var dh: Double?
        var fps: Double?
        /// 3x3, column by column, for images of `w` x `h`.
        var K: [Double]?
        /// fx, fy, cx, cy of each frame.
        var perFrameIntrinsicCoeffs: [[Double]]?
        var frameTimestamps: [Double]?
        var poses: [[Double]]
    }

    private let file: File
    private let fileName: String
    private let size: ImageSize
    /// Nil where older versions of the app do not store it.
    let depthSize: ImageSize?

    /// - Parameter url: the JSON file that errors name.
    init(_ bytes: [UInt8], at url: URL) throws(CaptureError) {
        fileName = url.lastPathComponent
        file = try JSONFile.decode(File.self, from: bytes, at: url)
        func size(width w: Double, height h: Double, names: String) throws(CaptureError) -> ImageSize {
            guard w >= 1, h >= 1, w <= 16384, h <= 16384 else {
                throw CaptureError(url, "\(names) (\(w), \(h)) are not an image size")
            }
            return ImageSize(Int(w), Int(h))
        }
        self.size = try size(width: file.w, height: file.h, names: "w and h")
        if let dw = file.dw, let dh = file.dh {
            depthSize = try size(width: dw, height: dh, names: "dw and dh")
        } else {
            depthSize = nil
        }
    }

    var poses: [[Double]] { file.poses }
    var isPortrait: Bool { size.height > size.width }

    /// The colour camera of frame `i`; nil where the metadata have none.
    func camera(_ i: Int) -> Pinhole? {
        if let all = file.perFrameIntrinsicCoeffs, i < all.count, all[i].count >= 4 {
            return Pinhole(fx: all[i][0], fy: all[i][1], cx: all[i][2], cy: all[i][3], size: size)
        }
        guard let k = file.K, k.count == 9 else { return nil }
        return Pinhole(fx: k[0], fy: k[4], cx: k[6], cy: k[7], size: size)
    }

    func pose(_ i: Int) -> FramePose {
        let n = file.poses[i]
        guard n.count == 7 else { return .bad(file: fileName, problem: "poses[\(i)] has \(n.count) numbers where 7 are needed") }
        return FramePose(
            quaternion: SIMD4(n[0], n[1], n[2], n[3]), translation: SIMD3(n[4], n[5], n[6]), camera: .openGL, world: .yUp,
            file: fileName, place: "poses[\(i)]")
    }

    func time(_ i: Int) -> Double? {
        if let times = file.frameTimestamps { return i < times.count && times[i].isFinite ? times[i] : nil }
        guard let fps = file.fps, fps > 0, fps.isFinite else { return nil }
        return Double(i) / fps
    }

    func duration(_ frames: Int) -> Double? {
        if let times = file.frameTimestamps?.filter(\.isFinite), let first = times.min(), let last = times.max() {
            return last - first
        }
        return time(frames)
    }

    private static let identity = [0, 0, 0, 1, 0, 0, 0] as [Double]

    /// Whether the recording's world begins at its first camera, as it does with some versions of the app.
    var startsAtIdentity: Bool { file.poses.first == Self.identity }

    /// Videos of the selfie camera come without poses: all of them are the identity.
    var hasPoses: Bool { file.poses.count < 2 || file.poses.contains { $0 != Self.identity } }
}
