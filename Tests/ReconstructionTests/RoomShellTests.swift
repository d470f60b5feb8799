import Capture
import FloorPlans
import Foundation
import Geometry
import Reconstruction
import SyntheticScenes
import TestSupport
import Testing

@Suite struct RoomShellTests {
    /// A capture without the depth samples of a part of the place.
    private struct PartlySeen: FrameSource {
        let whole: Capture
        let isHidden: @Sendable (Vector3) -> Bool
        var frameCount: Int { whole.frameCount }
        var notes: [String] { [] }

        func pose(at index: Int) -> RigidTransform? { whole.pose(at: index) }

        func frame(at index: Int) throws(CaptureError) -> Frame {
            var frame = try whole.frame(at: index)
            let camera = frame.depthIntrinsics
            for y in 0..<frame.depth.height {
                for x in 0..<frame.depth.width where frame.depth[x, y] > 0 {
                    let p = camera.unproject(Vector2(Float(x), Float(y)), depth: frame.depth[x, y])
                    if isHidden(frame.pose.apply(p)) { frame.depth[x, y] = 0 }
                }
            }
            return frame
        }
    }

    private static func shell(
        _ capture: Capture, without isHidden: @escaping @Sendable (Vector3) -> Bool = { _ in false }
    ) throws -> RoomShell {
        var options = ReconstructionMode.interior.options
        options.voxelSize = 0.04
        options.poses = .none
        let part = Capture(name: "part", kind: "test", source: PartlySeen(whole: capture, isHidden: isHidden))
        let report = try #require(try Reconstructor.run(part, options: options).report)
        #expect(report.noRoom == nil)
        return try #require(report.shell)
    }

    /// Shares of floor and wall length at x < `middle`.
    private static func truth(_ storey: Storey, below middle: Double) -> (floor: Double, walls: Double) {
        var floor = (all: 0, part: 0)
        var walls = (all: 0.0, part: 0.0)
        for room in storey.rooms {
            let bounds = room.polygon.bounds
            for x in stride(from: bounds.min.x, through: bounds.max.x, by: 0.05) {
                for y in stride(from: bounds.min.y, through: bounds.max.y, by: 0.05) where room.polygon.contains(PlanPoint(x, y)) {
                    floor.all += 1
                    if x < middle { floor.part += 1 }
                }
            }
            for (a, b) in room.polygon.edges {
                for k in 0..<200 {
                    walls.all += (b - a).length / 200
                    if (a + (b - a) * ((Double(k) + 0.5) / 200)).x < middle { walls.part += (b - a).length / 200 }
                }
            }
        }
        return (Double(floor.part) / Double(floor.all), walls.part / walls.all)
    }

    @Test(.enabled(if: isSoak, "two minutes: make soak"), arguments: [3, 4] as [UInt64])
    func `floor, walls and ceiling of a flat are observed as far as its depths are there`(seed: UInt64) throws {
        let plan = VariedFlat.plan(seed: seed)
        let storey = try #require(plan.storeys.first)
        let capture = PlanCapture.capture(of: plan, seed: seed, noise: false, drift: false)
        let whole = try Self.shell(capture)
        let area = storey.rooms.reduce(0) { $0 + $1.polygon.area }
        // Columns of 10 cm, less those that furniture hides: areas are rougher than the shares of them.
        #expect(abs(whole.floor.area / area - 1) < 0.15, "\(whole.floor.area) of \(area) m²")
        let perimeter = storey.rooms.reduce(0) { $0 + $1.polygon.edges.reduce(0) { $0 + ($1.1 - $1.0).length } }
        #expect(abs(whole.walls.area / (perimeter * whole.height) - 1) < 0.3, "\(whole.walls.area) m², \(perimeter) m")
        for part in [whole.floor, whole.walls, whole.ceiling] { #expect(part.observed > 0.93, "\(whole)") }

        let height = Float(try #require(storey.rooms.map(\.ceilingHeight).min()))
        let noCeiling = try Self.shell(capture) { $0.y > height - 0.2 }
        #expect(noCeiling.ceiling.observed < 0.03, "\(noCeiling)")
        #expect(noCeiling.floor.observed > 0.93 && noCeiling.walls.observed > 0.8)
        let middle = storey.bounds.center.x
        let truth = Self.truth(storey, below: middle)
        let half = try Self.shell(capture) { $0.y < 0.06 && Double($0.x) > middle }
        #expect(abs(half.floor.observed - truth.floor * whole.floor.observed) < 0.06, "\(half.floor), \(truth)")
        #expect(abs(half.ceiling.observed - whole.ceiling.observed) < 0.04)
        let halfCeiling = try Self.shell(capture) { $0.y > height - 0.06 && Double($0.x) > middle }
        #expect(abs(halfCeiling.ceiling.observed - truth.floor * whole.ceiling.observed) < 0.06, "\(halfCeiling.ceiling), \(truth)")
        #expect(halfCeiling.advice.contains { $0.hasSuffix("point the camera up.") } == (halfCeiling.ceiling.observed < 0.6))
    }

    @Test func `walls that gave no depth are not observed`() throws {
        // A room of 5 x 4 m, and 2.5 m high: 18 m of wall, 4 m of it without depth.
        let room = TriangleMesh.box(.zero, Vector3(5, 2.5, 4), inwards: true)
        var poses: [RigidTransform] = []
        for place in [Vector3(1.3, 1.4, 1.2), Vector3(3.7, 1.4, 2.8), Vector3(2.5, 1.4, 2)] {
            for i in 0..<12 {
                let (s, c) = Trigonometry.sincos(Float(i) * .pi / 6)
                for tilt in [-0.9, -0.2, 0.7] as [Float] { poses.append(.lookingAt(place + Vector3(c, tilt, s), from: place)) }
            }
        }
        let capture = MadeScene(room, poses: poses).capture
        let whole = try Self.shell(capture)
        #expect(whole.floor.observed > 0.95 && whole.walls.observed > 0.95 && whole.ceiling.observed > 0.95, "\(whole)")
        #expect(!whole.isOpen && abs(whole.height - 2.5) < 0.21 && abs(whole.floor.area - 20) < 2)
        let part = try Self.shell(capture) { $0.x > 4.95 }
        #expect(abs(part.walls.observed - 14.0 / 18) < 0.05, "\(part)")
        #expect(part.isOpen && abs(part.openOutline - 4) < 0.8, "\(part.openOutline)")
        #expect(part.floor.observed > 0.9)
    }

    @Test func `a thing, and a single wall, are no room`() throws {
        let wall = MadeScene(
            .box(Vector3(-2, 0, -2.1), Vector3(2, 2.5, -2)),
            poses: (0..<8).map { RigidTransform.lookingAt(Vector3(Float($0) * 0.2 - 0.8, 1, -2), from: Vector3(0, 1.2, 0.2)) })
        var options = ReconstructionMode.interior.options
        options.voxelSize = 0.04
        options.poses = .none
        let report = try #require(try Reconstructor.run(wall.capture, options: options).report)
        #expect(report.shell == nil && report.noRoom != nil)
        #expect(report.shellText?.hasPrefix("room: none, because") == true)
    }

    @Test(.enabled(if: TestData.has("rgbd-office-hololens"), "needs ../shared/data/rgbd-office-hololens"))
    func `half of a real office, and none of its ceiling, were not seen`() throws {
        let report = try Self.report("rgbd-office-hololens")
        let shell = try #require(report.shell)
        #expect(report.coverage > 0.8 && shell.ceiling.observed < 0.05, "\(shell)")
        #expect(shell.total.observed < 0.6 && shell.isOpen)
    }

    @Test(.enabled(if: TestData.has("phone-3dscanner-chair"), "needs ../shared/data/phone-3dscanner-chair"))
    func `a real chair and a real door are no rooms`() throws {
        for name in ["phone-3dscanner-chair", "phone-record3d-door-exr"] {
            let report = try Self.report(name)
            #expect(report.shell == nil && report.noRoom != nil, "\(name): \(String(describing: report.shell))")
        }
    }

    private static func report(_ name: String) throws -> ScanReport {
        var options = ReconstructionMode.interior.options
        options.voxelSize = 0.04
        options.poses = .none
        return try #require(try Reconstructor.run(Capture.open(TestData.shared(name)), options: options).report)
    }
}
