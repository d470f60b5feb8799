import PointClouds
import Foundation
import Geometry
import Reconstruction
import Support

/// Floor plans from surfaces alone: a mesh or a cloud of rooms, however it was made.
///
/// The surface is levelled, cut into storeys by its floors and ceilings, and summed up in columns of 2.5 cm in one pass each; faces
/// of walls are fitted to the columns, rooms found between them by a minimum cut, walls between rooms, openings in walls. See
/// docs/plans.md.
public enum PlanExtraction {
    /// Parameters of the extraction.
    public struct Options: Sendable, Equatable {
        /// Of the plan.
        public var name = "Floor plan"
        /// Thickness of walls of which only one face was observed, in metres.
        public var assumedThickness = 0.2
        /// How far the model may lean, in radians.
        public var maximumLean: Float = 0.26
        /// Edge of a column in metres; larger where the building is large.
        public var cell: Float = 0.025
        /// Whether furniture is detected as boxes.
        public var findsFurniture = true

        /// Default options with a name for the plan.
        public init(name: String = "Floor plan") { self.name = name }
    }

    /// A plan with notes on what was assumed and what was not observed.
    public struct Result: Sendable, Equatable {
        /// The extracted plan.
        public var plan: FloorPlan
        /// What was assumed or not observed, one sentence each.
        public var notes: [String]
    }

    /// Thickness of ceilings, of which only the lower face is observed, in metres.
    static let assumedCeiling = 0.02
    /// Between a ceiling and the floor above it, in metres.
    private static let plates = 0.05...1.0

    /// Larger models than this, in metres, are no buildings.
    private static let farthest: Float = 400
    /// Square metres of surface.
    private static let largestArea = 300_000.0

    /// The plan of the rooms in a mesh: metres, y about up; walls, floor, ceiling and things, of which holes and noise may take
    /// parts away.
    /// - Throws: `FloorPlanError` where the mesh is broken, has the size of no building, or shows no room; `CancellationError`.
    public static func plan(
        of mesh: TriangleMesh, _ options: Options = Options(), progress: ProgressReporter = .silent
    ) throws -> Result {
        guard mesh.triangleCount > 0 else { throw FloorPlanError("the mesh has no triangles; a plan needs surfaces") }
        if let flaw = mesh.flaw { throw FloorPlanError("the mesh is broken: \(flaw); repair it first") }
        return try plan(PlanSurface(mesh), size: mesh.bounds.size, options: options, progress: progress)
    }

    /// The plan of the rooms in a cloud, which is thinned to points 2 cm apart and given normals.
    /// - Throws: as for a mesh.
    public static func plan(
        of cloud: PointCloud, _ options: Options = Options(), progress: ProgressReporter = .silent
    ) throws -> Result {
        guard cloud.positions.count >= 100 else {
            throw FloorPlanError("the cloud has \(cloud.positions.count) points; a plan needs surfaces")
        }
        guard cloud.positions.allSatisfy(\.isFinite) else { throw FloorPlanError("the cloud is broken: a position is not finite") }
        let size = cloud.bounds.size
        try check(size)
        let spacing: Float = 0.02
        var thin: PointCloud
        do {
            thin = try Downsampling.voxel(cloud, size: spacing, progress: progress.part(0...0.15))
            if thin.normals.count != thin.positions.count { try Normals.estimate(&thin, progress: progress.part(0.15...0.5)) }
        } catch let error as ReconstructionError {
            throw FloorPlanError("the cloud can't be used: \(error)")
        }
        return try plan(PlanSurface(thin, spacing: spacing), size: size, options: options, progress: progress.part(0.5...1))
    }

    private static func check(_ size: Vector3) throws(FloorPlanError) {
        let longest = max(size.x, size.y, size.z)
        guard longest >= 1 else {
            throw FloorPlanError("the model is only \(longest) m large, too small for a room; check its unit")
        }
        guard longest <= farthest else {
            throw FloorPlanError(
                "the model is \(longest) m large, too large for a building; check its unit, or remove stray points")
        }
    }

    private static func plan(
        _ given: PlanSurface, size: Vector3, options: Options, progress: ProgressReporter
    ) throws -> Result {
        try check(size)
        try progress.report(0, "Levelling")
        var surface = given
        var (facing, notes) = surface.level(limit: options.maximumLean)
        let total = facing.sums.reduce(0.0) { $0 + Double($1.w) }
        guard total <= largestArea else {
            throw FloorPlanError("the model has \(Int(total)) m² of surface, too much for a building; check its unit")
        }
        let box = surface.box()
        try progress.report(0.1, "Finding storeys")
        var heights = StoreyLevels(tally: surface.heights(low: box.low, high: box.high))
        if heights.isInsideOut {
            notes.append("The triangles face away from the rooms; they were treated as wound the other way.")
            surface.side = -1
            heights = StoreyLevels(tally: surface.heights(low: box.low, high: box.high))
        }
        let levels = heights.storeys()
        guard !levels.isEmpty else { throw FloorPlanError("the model shows neither floors nor walls, so no plan can be extracted") }
        let turn = Float(MainDirection.rough(facing))
        var plan = FloorPlan(id: "plan", name: options.name, storeys: [])
        for (i, level) in levels.enumerated() {
            let part = progress.part(
                0.2 + 0.8 * Double(i) / Double(levels.count)...0.2 + 0.8 * Double(i + 1) / Double(levels.count))
            let grid = try ColumnGrid(
                surface, level, low: Vector2(box.low.x, box.low.y), high: Vector2(box.high.x, box.high.y), cell: options.cell,
                turn: turn, progress: part.part(0...0.5))
            try part.report(0.5, "Finding walls")
            var extraction = StoreyExtraction(grid, options, number: plan.storeys.count)
            if let storey = try extraction.storey(part.part(0.5...1)) {
                plan.storeys.append(moved(storey, surface))
                notes += extraction.notes
            }
        }
        guard !plan.storeys.isEmpty else {
            throw FloorPlanError("no walls that enclose a room were observed, so no plan can be extracted")
        }
        for i in plan.storeys.indices.dropLast() {
            plan.storeys[i].height = max(plan.storeys[i].height, plan.storeys[i + 1].elevation - plan.storeys[i].elevation)
        }
        setPlates(&plan)
        try plan.validate()
        try progress.report(1, "Done")
        return Result(plan: plan, notes: notes)
    }

    /// Floors above observed ceilings are as thick as what is between both faces.
    private static func setPlates(_ plan: inout FloorPlan) {
        for i in plan.storeys.indices.dropFirst() {
            let below = plan.storeys[i - 1]
            for k in plan.storeys[i].slabs.indices where plan.storeys[i].slabs[k].kind == .floor {
                let center = plan.storeys[i].slabs[k].polygon.bounds.center
                let ceiling = below.slabs.first { $0.kind == .ceiling && $0.polygon.contains(center) }
                guard let ceiling else { continue }
                let thickness =
                    plan.storeys[i].elevation - below.elevation - (ceiling.top - ceiling.thickness)
                guard plates.contains(thickness) else { continue }
                plan.storeys[i].slabs[k].thickness = thickness
                plan.storeys[i].slabs[k].assumesThickness = false
            }
        }
    }

    /// From the surface's own axes to the world's.
    private static func moved(_ storey: Storey, _ surface: PlanSurface) -> Storey {
        var result = storey
        result.elevation = surface.elevation(storey.elevation)
        for i in result.walls.indices {
            result.walls[i].start = surface.planPoint(result.walls[i].start)
            result.walls[i].end = surface.planPoint(result.walls[i].end)
        }
        for i in result.rooms.indices {
            result.rooms[i].polygon = PlanPolygon(result.rooms[i].polygon.corners.map { surface.planPoint($0) })
        }
        for i in result.slabs.indices {
            result.slabs[i].polygon = PlanPolygon(result.slabs[i].polygon.corners.map { surface.planPoint($0) })
        }
        for i in result.furniture.indices { result.furniture[i].center = surface.planPoint(result.furniture[i].center) }
        return result
    }
}
