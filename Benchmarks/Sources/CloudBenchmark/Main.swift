import BenchmarkSupport
import Capture
import Foundation
import Geometry
import ModelFormats
import PointClouds

/// Diorama's side of the cloud benchmark; `run.sh` runs it alternately with `open3d_cloud.py`.
@main
enum Main {
    static let usage = """
        usage: CloudBenchmark prepare MESH FOLDER [CAPTURE]     write the input of both programs; with CAPTURE also pairs of frames
               CloudBenchmark run FOLDER [OPERATION]            run our operations; compare with the peer's results in FOLDER
        """

    static func main() throws {
        let words = Array(CommandLine.arguments.dropFirst())
        switch (words.first, words.count) {
        case ("prepare", 3...4):
            try prepare(words[1], in: URL(fileURLWithPath: words[2]), capture: words.count > 3 ? words[3] : nil)
        case ("run", 2...3): try run(URL(fileURLWithPath: words[1]), only: words.count > 2 ? words[2] : nil)
        default:
            FileHandle.standardError.write(Data((usage + "\n").utf8))
            exit(2)
        }
    }

    // MARK: Input

    /// Displacement of the source that ICP has to recover.
    static let motion = RigidTransform(
        rotation: Quaternion(angle: 0.02, axis: Vector3(0.5, 0.8, -0.4)), translation: Vector3(0.02, -0.015, 0.01))

    /// The cloud, and for ICP two halves of it that share no point, one of them moved.
    private static func prepare(_ path: String, in folder: URL, capture: String?) throws {
        var cloud = try read(URL(fileURLWithPath: path))
        // Point-to-plane ICP needs them, and both are to have the same.
        if cloud.normals.isEmpty { try Normals.estimate(&cloud) }
        let count = cloud.positions.count
        try write(cloud, to: folder, name: "cloud.ply")
        try write(cloud.picked(Array(stride(from: 0, to: count, by: 2))), to: folder, name: "target.ply")
        let half = cloud.picked(Array(stride(from: 1, to: count, by: 2)))
        try write(half.transformed(by: motion.inverse), to: folder, name: "source.ply")
        if let capture { try FramePairs.write(Capture.open(URL(fileURLWithPath: capture)), to: folder) }
    }

    static func write(_ cloud: PointCloud, to folder: URL, name: String) throws {
        try ModelFile.write(Model(cloud), to: folder.appendingPathComponent(name))
    }

    static func read(_ url: URL) throws -> PointCloud {
        let model = try ModelFile.read(url)
        return PointCloud(positions: model.positions, normals: model.normals, colors: model.colors)
    }

    // MARK: Ours

    private static func run(_ folder: URL, only: String?) throws {
        let peer = PeerAnswers(folder: folder)
        /// Runs an operation twice, compares its answer and prints a row with the better time.
        func row<R>(_ name: String, _ work: () throws -> R, compare: (R) throws -> String) throws {
            guard only == nil || only == name else { return }
            var best = Double.infinity
            var answer = ""
            for _ in 0..<2 {
                let start = Meter.cpuSeconds()
                let result = try work()
                best = min(best, Meter.cpuSeconds() - start)
                answer = try compare(result)
            }
            try Report.print(["task": name, "who": "diorama", "cpu": best, "answer": answer])
        }
        let cloud = try read(folder.appendingPathComponent("cloud.ply"))
        let bare = PointCloud(positions: cloud.positions)
        try row("voxel", { try Downsampling.voxel(cloud, size: 0.02) }) {
            Answers.samePoints($0.positions, peer.vectors("voxel", "tensor"))
        }
        try row(
            "normals",
            {
                var copy = bare
                try Normals.estimate(&copy, orientation: .along(Vector3(0, 1, 0)))
                return copy.normals
            }
        ) { Answers.sameNormals($0, peer.vectors("normals", "legacy")) }
        try row("outliers", { try Outliers.statistical(bare) }) { Answers.sameSet($0, peer.numbers("outliers", "legacy")) }
        try row("plane", { try PlaneSegmentation.largest(bare, distance: 0.02)?.points.count ?? 0 }) {
            "\($0) points in it, Open3D \(["legacy", "tensor"].map { peer.numbers("plane", $0).count }.max() ?? 0)"
        }
        try row("clusters", { try Clustering.dbscan(bare, reach: 0.03) }) {
            Answers.sameLabels($0, peer.numbers("clusters", "legacy"))
        }
        let source = try read(folder.appendingPathComponent("source.ply"))
        let target = try read(folder.appendingPathComponent("target.ply"))
        try row("icp", { try ICP.align(source, to: target, options: ICP.Options(maximumDistance: 0.05)).transform }) {
            let ours = Answers.error($0, motion)
            let theirs = Answers.error(peer.transform("icp", "legacy"), motion)
            return String(format: "%.3f mm and %.4f° from the truth, Open3D %.3f and %.4f", ours.0, ours.1, theirs.0, theirs.1)
        }
        let pairs = try FramePairs.read(folder)
        if !pairs.isEmpty {
            try row("coloured icp", { try pairs.map { try $0.align() } }) { found in
                let ours = found.indices.map { Answers.error(found[$0], pairs[$0].truth) }
                let theirs = found.indices.map { Answers.error(peer.transform("pair-\($0)", "legacy"), pairs[$0].truth) }
                func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
                return String(
                    format: "%.1f mm and %.2f° from the recorded poses (median of %d pairs), Open3D %.1f and %.2f",
                    median(ours.map { $0.0 }), median(ours.map { $0.1 }), found.count, median(theirs.map { $0.0 }),
                    median(theirs.map { $0.1 }))
            }
        }
    }
}
