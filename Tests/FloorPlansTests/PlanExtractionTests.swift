import SyntheticScenes
import TestSupport
import Capture
import FloorPlans
import Geometry
import Reconstruction
import Testing
import Support

/// Plans found in the surfaces of made-up flats whose plans are known.
struct PlanExtractionTests {
    private func scan(_ seed: UInt64, _ change: (inout PlanScan) -> Void = { _ in }) -> TriangleMesh {
        var scan = PlanScan()
        scan.seed = seed
        change(&scan)
        return scan.mesh(of: VariedFlat.plan(seed: seed))
    }

    @Test func `Six varied flats are found to the centimetre`() throws {
        var sum = PlanComparison()
        for seed: UInt64 in 1...6 {
            let result = try PlanExtraction.plan(of: scan(seed))
            sum.add(PlanComparison(found: result.plan, truth: VariedFlat.plan(seed: seed)))
        }
        #expect(!sum.storeysDiffer)
        #expect(sum.cornerF1 >= 0.95)
        #expect(sum.areaError < 0.01)
        #expect(sum.wallError < 0.015)
        #expect(sum.openingRecall >= 0.85)
        #expect(sum.openingPrecision >= 0.9)
    }

    @Test func `A fused walk through the demo flat gives its plan`() throws {
        let options = ReconstructionOptions(voxelSize: 0.02)
        let mesh = try DemoFixture(seed: 1, frameCount: 120).fused(options)
        let found = try PlanExtraction.plan(of: mesh).plan
        let comparison = PlanComparison(found: found, truth: DemoCapture.plan)
        #expect(comparison.cornerF1 >= 0.95)
        #expect(comparison.areaError < 0.01)
        #expect(comparison.wallError < 0.015)
        #expect(comparison.openingRecall >= 0.75)
        // The walls were seen somewhere in their height, behind a bookcase and a bed as well.
        let walls = found.storeys[0].walls
        let unseen = found.storeys[0].walls.filter(\.isUnseen)
        #expect(unseen.reduce(0) { $0 + $1.length } < 0.05 * walls.reduce(0) { $0 + $1.length })
    }

    @Test func `Two captures of one flat come into one frame and give one plan`() throws {
        // Their readings disagree by some millimetres: a wall behind a bookcase is seen well enough for a wall, but not as high as
        // walls are.
        let captures = try [1, 2].map { try DemoFixture(seed: $0, frameCount: 120).capture }
        let mesh = try Reconstructor.run(captures, options: ReconstructionOptions(voxelSize: 0.02)).mesh
        let found = try PlanExtraction.plan(of: mesh).plan
        let comparison = PlanComparison(found: found, truth: DemoCapture.plan)
        #expect(comparison.cornerF1 >= 0.95)
        #expect(comparison.areaError < 0.01)
        #expect(comparison.openingPrecision >= 0.75 && comparison.openingRecall >= 0.75)
        let walls = found.storeys[0].walls
        let unseen = found.storeys[0].walls.filter(\.isUnseen)
        #expect(unseen.reduce(0) { $0 + $1.length } < 0.05 * walls.reduce(0) { $0 + $1.length })
    }

    @Test func `A stretch of wall of which nothing was seen is a wall of its own that says so`() throws {
        // The south wall of a room, seen in its western half only.
        let half = [
            sheet(Vector3(0, 0, 0), Vector3(6, 0, 0), Vector3(6, 2.6, 0), Vector3(0, 2.6, 0)),
            sheet(Vector3(0, 0, 4), Vector3(0, 0, 0), Vector3(0, 2.6, 0), Vector3(0, 2.6, 4)),
            sheet(Vector3(6, 0, 0), Vector3(6, 0, 4), Vector3(6, 2.6, 4), Vector3(6, 2.6, 0)),
            sheet(Vector3(3, 0, 4), Vector3(0, 0, 4), Vector3(0, 2.6, 4), Vector3(3, 2.6, 4)),
            sheet(Vector3(0, 0, 4), Vector3(6, 0, 4), Vector3(6, 0, 0), Vector3(0, 0, 0)),
            sheet(Vector3(0, 2.6, 0), Vector3(6, 2.6, 0), Vector3(6, 2.6, 4), Vector3(0, 2.6, 4)),
        ].reduce(into: TriangleMesh()) { $0.append($1) }
        let storey = try #require(try PlanExtraction.plan(of: half).plan.storeys.first)
        #expect(storey.rooms.count == 1 && abs(storey.rooms[0].area - 24) < 0.2)
        let unseen = storey.walls.filter(\.isUnseen)
        #expect(unseen.count == 1)
        let wall = try #require(unseen.first)
        #expect(abs(wall.length - 3) < 0.3 && min(wall.start.x, wall.end.x) > 2.8)
    }

    @Test func `The same mesh gives the same plan`() throws {
        let mesh = scan(2)
        #expect(try PlanExtraction.plan(of: mesh) == PlanExtraction.plan(of: mesh))
    }

    @Test func `A leaning model is levelled and said to lean`() throws {
        var mesh = scan(3)
        let lean = RigidTransform(rotation: Quaternion(angle: 0.05, axis: Vector3(1, 0, 0)))
        mesh.positions = mesh.positions.map { lean.apply($0) }
        let result = try PlanExtraction.plan(of: mesh)
        let truth = VariedFlat.plan(seed: 3)
        #expect(result.plan.storeys.first?.rooms.count == truth.storeys.first?.rooms.count)
        #expect(abs(result.plan.area - truth.area) < 0.01 * truth.area)
        #expect(result.notes.contains { $0.contains("leant by") })
    }

    @Test func `A cloud without normals gives the plan of its rooms`() throws {
        let mesh = scan(4)
        let cloud = PointCloud(positions: mesh.positions)
        let truth = VariedFlat.plan(seed: 4)
        let comparison = PlanComparison(found: try PlanExtraction.plan(of: cloud).plan, truth: truth)
        #expect(comparison.cornerF1 >= 0.9)
        #expect(comparison.areaError < 0.02)
    }

    @Test func `A plan compared with itself has no errors, and one moved by 20 cm no corners`() {
        let truth = VariedFlat.plan(seed: 5)
        let same = PlanComparison(found: truth, truth: truth)
        #expect(same.cornerF1 == 1 && same.areaError == 0 && same.openingRecall == 1)
        var moved = truth
        for s in moved.storeys.indices {
            for r in moved.storeys[s].rooms.indices {
                moved.storeys[s].rooms[r].polygon.corners = moved.storeys[s].rooms[r].polygon.corners.map { $0 + PlanPoint(0.2, 0) }
            }
        }
        #expect(PlanComparison(found: moved, truth: truth).cornerF1 < 0.1)
    }

    @Test func `Varied flats are valid plans of one and of two storeys`() throws {
        for seed: UInt64 in 1...40 { try VariedFlat.plan(seed: seed).validate() }
        #expect(VariedFlat.plan(seed: 5).storeys.count == 2)
        #expect(VariedFlat.plan(seed: 6).storeys.count == 1)
    }

    // MARK: Bad input

    private func reason(_ mesh: TriangleMesh) -> String {
        do {
            _ = try PlanExtraction.plan(of: mesh)
            return "none"
        } catch { return "\(error)" }
    }

    /// A rectangle of two triangles.
    private func sheet(_ a: Vector3, _ b: Vector3, _ c: Vector3, _ d: Vector3) -> TriangleMesh {
        TriangleMesh(positions: [a, b, c, d], indices: [0, 1, 2, 0, 2, 3])
    }

    @Test func `An empty mesh, a broken one and one of no size are refused`() {
        #expect(reason(TriangleMesh()).contains("no triangles"))
        var broken = scan(1)
        broken.positions[5].x = .nan
        #expect(reason(broken).contains("not finite"))
        broken.positions[5].x = 0
        broken.indices[7] = .max
        #expect(reason(broken).contains("out of range"))
        var small = scan(1)
        small.positions = small.positions.map { $0 * 0.01 }
        #expect(reason(small).contains("check its unit"))
        var large = small
        large.positions = large.positions.map { $0 * 1e9 }
        #expect(reason(large).contains("too large for a building"))
        large.positions = large.positions.map { $0 * 1e30 }
        #expect(reason(large) != "none")
    }

    @Test func `A single wall and a lone floor show no room`() {
        let wall = sheet(Vector3(0, 0, 0), Vector3(4, 0, 0), Vector3(4, 2.5, 0), Vector3(0, 2.5, 0))
        #expect(reason(wall).contains("no plan can be extracted"))
        let floor = sheet(Vector3(0, 0, 0), Vector3(0, 0, 4), Vector3(4, 0, 4), Vector3(4, 0, 0))
        #expect(reason(floor).contains("no plan can be extracted"))
    }

    @Test(arguments: [16, 100], [false, true]) func `A hollow ball has no walls`(steps: Int, inward: Bool) {
        var ball = TriangleMesh()
        let around = 2 * steps
        for i in 0...steps {
            for j in 0..<around {
                let down = Float(i) / Float(steps) * .pi
                let turn = Float(j) / Float(steps) * .pi
                let ring = Trigonometry.sin(down)
                ball.positions.append(
                    4 * Vector3(ring * Trigonometry.cos(turn), Trigonometry.cos(down), ring * Trigonometry.sin(turn)))
            }
        }
        for i in 0..<steps {
            for j in 0..<around {
                let a = i * around + j
                let b = i * around + (j + 1) % around
                let c = a + around
                let d = b + around
                ball.indices += (inward ? [a, c, b, b, c, d] : [a, b, c, b, d, c]).map { UInt32($0) }
            }
        }
        #expect(reason(ball).contains("no walls"))
    }

    @Test func `A cancelled extraction stops`() async {
        let mesh = scan(1)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try PlanExtraction.plan(of: mesh)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
