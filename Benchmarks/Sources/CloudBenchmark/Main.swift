import Foundation
import Formats
import Geometry
import Reconstruction

#if canImport(Glibc)
    import Glibc
#endif

/// Our cloud operations beside Open3D's: `open3d_cloud.py` ran first and left its answers in FOLDER and its times in FOLDER.json.
@main
enum Main {
    static func main() throws {
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count == 3 || words.count == 4 else {
            FileHandle.standardError.write(Data("usage: CloudBenchmark CLOUD.ply SOURCE.ply FOLDER [OPERATION]\n".utf8))
            exit(2)
        }
        let cloud = try read(words[0])
        var table = Table(folder: words[2], only: words.count > 3 ? words[3] : nil)
        print("\(cloud.positions.count) points; CPU seconds, the better of Open3D's two implementations")
        let bare = PointCloud(positions: cloud.positions)

        try table.row("voxel", { try Downsampling.voxel(cloud, size: 0.02) }) { ours, peer in
            Answers.samePoints(ours.positions, peer.vectors("voxel", ["tensor"]))
        }
        try table.row(
            "normals",
            { () -> PointCloud in
                var copy = bare
                try Normals.estimate(&copy, orientation: .along(Vector3(0, 1, 0)))
                return copy
            }
        ) { ours, peer in Answers.sameNormals(ours.normals, peer.vectors("normals", ["legacy", "tensor"])) }
        try table.row("outliers", { try Outliers.statistical(bare) }) { ours, peer in
            Answers.sameSet(ours, peer.numbers("outliers", ["legacy", "tensor"]))
        }
        try table.row("plane", { try PlaneSegmentation.largest(bare, distance: 0.02) }) { ours, peer in
            let theirs = ["legacy", "tensor"].map { peer.numbers("plane", [$0]).count }
            return "inliers \(ours?.points.count ?? 0) : \(theirs)"
        }
        try table.row("clusters", { try Clustering.dbscan(bare, reach: 0.03) }) { ours, peer in
            Answers.sameLabels(ours, peer.numbers("clusters", ["legacy", "tensor"]))
        }
        let source = try read(words[1])
        try table.row("icp", { try ICP.align(source, to: cloud, options: ICP.Options(maximumDistance: 0.05)) }) { ours, peer in
            Answers.sameTransform(ours, peer.matrix("icp", "legacy"), at: cloud.bounds.center)
        }
    }

    static func read(_ path: String) throws -> PointCloud {
        let model = try ModelFile.read(URL(fileURLWithPath: path))
        return PointCloud(positions: model.positions, normals: model.normals, colors: model.colors)
    }
}

/// Runs an operation, compares its answer and prints a row.
struct Table {
    let peer: PeerAnswers

    private let only: String?

    init(folder: String, only: String?) {
        peer = PeerAnswers(folder: folder)
        self.only = only
    }

    mutating func row<R>(_ name: String, _ work: () throws -> R, _ compare: (R, PeerAnswers) -> String) throws {
        guard only == nil || only == name else { return }
        var best = Double.infinity
        var result: R?
        for _ in 0..<3 {
            let start = Self.cpu()
            result = try work()
            best = min(best, Self.cpu() - start)
        }
        let theirs = peer.seconds[name] ?? .nan
        let figures = String(format: "%.3f : %.3f = %.1fx", best, theirs, theirs / best)
        print("\(name.padding(toLength: 10, withPad: " ", startingAt: 0)) \(figures)   \(result.map { compare($0, peer) } ?? "")")
    }

    private static func cpu() -> Double {
        var usage = rusage()
        getrusage(0, &usage)
        func seconds(_ t: timeval) -> Double { Double(t.tv_sec) + Double(t.tv_usec) * 1e-6 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
}
