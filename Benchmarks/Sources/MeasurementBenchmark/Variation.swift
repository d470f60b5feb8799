import Capture
import FloorPlans
import Foundation
import Geometry
import Measurement
import Reconstruction

/// A reconstruction of a real capture with settings that are as defensible as others.
struct Variation {
    let name: String
    let index: SurfaceIndex
    let noise: NoiseModel
    /// The pose of each frame of the whole capture; nil for frames that were not used.
    let poses: [RigidTransform?]
    let plan: FloorPlan?
    let seconds: Double

    /// Voxels half as large and half as large again, recorded poses, and both halves of the frames, each against the usual ones.
    static func all(of capture: Capture, mode: ReconstructionMode) throws -> [Variation] {
        let every = Array(0..<capture.frameCount)
        let usual = mode.options
        func with(_ change: (inout ReconstructionOptions) -> Void) -> ReconstructionOptions {
            var options = usual
            change(&options)
            return options
        }
        let v = usual.voxelSize
        let settings: [(String, ReconstructionOptions, [Int])] = [
            ("usual", usual, every),
            ("small voxels", with { $0.voxelSize = 0.5 * v }, every),
            ("large voxels", with { $0.voxelSize = 1.5 * v }, every),
            ("recorded poses", with { $0.poses = .none }, every),
            ("even frames", usual, every.filter { $0 % 2 == 0 }),
            ("odd frames", usual, every.filter { $0 % 2 == 1 }),
        ]
        return try settings.compactMap { name, options, frames in
            guard frames.count > 1 else { return nil }
            let made = try Variation(name, capture, options, frames)
            let drift = made.noise.drift
            print(
                String(
                    format: "%@: %d triangles, %.1f s, path %@, visit %.2f, drift %.2f mm, scale %.2f %%, %d variants", name,
                    made.index.mesh.triangleCount, made.seconds, made.source, made.noise.sensor.visit, 1000 * drift.translation,
                    100 * made.noise.scale.deviation, made.noise.observations.variants.count))
            return made
        }
    }

    private let source: String

    private init(_ name: String, _ capture: Capture, _ options: ReconstructionOptions, _ frames: [Int]) throws {
        self.name = name
        let began = ContinuousClock.now
        let part = Capture(name: capture.name, kind: capture.kind, source: ChosenFrames(capture: capture, numbers: frames))
        let result = try Reconstructor.run(part, options: options)
        let taken = (ContinuousClock.now - began).components
        seconds = Double(taken.seconds) + Double(taken.attoseconds) * 1e-18
        noise = NoiseModel(result, options: options)
        index = try SurfaceIndex(result.mesh, noise: noise)
        source = result.path.source.rawValue
        var poses = [RigidTransform?](repeating: nil, count: capture.frameCount)
        for (number, pose) in zip(frames, result.path.poses) { poses[number] = pose }
        self.poses = poses
        plan = try? PlanExtraction.plan(of: result.mesh).plan
    }
}

/// Some frames of a capture, in order.
private struct ChosenFrames: FrameSource {
    let capture: Capture
    let numbers: [Int]
    var frameCount: Int { numbers.count }
    var notes: [String] { capture.notes }
    var details: CaptureDetails { capture.details }
    var hasPoses: Bool { capture.hasPoses }
    var hasDepth: Bool { capture.hasDepth }

    func pose(at index: Int) -> RigidTransform? { capture.pose(at: numbers[index]) }
    func frame(at index: Int) throws(CaptureError) -> Frame {
        var frame = try capture.frame(at: numbers[index])
        frame.index = index
        return frame
    }
}

/// Where the frames of one variation put what another one shows: the mean by the weights of fusion over the frames that see it.
struct Correspondence {
    private let poses: [(from: RigidTransform, to: RigidTransform)]
    private let camera: CameraIntrinsics
    private let surface: BVH

    init(_ from: Variation, _ to: Variation, camera: CameraIntrinsics) {
        poses = zip(from.poses, to.poses).compactMap { a, b in a.flatMap { a in b.map { (a, $0) } } }
        self.camera = camera
        surface = from.index.bvh
    }

    /// nil where fewer than three frames see it.
    func place(of p: Point, _ normal: Point) -> Point? {
        var sum = Vector3(repeating: 0)
        var weight = Float(0)
        var seen = 0
        let place = p.single
        for (from, to) in poses {
            let local = from.inverse.apply(place)
            let z = -local.z
            guard z > 0.1, z < 4.6, local.x.magnitude < 0.5 * Float(camera.width) / camera.fx * z,
                local.y.magnitude < 0.5 * Float(camera.height) / camera.fy * z
            else { continue }
            let way = place - from.translation
            let cosine = dot(way.normalized, normal.single)
            guard cosine < -0.13, surface.intersect(Ray(origin: from.translation, direction: way), maximum: 0.97) == nil else {
                continue
            }
            let w = cosine * cosine / max(1, z * z * z * z)
            sum += (to.apply(local) - place) * w
            weight += w
            seen += 1
        }
        return seen >= 3 ? p + Point(sum / weight) : nil
    }
}
