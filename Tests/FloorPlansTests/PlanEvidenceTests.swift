import FloorPlans
import Foundation
import Geometry
import SyntheticScenes
import Testing

/// What plans say of parts that were not observed.
struct PlanEvidenceTests {
    /// A rectangle of triangles about 5 cm large.
    private func sheet(_ a: Vector3, _ b: Vector3, _ d: Vector3) -> TriangleMesh {
        let n = max(1, Int((b - a).length / 0.05))
        let m = max(1, Int((d - a).length / 0.05))
        var mesh = TriangleMesh()
        for j in 0...m {
            for i in 0...n {
                mesh.positions.append(a + (b - a) * (Float(i) / Float(n)) + (d - a) * (Float(j) / Float(m)))
            }
        }
        for j in 0..<m {
            for i in 0..<n {
                let k = UInt32(j * (n + 1) + i)
                let up = k + UInt32(n + 1)
                mesh.indices += [k, k + 1, up + 1, k, up + 1, up]
            }
        }
        return mesh
    }

    /// A room of 6 × 4 m and 2.6 m height: its walls north, west and south up to `walls` metres from the west, the floor up to
    /// `floor` metres, the east wall and the ceiling where asked for.
    private func room(walls: Float = 6, floor: Float = 6, hasEast: Bool = true, hasCeiling: Bool = true) -> TriangleMesh {
        var parts = [
            sheet(Vector3(0, 0, 0), Vector3(walls, 0, 0), Vector3(0, 2.6, 0)),
            sheet(Vector3(0, 0, 4), Vector3(0, 0, 0), Vector3(0, 2.6, 4)),
            sheet(Vector3(walls, 0, 4), Vector3(0, 0, 4), Vector3(walls, 2.6, 4)),
            sheet(Vector3(0, 0, 4), Vector3(floor, 0, 4), Vector3(0, 0, 0)),
        ]
        if hasEast { parts.append(sheet(Vector3(6, 0, 0), Vector3(6, 0, 4), Vector3(6, 2.6, 0))) }
        if hasCeiling { parts.append(sheet(Vector3(0, 2.6, 0), Vector3(6, 2.6, 0), Vector3(0, 2.6, 4))) }
        return parts.reduce(into: TriangleMesh()) { $0.append($1) }
    }

    @Test func `A room that was observed all around has no range, a ceiling height and a volume`() throws {
        let found = try PlanExtraction.plan(of: room()).plan
        let one = try #require(found.storeys.first?.rooms.first)
        #expect(one.areaRange == nil && !one.isUnseen && !one.isCeilingUnseen && found.areaRange == nil)
        let height = try #require(one.observedCeilingHeight)
        let volume = try #require(one.observedVolume)
        #expect(abs(height - 2.6) < 0.01 && abs(volume - 62.4) < 1)
        #expect(found.areaText(.metric) == "24.0 m²")
    }

    @Test func `A ceiling that nobody observed has no height, and the room no volume`() throws {
        let result = try PlanExtraction.plan(of: room(hasCeiling: false))
        let storey = try #require(result.plan.storeys.first)
        let one = try #require(storey.rooms.first)
        #expect(one.isCeilingUnseen && one.observedCeilingHeight == nil && one.observedVolume == nil)
        #expect(result.notes.contains { $0.contains("ceiling of Room 1 was not observed") && $0.contains("not determined") })
        #expect(!storey.slabs.contains { $0.kind == .ceiling } && storey.slabs.contains { $0.kind == .floor && $0.room == one.id })
        let texts = texts(storey)
        #expect(texts.contains("h not determined") && !texts.contains { $0.hasPrefix("h 2") })
    }

    @Test func `A side that nobody observed is dashed, its dimensions are marked, and the area is a range`() throws {
        // Nothing of the last metre and a half was seen, and no wall there.
        let result = try PlanExtraction.plan(of: room(walls: 4.5, floor: 4.5, hasEast: false, hasCeiling: false))
        let storey = try #require(result.plan.storeys.first)
        let one = try #require(storey.rooms.first)
        let range = try #require(one.areaRange)
        let upper = try #require(range.upper)
        #expect(one.isUnseen && range.lower <= one.area && one.area <= upper)
        #expect(abs(range.lower - 17.4) < 0.8 && range.observedOutline > 0.6 && range.observedOutline < 0.9)
        let inferred = storey.walls.filter(\.isUnseen)
        #expect(abs(inferred.reduce(0) { $0 + $1.length } - 4) < 0.6)
        let graphics = PlanGraphics(storey, style: .init(scale: 50))
        #expect(graphics.figures.contains { $0.layer == .wall && $0.isDashed })
        let across = graphics.figures.compactMap { figure -> PlanDimension? in
            if case .dimension(let dimension) = figure.shape, abs(dimension.direction.x) > 0.9 { dimension } else { nil }
        }
        #expect(!across.isEmpty && across.allSatisfy { $0.isAssumed && $0.text.hasPrefix("≈ ") })
        #expect(graphics.legend.count == 3)
        #expect(result.plan.areaText(.metric).contains(" to "))
    }

    @Test func `A value with the unseen part is inside of the range`() throws {
        // The floor shows how far the room reaches; its east wall was not seen.
        let part = try PlanExtraction.plan(of: room(walls: 4, floor: 4, hasEast: false, hasCeiling: false)).plan
        let more = try PlanExtraction.plan(of: room(walls: 4, floor: 5.5, hasEast: false, hasCeiling: false)).plan
        let range = try #require(more.areaRange)
        let upper = try #require(range.upper)
        #expect(range.lower <= 22 && upper >= 21.7)
        let less = try #require(part.areaRange)
        #expect(less.lower < 16.5)
    }

    @Test func `Of a room of which one corner was observed no area is stated`() throws {
        let corner = [
            sheet(Vector3(0, 0, 0), Vector3(1.5, 0, 0), Vector3(0, 2.4, 0)),
            sheet(Vector3(0, 0, 1), Vector3(0, 0, 0), Vector3(0, 2.4, 1)),
            sheet(Vector3(0, 0, 3), Vector3(3, 0, 3), Vector3(0, 0, 0)),
        ].reduce(into: TriangleMesh()) { $0.append($1) }
        let result = try PlanExtraction.plan(of: corner)
        let one = try #require(result.plan.storeys.first?.rooms.first)
        #expect(one.areaRange?.isDetermined == false && one.observedVolume == nil)
        #expect(one.areaText(.metric).hasPrefix("not determined (at least "))
        #expect(result.notes.contains { $0.contains("is not determined, because") && $0.contains("Record more") })
        #expect(texts(result.plan.storeys[0]).contains("area not determined"))
    }

    @Test func `Floors and ceilings that were observed are slabs of their rooms, as thick as both storeys show`() throws {
        let truth = VariedFlat.plan(seed: 5)
        var scan = PlanScan()
        scan.seed = 5
        let found = try PlanExtraction.plan(of: scan.mesh(of: truth)).plan
        #expect(found.storeys.count == 2)
        for storey in found.storeys {
            for room in storey.rooms {
                let own = storey.slabs.filter { $0.room == room.id }
                #expect(own.map(\.kind) == [.floor, .ceiling], "\(room.id)")
                #expect(own.allSatisfy { abs($0.polygon.area - room.area) < 1e-6 })
                let ceiling = try #require(own.last)
                #expect(abs(ceiling.top - ceiling.thickness - room.ceilingHeight) < 1e-9)
            }
        }
        #expect(found.storeys[0].slabs.allSatisfy { $0.assumesThickness })
        let between = found.storeys[1].slabs.filter { $0.kind == .floor }
        let expected = found.storeys[1].elevation - found.storeys[0].elevation - found.storeys[0].rooms[0].ceilingHeight
        #expect(between.contains { !$0.assumesThickness && abs($0.thickness - expected) < 0.05 })
    }

    @Test func `Ranges are rounded outwards, and a total is the sum of what is known`() {
        let range = AreaRange(lower: 23.96, upper: 28.51, observedOutline: 0.42)
        #expect(PlanUnits.metric.area(range) == "23 to 29 m²")
        #expect(PlanUnits.metric.area(AreaRange(lower: 9.14, upper: 10.02, observedOutline: 0.9)) == "9.1 to 10.1 m²")
        #expect(PlanUnits.metric.area(AreaRange(lower: 3.29, upper: nil, observedOutline: 0.1)) == "at least 3.2 m²")
        #expect(PlanUnits.imperial.area(range) == "257 to 307 ft²")
        var plan = SampleFlat.plan()
        let known = plan.storeys[0].rooms[1].area
        #expect(plan.areaRange == nil)
        plan.storeys[0].rooms[0].areaRange = AreaRange(lower: 20, upper: 30, observedOutline: 0.5)
        #expect(abs((plan.areaRange?.lower ?? 0) - 20 - known) < 1e-9 && abs((plan.areaRange?.upper ?? 0) - 30 - known) < 1e-9)
        plan.storeys[0].rooms[0].areaRange?.upper = nil
        #expect(plan.areaRange?.isDetermined == false && plan.areaText(.metric).hasPrefix("at least "))
    }

    @Test func `Evidence is kept in JSON, and what contradicts itself is refused`() throws {
        var plan = SampleFlat.plan()
        plan.storeys[0].rooms[0].isCeilingUnseen = true
        plan.storeys[0].rooms[0].areaRange = AreaRange(lower: 20, upper: nil, observedOutline: 0.25)
        plan.storeys[0].slabs[0].room = plan.storeys[0].rooms[0].id
        plan.storeys[0].slabs[0].assumesThickness = true
        let json = try plan.json()
        #expect(try FloorPlan(json: json) == plan)
        plan.storeys[0].rooms[0].areaRange = AreaRange(lower: 20, upper: 21, observedOutline: 0.25)
        #expect(throws: FloorPlanError.self) { try plan.validate() }
        plan.storeys[0].rooms[0].areaRange = nil
        plan.storeys[0].slabs[0].room = "nowhere"
        #expect(throws: FloorPlanError.self) { try plan.validate() }
    }

    @Test func `A moved wall moves the ends of the range as well`() throws {
        var plan = SampleFlat.plan()
        let index = try #require(plan.storeys[0].rooms.firstIndex { $0.use == .bedroom })
        let before = plan.storeys[0].rooms[index].area
        plan.storeys[0].rooms[index].areaRange = AreaRange(lower: before - 2, upper: before + 3, observedOutline: 0.7)
        let moved = try plan.applying(.moveWall("east", distance: -0.5))
        let room = moved.storeys[0].rooms[index]
        let range = try #require(room.areaRange)
        #expect(abs(room.area - before) > 1)
        let upper = try #require(range.upper)
        #expect(abs(range.lower - room.area + 2) < 1e-9 && abs(upper - room.area - 3) < 1e-9)
    }

    private func texts(_ storey: Storey) -> [String] {
        PlanGraphics(storey, style: .init(scale: 20)).figures.compactMap { figure in
            if case .text(let text) = figure.shape { text.text } else { nil }
        }
    }
}
