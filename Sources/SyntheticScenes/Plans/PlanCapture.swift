import FloorPlans
import Capture
import Foundation
import Geometry
import Images
import Support

/// A made-up walk through a plan's rooms with a phone's depth sensor: its noise, its range, its drifting poses. For measuring how
/// well plans of fused scans are found; `PlanScan` makes the surface that the rays meet.
///
/// The person stands in each room where most of it is in reach, turns once looking down and once looking up, and goes on.
public enum PlanCapture {
    /// How far from the next stand a place of a room may be, and how near walls the person stands, metres.
    private static let reach = 1.7
    private static let clearance = 0.55

    /// The frames of one storey.
    public static func capture(of plan: FloorPlan, seed: UInt64, noise: Bool = true, drift: Bool = true) -> Capture {
        var scan = PlanScan()
        scan.seed = seed
        // Exact, and whole: what furniture hides is hidden from the rays as well. The steps keep floors close to the walls.
        scan.spacing = 0.02
        scan.noise = 0
        scan.hides = false
        let mesh = scan.mesh(of: plan)
        let poses = plan.storeys.flatMap { walk($0) }
        let drifting = drift ? DemoDrift(seed: seed) : nil
        let recorded = poses.enumerated().map { i, pose in
            drifting?.applied(to: pose, at: Float(i) / Float(max(1, poses.count - 1))) ?? pose
        }
        let sensor = DemoDepthSensor(
            mesh: mesh, bvh: BVH(mesh), intrinsics: DemoFrames.depthIntrinsics, seed: seed, hasNoise: noise)
        return Capture(name: plan.name, kind: "Plan", source: Frames(sensor: sensor, truePoses: poses, recorded: recorded))
    }

    private static func walk(_ storey: Storey) -> [RigidTransform] {
        storey.rooms.flatMap { room in
            stands(room, storey.furniture).flatMap { p -> [RigidTransform] in
                let eye = Vector3(Float(p.x), Float(storey.elevation + 1.5), Float(-p.y))
                return [(-27, 18), (21, 14)].flatMap { pitch, count -> [RigidTransform] in
                    (0..<count).map { k in
                        let turn = Quaternion(angle: Float(k) / Float(count) * 2 * .pi, axis: Vector3(0, 1, 0))
                        let tilt = Quaternion(angle: Float(pitch) * .pi / 180, axis: Vector3(1, 0, 0))
                        return RigidTransform(rotation: (turn * tilt).normalized, translation: eye)
                    }
                }
            }
        }
    }

    /// Places to stand in: the one farthest from walls and things first, then the one farthest from all others.
    private static func stands(_ room: Room, _ furniture: [Furniture]) -> [PlanPoint] {
        let bounds = room.polygon.bounds
        var free: [(place: PlanPoint, room: Double)] = []
        for y in stride(from: bounds.min.y, through: bounds.max.y, by: 0.1) {
            for x in stride(from: bounds.min.x, through: bounds.max.x, by: 0.1) {
                let p = PlanPoint(x, y)
                guard room.polygon.contains(p) else { continue }
                let things = furniture.map { item in
                    let outline = PlanPolygon(item.corners)
                    return outline.contains(p) ? 0 : outline.distance(to: p)
                }
                free.append((p, min(room.polygon.distance(to: p), 0.2 + (things.min() ?? .infinity))))
            }
        }
        guard let first = free.max(by: { $0.room < $1.room }) else { return [] }
        var stands = [first.place]
        let open = free.filter { $0.room >= clearance }.map(\.place)
        func distance(_ p: PlanPoint) -> Double { stands.map { ($0 - p).length }.min() ?? .infinity }
        while let next = open.max(by: { distance($0) < distance($1) }), distance(next) > reach { stands.append(next) }
        return stands
    }

    private struct Frames: FrameSource {
        let sensor: DemoDepthSensor
        let truePoses: [RigidTransform]
        let recorded: [RigidTransform]
        var frameCount: Int { recorded.count }
        var notes: [String] { [] }

        func pose(at index: Int) -> RigidTransform? { recorded[index] }

        func frame(at index: Int) throws(CaptureError) -> Frame {
            let (depth, confidence) = sensor.measure(truePoses[index], index: index)
            return Frame(
                index: index, timestamp: Double(index) / 10, pose: recorded[index], depth: depth,
                depthIntrinsics: DemoFrames.depthIntrinsics, confidence: confidence, colorIntrinsics: DemoFrames.depthIntrinsics)
        }
    }
}
