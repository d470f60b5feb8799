import Foundation
import Geometry

/// Poses by time, between which poses are interpolated.
struct Trajectory {
    private var times: [Double]
    private var poses: [RigidTransform]
    /// Lines of its file whose pose is not finite or has no rotation; they are left out.
    let unusable: Int

    /// - Throws: `CaptureError` where there are no poses.
    init(
        _ samples: [(time: Double, pose: RigidTransform)], unusable: Int = 0, of url: URL
    ) throws(CaptureError) {
        guard !samples.isEmpty else {
            throw CaptureError(url, unusable == 0 ? "this trajectory is empty" : "none of its \(unusable) poses is usable")
        }
        let sorted = samples.sorted { $0.time < $1.time }
        times = sorted.map(\.time)
        poses = sorted.map(\.pose)
        self.unusable = unusable
    }

    /// The trajectory of a file in the TUM benchmark's form: `time tx ty tz qx qy qz qw`.
    init(tum url: URL) throws(CaptureError) {
        let table = try TextTable(url)
        var samples: [(time: Double, pose: RigidTransform)] = []
        for row in table.rows {
            let n = try table.numbers(row, count: 8)
            let pose = FramePose(
                quaternion: SIMD4(n[4], n[5], n[6], n[7]), translation: SIMD3(n[1], n[2], n[3]), camera: .openCV, world: .zUp,
                file: url.lastPathComponent, place: "")
            if n[0].isFinite, let transform = pose.transform { samples.append((n[0], transform)) }
        }
        try self.init(samples, unusable: table.rows.count - samples.count, of: url)
    }

    /// The pose at `time`, between the poses before and after it; nil where none is within `gap` seconds.
    func pose(at time: Double, within gap: Double) -> RigidTransform? {
        guard let nearest = Self.nearest(times, to: time, within: gap) else { return nil }
        let before = times[nearest] <= time ? nearest : nearest - 1
        let after = before + 1
        guard before >= 0, after < times.count, times[after] > times[before] else { return poses[nearest] }
        let t = Float((time - times[before]) / (times[after] - times[before]))
        let a = poses[before]
        let b = poses[after]
        return RigidTransform(
            rotation: Quaternion.interpolate(a.rotation, b.rotation, at: t),
            translation: a.translation + (b.translation - a.translation) * t)
    }

    /// The index of the time nearest to `time` in ascending `times`; nil where it is more than `gap` off.
    static func nearest(_ times: [Double], to time: Double, within gap: Double) -> Int? {
        var low = 0
        var high = times.count
        while low < high {
            let middle = (low + high) / 2
            if times[middle] < time { low = middle + 1 } else { high = middle }
        }
        let candidates = [low - 1, low].filter(times.indices.contains)
        guard let best = candidates.min(by: { abs(times[$0] - time) < abs(times[$1] - time) }) else { return nil }
        return abs(times[best] - time) <= gap ? best : nil
    }
}
