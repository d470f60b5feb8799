import BenchmarkSupport
import Capture
import Foundation
import Geometry
import PointClouds
import Support

/// Two successive frames of a capture as coloured clouds, each as its camera saw it, and how the second lies to the first by the
/// recorded poses.
struct FramePair {
    var source: PointCloud
    var target: PointCloud
    /// From the source's frame to the target's.
    var truth: RigidTransform
    /// Where alignment begins: the truth, 1.5 cm and 1° off.
    var initial: RigidTransform

    /// Coloured ICP from coarse to fine, as both contestants do it (Park, Zhou, Koltun 2017, section 6).
    static let scales: [(size: Float, iterations: Int)] = [(0.04, 50), (0.02, 30), (0.01, 14)]

    func align() throws -> RigidTransform {
        var transform = initial
        for scale in Self.scales {
            let from = try Downsampling.voxel(source, size: scale.size)
            var onto = try Downsampling.voxel(target, size: scale.size)
            try Normals.estimate(&onto, search: .nearestWithin(30, scale.size * 2), orientation: .towards(Vector3(0, 0, 0)))
            let options = ICP.Options(method: .colored, maximumDistance: scale.size, iterations: scale.iterations)
            transform = try ICP.align(from, to: onto, options: options, initial: transform).transform
        }
        return transform
    }
}

enum FramePairs {
    /// pair-N-source.ply, pair-N-target.ply, and a line of pairs.txt each: sixteen numbers of the truth, sixteen of where to begin.
    static func write(_ capture: Capture, to folder: URL) throws {
        var lines = ""
        let count = capture.frameCount
        for (number, first) in stride(from: count / 20, to: count - 1, by: max(1, count / 6)).enumerated() {
            let a = try capture.frame(at: first + 1)
            let b = try capture.frame(at: first)
            try Main.write(cloud(a), to: folder, name: "pair-\(number)-source.ply")
            try Main.write(cloud(b), to: folder, name: "pair-\(number)-target.ply")
            let truth = b.pose.inverse * a.pose
            var random = SplitMix64(seed: UInt64(number))
            func direction() -> Vector3 { Vector3(random.normal(), random.normal(), random.normal()).normalized }
            let off = RigidTransform(rotation: Quaternion(angle: .pi / 180, axis: direction()), translation: direction() * 0.015)
            lines += [truth, off * truth].map { $0.numbers }.joined(separator: " ") + "\n"
        }
        try Data(lines.utf8).write(to: folder.appendingPathComponent("pairs.txt"))
    }

    static func read(_ folder: URL) throws -> [FramePair] {
        guard let text = try? String(contentsOf: folder.appendingPathComponent("pairs.txt"), encoding: .utf8) else { return [] }
        return try text.split(separator: "\n").enumerated().map { number, line in
            let m = line.split(separator: " ").compactMap { Float($0) }
            guard m.count == 32 else { throw BenchmarkError("line \(number + 1) of pairs.txt does not hold two matrices") }
            return FramePair(
                source: try Main.read(folder.appendingPathComponent("pair-\(number)-source.ply")),
                target: try Main.read(folder.appendingPathComponent("pair-\(number)-target.ply")),
                truth: Answers.transform(Array(m[..<16])), initial: Answers.transform(Array(m[16...])))
        }
    }

    /// What a frame saw up to four metres away, in its camera's frame.
    private static func cloud(_ frame: Frame) throws -> PointCloud {
        guard let color = frame.color else { throw BenchmarkError("frame \(frame.index) has no colour") }
        let depth = frame.depth
        var cloud = PointCloud()
        for y in 0..<depth.height {
            for x in 0..<depth.width where depth[x, y] > 0.1 && depth[x, y] < 4 {
                cloud.positions.append(frame.depthIntrinsics.unproject(Vector2(Float(x), Float(y)), depth: depth[x, y]))
                let pixel = color[x * color.width / depth.width, y * color.height / depth.height]
                cloud.colors.append(SRGB.toLinear(SIMD3(pixel.x, pixel.y, pixel.z)))
            }
        }
        return cloud
    }
}

extension RigidTransform {
    /// Sixteen numbers, row by row.
    fileprivate var numbers: String {
        let m = matrix.columns
        return (0..<4).flatMap { [m.0[$0], m.1[$0], m.2[$0], m.3[$0]] }.map { "\($0)" }.joined(separator: " ")
    }
}
