import Foundation
import Geometry

/// A trajectory in the TUM benchmark's form: poses by time, between which poses are interpolated.
struct TUMTrajectory {
    private var times: [Double] = []
    private var poses: [RigidTransform] = []
    /// Lines whose pose is not finite or has no rotation; they are left out.
    private(set) var unusable = 0

    init(_ url: URL) throws(CaptureError) {
        let table = try TextTable(url)
        var samples: [(time: Double, pose: RigidTransform)] = []
        for row in table.rows {
            let n = try table.numbers(row, count: 8)
            guard n.allSatisfy(\.isFinite), case let norm = n[4...7].reduce(0, { $0 + $1 * $1 }).squareRoot(), abs(norm - 1) < 0.01,
                case let q = Quaternion(Float(n[4] / norm), Float(n[5] / norm), Float(n[6] / norm), Float(n[7] / norm)),
                case let t = Vector3(Float(n[1]), Float(n[2]), Float(n[3])),
                let pose = FramePose.transform(q.matrix, t, camera: .openCV, world: .zUp)
            else {
                unusable += 1
                continue
            }
            samples.append((n[0], pose))
        }
        guard !samples.isEmpty else {
            throw CaptureError(url, table.rows.isEmpty ? "this trajectory is empty" : "none of its \(unusable) poses is usable")
        }
        samples.sort { $0.time < $1.time }
        times = samples.map(\.time)
        poses = samples.map(\.pose)
    }

    /// The pose at `time`, between the poses before and after it; nil where none is within `gap` seconds.
    func pose(at time: Double, within gap: Double) -> RigidTransform? {
        guard let nearest = Self.nearest(times, to: time, within: gap) else { return nil }
        let before = times[nearest] <= time ? nearest : nearest - 1
        let after = before + 1
        guard before >= 0, after < times.count, times[after] > times[before] else { return poses[nearest] }
        let t = Float((time - times[before]) / (times[after] - times[before]))
        let (a, b) = (poses[before], poses[after])
        return RigidTransform(
            rotation: Quaternion.interpolate(a.rotation, b.rotation, t),
            translation: a.translation + (b.translation - a.translation) * t)
    }

    /// The index of the time nearest to `time` in ascending `times`; nil where it is more than `gap` off.
    static func nearest(_ times: [Double], to time: Double, within gap: Double) -> Int? {
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] < time { low = middle + 1 } else { high = middle }
        }
        let candidates = [low - 1, low].filter(times.indices.contains)
        guard let best = candidates.min(by: { abs(times[$0] - time) < abs(times[$1] - time) }) else { return nil }
        return abs(times[best] - time) <= gap ? best : nil
    }
}
