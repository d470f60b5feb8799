import Capture
import Foundation
import Geometry
import Reconstruction
import SyntheticScenes

#if canImport(Glibc)
    import Glibc
#endif

/// Paths before and after refinement, and found without recorded poses, against the true ones.
///
///     PoseBenchmark refine CAPTURE [TRUTH]     refinement of the recorded path
///     PoseBenchmark odometry CAPTURE [TRUTH]   the same capture with its poses hidden
///     PoseBenchmark surface CAPTURE            raw depths against the surface fused from them, on the recorded and the
///                                              refined trajectory
///     PoseBenchmark demo                       built-in captures: seeds, noise, drift, dropped frames, a return to the start
///     PoseBenchmark write FOLDER METRES        the demo with so much drift, and its true poses beside it
///
/// TRUTH holds a row-major 4x4 camera-to-world matrix a line, y-up, one a frame; the recorded poses where it is not given.
@main
enum PoseBenchmark {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "refine" where arguments.count >= 2, "odometry" where arguments.count >= 2:
            let capture = try Capture.open(URL(fileURLWithPath: arguments[1]))
            let recorded = (0..<capture.frameCount).map { capture.pose(at: $0) ?? .identity }
            let truth = arguments.count > 2 ? try matrices(arguments[2]) : recorded
            let isOdometry = arguments[0] == "odometry"
            try run(isOdometry ? Hidden(capture: capture).asCapture : capture, truth: truth, name: capture.name)
        case "surface" where arguments.count >= 2:
            let capture = try Capture.open(URL(fileURLWithPath: arguments[1]))
            try surface(capture, name: "recorded")
            try surface(capture.replacingPoses(try PoseRefinement.refine(capture).poses), name: "refined")
        case "demo": try demos()
        case "write" where arguments.count == 3:
            let demo = DemoCapture(driftMetres: Float(arguments[2]))
            let folder = URL(fileURLWithPath: arguments[1])
            try demo.write(to: folder.appendingPathComponent("capture"))
            let lines = demo.truePoses.map { pose in
                let m = pose.matrix.columns
                return (0..<4).flatMap { r in [m.0[r], m.1[r], m.2[r], m.3[r]] }.map { "\($0)" }.joined(separator: " ")
            }
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: folder.appendingPathComponent("true_poses.txt"))
        default:
            print("usage: PoseBenchmark refine|odometry CAPTURE [TRUTH] | surface CAPTURE | demo | write FOLDER METRES")
            exit(2)
        }
    }

    /// The demo with other seeds and errors, made small enough to be computed in minutes.
    private static func demos() throws {
        for seed: UInt64 in [1, 2, 3] {
            for (name, noise, dropped, returns) in [
                ("plain", true, false, false), ("no noise", false, false, false), ("dropped", true, true, false),
                ("returns", true, false, true),
            ] where seed == 1 || name != "no noise" {
                let demo = DemoCapture(
                    seed: seed, noise: noise, driftMetres: 0.05, droppedFrames: dropped, returns: returns)
                try run(demo.capture, truth: demo.truePoses, name: "seed \(seed), \(name), 5 cm drift")
            }
        }
    }

    private static func run(_ capture: Capture, truth: [RigidTransform], name: String) throws {
        let recorded = (0..<capture.frameCount).map { capture.pose(at: $0) }
        let start = (cpu(), Date())
        let result = try PoseRefinement.refine(capture)
        let seconds = (cpu() - start.0, Date().timeIntervalSince(start.1))
        print(
            "\(name): \(result.source.rawValue), confidence \(text(result.confidence, 2)), loops \(result.loops), "
                + "trustworthy \(result.isTrustworthy)"
        )
        if capture.hasPoses {
            report(
                "before", TrajectoryError(of: recorded, from: truth),
                unaligned: TrajectoryError(of: recorded, from: truth, isAligned: true))
        }
        report(
            "after", TrajectoryError(of: result.poses, from: truth),
            unaligned: TrajectoryError(of: result.poses, from: truth, isAligned: true))
        let each = 1000 / Double(max(capture.frameCount, 1))
        print(
            "  moved \(text(result.correction * 1000, 1)) mm, levelled \(text(result.levelled * 180 / .pi, 2))°; "
                + "CPU \(text(seconds.0 * each, 2)) ms, wall \(text(seconds.1 * each, 2)) ms per frame"
        )
        if let scale = result.depthScale {
            print("  depths to trajectory \(text(scale.ratio, 4)) ± \(text(scale.standardDeviation, 4))")
        }
        for note in result.notes { print("  note: \(note)") }
    }

    /// Distances of raw depths from the surface that was fused from all of them at 1 cm, and the size of that surface.
    private static func surface(_ capture: Capture, name: String) throws {
        let mesh = try Reconstructor.run(capture, options: ReconstructionOptions(voxelSize: 0.01, maximumDepth: 4, poses: .none))
            .mesh
        let raw = try RawDepthDistance(of: mesh, capture: capture, maximumDepth: 3.5)
        let floor = slope(of: mesh)
        print(
            "\(name): floor \(text(floor, 2))° from level; "
                + "raw depth from the surface: median \(text(raw.median * 1000, 2)) mm, mean \(text(raw.mean * 1000, 2)), 95 % "
                + "\(text(raw.percentile95 * 1000, 2)), \(raw.samples) samples; \(mesh.triangleCount) triangles, "
                + "\(text(Double(mesh.area), 2)) m²")
    }

    /// Degrees by which the lowest large level plane slopes: the height with the most level surface, then a plane through it.
    private static func slope(of mesh: TriangleMesh) -> Double {
        var areas: [Int: Float] = [:]
        func level(_ t: Int) -> (middle: Vector3, area: Float)? {
            let (a, b, c) = mesh.corners(t)
            let n = cross(b - a, c - a)
            return n.y > 0.97 * n.length && n.y > 0 ? ((a + b + c) / 3, n.length / 2) : nil
        }
        for t in 0..<mesh.triangleCount {
            if let (p, area) = level(t) { areas[Int((p.y / 0.05).rounded(.down)), default: 0] += area }
        }
        guard let bin = areas.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else { return .nan }
        // y = a·x + b·z + c by least squares, then again with what lies off it left out.
        var slope = SIMD3<Double>(0, 0, (Double(bin) + 0.5) * 0.05)
        for width in [0.06, 0.04, 0.03, 0.03] {
            var rows = [SIMD3<Double>](repeating: .zero, count: 3)
            var right = SIMD3<Double>.zero
            for t in 0..<mesh.triangleCount {
                guard let (p, area) = level(t) else { continue }
                let row = SIMD3(Double(p.x), Double(p.z), 1)
                guard ((slope * row).sum() - Double(p.y)).magnitude < width else { continue }
                for k in 0..<3 { rows[k] += row * (row[k] * Double(area)) }
                right += row * (Double(p.y) * Double(area))
            }
            func determinant(_ m: [SIMD3<Double>]) -> Double {
                m[0].x * (m[1].y * m[2].z - m[1].z * m[2].y) - m[0].y * (m[1].x * m[2].z - m[1].z * m[2].x)
                    + m[0].z * (m[1].x * m[2].y - m[1].y * m[2].x)
            }
            let whole = determinant(rows)
            guard whole.magnitude > 1e-12 else { return .nan }
            for k in 0..<3 {
                var replaced = rows
                for r in 0..<3 { replaced[r][k] = right[r] }
                slope[k] = determinant(replaced) / whole
            }
        }
        return atan((slope.x * slope.x + slope.y * slope.y).squareRoot()) * 180 / .pi
    }

    private static func report(_ name: String, _ error: TrajectoryError?, unaligned raw: TrajectoryError?) {
        guard let error, let raw else { return print("  \(name): no path") }
        print(
            "  \(name): ATE rmse \(text(error.rootMeanSquare * 1000, 2)) mm, max \(text(error.maximum * 1000, 2)) mm "
                + "(unaligned \(text(raw.rootMeanSquare * 1000, 2)), \(text(raw.maximum * 1000, 2))); per frame "
                + "\(text(error.relativeTranslation * 1000, 2)) mm, \(text(error.relativeRotation * 180 / .pi, 3))°; "
                + "\(error.frames) frames"
        )
    }

    private static func text(_ x: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", x) }

    private static func matrices(_ path: String) throws -> [RigidTransform] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { line in
            let v = line.split(separator: " ").compactMap { Float($0) }
            guard v.count == 16 else { return .identity }
            return RigidTransform(
                Matrix4(
                    SIMD4(v[0], v[4], v[8], v[12]), SIMD4(v[1], v[5], v[9], v[13]), SIMD4(v[2], v[6], v[10], v[14]),
                    SIMD4(v[3], v[7], v[11], v[15])))
        }
    }

    private static func cpu() -> Double {
        var usage = rusage()
        getrusage(0, &usage)
        return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6
    }
}

/// A capture whose poses are hidden.
struct Hidden: FrameSource {
    let capture: Capture
    var frameCount: Int { capture.frameCount }
    var notes: [String] { [] }
    var hasPoses: Bool { false }
    var asCapture: Capture { Capture(name: capture.name, kind: capture.kind, source: self) }
    func pose(at index: Int) -> RigidTransform? { .identity }
    func frame(at index: Int) throws(CaptureError) -> Frame {
        var frame = try capture.frame(at: index)
        frame.pose = .identity
        return frame
    }
}
