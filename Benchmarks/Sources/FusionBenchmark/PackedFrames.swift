import Capture
import Foundation
import Geometry
import Images
import SyntheticScenes

/// Decoded frames in one flat file, so that every contestant reads the same bytes and nobody's decoder counts.
///
/// One line of JSON, then for each frame: 16 little-endian Float32 (camera to world, row-major, OpenCV camera axes), depth as
/// UInt16 millimetres, colour as RGB bytes.
enum PackedFrames {
    struct Header: Codable {
        var frames: Int
        var depthSize: [Int]
        var colorSize: [Int]
        /// fx, fy, cx, cy
        var depthCamera: [Float]
        var colorCamera: [Float]
    }

    static func write(_ source: String, to path: String, limit: Int?) throws {
        let capture = source == "demo" ? DemoCapture().capture : try Capture.open(URL(fileURLWithPath: source))
        let count = min(limit ?? .max, capture.frameCount)
        guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path) else {
            throw BenchmarkError("couldn't write \(path)")
        }
        for i in 0..<count {
            let frame = try capture.frame(at: i)
            guard let color = frame.color else { throw BenchmarkError("frame \(i) has no colour") }
            let d = frame.depthIntrinsics
            let c = frame.colorIntrinsics
            if i == 0 {
                let header = Header(
                    frames: count, depthSize: [d.width, d.height], colorSize: [c.width, c.height],
                    depthCamera: [d.fx, d.fy, d.cx, d.cy], colorCamera: [c.fx, c.fy, c.cx, c.cy])
                file.write(try JSONEncoder().encode(header) + Data("\n".utf8))
            }
            let (x, y, z) = frame.pose.rotation.matrix.columns
            let t = frame.pose.translation
            let rows: [Float] = [
                x.x, -y.x, -z.x, t.x, x.y, -y.y, -z.y, t.y, x.z, -y.z, -z.z, t.z, 0, 0, 0, 1,
            ]
            let depth = zip(frame.depth.pixels, frame.confidence?.pixels ?? Array(repeating: 2, count: frame.depth.pixels.count))
                // Nobody is given readings of which the phone says that they are worthless.
                .map { $1 == 0 ? UInt16(0) : UInt16(min(max($0 * 1000, 0), 65535).rounded()) }
            var rgb: [UInt8] = []
            rgb.reserveCapacity(color.pixels.count * 3)
            for p in color.pixels { rgb += [p.x, p.y, p.z] }
            file.write(rows.withUnsafeBytes { Data($0) } + depth.withUnsafeBytes { Data($0) } + Data(rgb))
        }
        try file.close()
    }

    static func read(_ path: String) throws -> [Frame] {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        guard let end = data.firstIndex(of: 10) else { throw BenchmarkError("\(path) has no header") }
        let header = try JSONDecoder().decode(Header.self, from: data[..<end])
        func camera(_ size: [Int], _ k: [Float]) -> CameraIntrinsics {
            CameraIntrinsics(width: size[0], height: size[1], fx: k[0], fy: k[1], cx: k[2], cy: k[3])
        }
        let depthCamera = camera(header.depthSize, header.depthCamera)
        let colorCamera = camera(header.colorSize, header.colorCamera)
        var at = end + 1
        func take<T>(_ count: Int, _ type: T.Type) -> [T] {
            defer { at += count * MemoryLayout<T>.stride }
            return data[at..<(at + count * MemoryLayout<T>.stride)].withUnsafeBytes { bytes in
                (0..<count).map { bytes.loadUnaligned(fromByteOffset: $0 * MemoryLayout<T>.stride, as: T.self) }
            }
        }
        return (0..<header.frames).map { index in
            let m = take(16, Float.self)
            let pose = RigidTransform(
                Matrix4(
                    SIMD4(m[0], m[4], m[8], 0), SIMD4(-m[1], -m[5], -m[9], 0), SIMD4(-m[2], -m[6], -m[10], 0),
                    SIMD4(m[3], m[7], m[11], 1)))
            let depth = take(depthCamera.width * depthCamera.height, UInt16.self)
            let rgb = take(colorCamera.width * colorCamera.height * 3, UInt8.self)
            return Frame(
                index: index, pose: pose,
                depth: DepthImage(width: depthCamera.width, height: depthCamera.height, pixels: depth.map { Float($0) / 1000 }),
                depthIntrinsics: depthCamera,
                color: ColorImage(
                    width: colorCamera.width, height: colorCamera.height,
                    pixels: (0..<colorCamera.width * colorCamera.height).map {
                        SIMD4(rgb[3 * $0], rgb[3 * $0 + 1], rgb[3 * $0 + 2], 255)
                    }),
                colorIntrinsics: colorCamera)
        }
    }
}
