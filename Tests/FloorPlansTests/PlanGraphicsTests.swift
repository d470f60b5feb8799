import SyntheticScenes
import FloorPlans
import Testing

@Suite struct PlanGraphicsTests {
    let storey = SampleFlat.plan().storeys[0]

    @Test func `Lengths and areas are written in both systems`() {
        #expect(PlanUnits.metric.length(3.6249) == "3.62")
        #expect(PlanUnits.metric.length(0.05) == "0.05" && PlanUnits.metric.length(-0.001) == "0.00")
        #expect(PlanUnits.metric.area(12.44) == "12.4 m²")
        #expect(PlanUnits.imperial.length(0.3048) == "1'-0\"")
        #expect(PlanUnits.imperial.length(3.6195) == "11'-10 1/2\"")
        #expect(PlanUnits.imperial.length(0.3047) == "1'-0\"")
        #expect(PlanUnits.imperial.area(9.290304) == "100 ft²")
    }

    @Test func `Walls are one solid less their openings`() throws {
        let graphics = PlanGraphics(storey, style: .init())
        let solid = try #require(
            graphics.figures.compactMap { figure -> [PlanPolygon]? in
                if case .solid(let loops) = figure.shape { loops } else { nil }
            }.first)
        let seen = zip(storey.walls, storey.wallFootprints).filter { !$0.0.isUnseen }
        var area = seen.reduce(0) { $0 + $1.1.area }
        for opening in storey.openings {
            let wall = try #require(storey.walls.first { $0.id == opening.wall })
            area -= opening.width * wall.thickness
        }
        #expect(abs(solid.reduce(0) { $0 + $1.signedArea } - area) < 1e-6)
        #expect(graphics.figures.contains { $0.layer == .wall && $0.isDashed })
    }

    @Test func `Dimensions of a chain add up to the whole`() throws {
        let dimensions = PlanGraphics(storey, style: .init()).figures.compactMap { figure -> PlanDimension? in
            if case .dimension(let dimension) = figure.shape { dimension } else { nil }
        }
        let below = dimensions.filter { abs($0.direction.y) < 1e-9 && $0.line.y < 0 }
        let whole = try #require(below.map(\.length).max())
        #expect(abs(below.reduce(0) { $0 + $1.length } - 2 * whole) < 1e-9)
        #expect(abs(whole - PlanBounds(storey.wallFootprints.flatMap(\.corners)).size.x) < 1e-9)
        #expect(dimensions.contains { abs($0.direction.x) > 0.05 && abs($0.direction.y) > 0.05 })
    }

    @Test func `Labels stand inside their rooms and beside the furniture`() {
        let graphics = PlanGraphics(storey, style: .init(scale: 50))
        let texts = graphics.figures.compactMap { figure -> PlanText? in
            if case .text(let text) = figure.shape { text } else { nil }
        }
        #expect(texts.count == 7)
        for text in texts {
            #expect(storey.rooms.contains { $0.polygon.contains(text.position) })
            #expect(!storey.furniture.contains { PlanPolygon($0.corners).contains(text.position) }, "\(text.text)")
        }
    }
}
