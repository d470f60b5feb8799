import Capture
import FloorPlans
import Foundation
import Measurement
import Reconstruction
import Support
import SyntheticScenes

/// How well the stated intervals hold the truth: demo captures with noise and drift are reconstructed, places of them measured, and
/// the values compared with the exact surface's.
///
///     MeasurementBenchmark scan FOLDER VOXEL FRAMES FIRST LAST     reconstructs these seeds and keeps them in a folder
///     MeasurementBenchmark evaluate FOLDER FIRST LAST [PAIRS]      coverage and half-widths with the numbers of the library
///     MeasurementBenchmark consistency CAPTURE MODE COUNT [WORST]  a real capture, reconstructed with six settings
///     MeasurementBenchmark fit FOLDER FIRST LAST [PAIRS]           the numbers that suit these seeds best
///
/// Fit and evaluate on different seeds, or the figures flatter.
@main
enum MeasurementBenchmark {
    static func main() throws {
        let a = Array(CommandLine.arguments.dropFirst())
        switch (a.first, a.count) {
        case ("scan", 6):
            guard let voxel = Float(a[2]), let frames = Int(a[3]), let seeds = range(a[4], a[5]) else { return usage() }
            for seed in seeds { try StoredScan.make(folder: a[1], seed: seed, voxel: voxel, frames: frames) }
        case ("evaluate", 4...5):
            guard let seeds = range(a[2], a[3]) else { return usage() }
            try evaluate(a[1], seeds, pairs: a.count > 4 ? Int(a[4]) ?? 60 : 60)
        case ("fit", 4...5):
            guard let seeds = range(a[2], a[3]) else { return usage() }
            try fit(a[1], seeds, pairs: a.count > 4 ? Int(a[4]) ?? 60 : 60)
        case ("consistency", 4...5):
            guard let mode = ReconstructionMode(rawValue: a[2]), let count = Int(a[3]) else { return usage() }
            var test = try Consistency(try Capture.open(URL(fileURLWithPath: a[1])), mode: mode, seed: 1)
            test.run(count: count)
            test.report(worst: a.count > 4 ? Int(a[4]) ?? 20 : 0)
        default: usage()
        }
    }

    private static func usage() {
        print(
            "MeasurementBenchmark scan FOLDER VOXEL FRAMES FIRST LAST | (evaluate | fit) FOLDER FIRST LAST [PAIRS] "
                + "| consistency CAPTURE MODE COUNT [WORST]")
    }

    private static func range(_ first: String, _ last: String) -> ClosedRange<UInt64>? {
        guard let a = UInt64(first), let b = UInt64(last), a <= b else { return nil }
        return a...b
    }

    private static func evaluate(_ folder: String, _ seeds: ClosedRange<UInt64>, pairs: Int) throws {
        var tallies: [String: Tally] = [:]
        var other: [String: Tally] = [:]
        var places = 0
        var flat = 0
        var lost = 0
        var others = 0
        for seed in seeds {
            guard let scan = try StoredScan(folder: folder, seed: seed) else { continue }
            let clicks = try Clicks(scan)
            places += clicks.all.count
            flat += clicks.flat.count
            lost += clicks.lost
            others += clicks.others
            var random = SplitMix64(seed: seed)
            var another = SplitMix64(seed: seed &+ 1000)
            let corners = clicks.caught(.corner)
            let edges = clicks.caught(.edge)
            for _ in 0..<pairs {
                let found = [
                    try clicks.distances(corners, name: "corner to corner", &another),
                    try clicks.distances(edges, name: "edge to edge", &another),
                ]
                for m in try clicks.otherTrials(&another) + found.compactMap(\.self) {
                    other[m.name, default: Tally()].add(m, seed)
                }
            }
            for m in try scan.rooms(DemoCapture.plan) { other[m.name, default: Tally()].add(m, seed) }
            for case let pair? in (0..<pairs).map({ _ in clicks.pair(&random) }) {
                for m in try pair.measurements(clicks.noise) {
                    tallies["1 \(m.name)", default: Tally()].add(m, seed)
                    guard m.isDistance else { continue }
                    tallies["0 all distances", default: Tally()].add(m, seed)
                    let bounds = [0.25, 0.5, 1, 2, 4]
                    let k = bounds.firstIndex { m.truth < $0 } ?? bounds.count
                    let name = k == 0 ? "0.1 to 0.25 m" : k < bounds.count ? "\(bounds[k - 1]) to \(bounds[k]) m" : "4 m and more"
                    tallies["2\(k) \(name)", default: Tally()].add(m, seed)
                    tallies["3 seed \(seed)", default: Tally()].add(m, seed)
                }
            }
        }
        for (name, tally) in other { tallies["4 \(name)"] = tally }
        print(
            "| | number | unknown | coverage % | its standard error % | mean half-width mm | rms error mm | half-width / 1.96 rms |"
        )
        print("|---|---|---|---|---|---|---|---|")
        for (name, tally) in tallies.sorted(by: { $0.key < $1.key }) {
            print("| \(name.drop { $0 != " " }.dropFirst()) | \(tally.row) |")
        }
        print("\(places) places, \(flat) of them on planes; left out: \(lost) without a plane, \(others) on another plane")
    }

    private static func fit(_ folder: String, _ seeds: ClosedRange<UInt64>, pairs: Int) throws {
        var fit = Fit()
        for seed in seeds {
            guard let scan = try StoredScan(folder: folder, seed: seed) else { continue }
            let clicks = try Clicks(scan)
            var random = SplitMix64(seed: seed)
            for case let pair? in (0..<pairs).map({ _ in clicks.pair(&random) }) { try fit.add(pair, clicks.noise) }
        }
        fit.run()
    }
}
