import SyntheticScenes
import FloorPlans
import Measurement
import Testing

@Suite struct PlanMarkTests {
    let plan = SampleFlat.plan(storeys: 2)

    func value(_ kind: MeasuredValue.Kind, _ points: [Point], name: String = "") -> MeasuredValue {
        MeasuredValue(
            kind: kind, name: name, points: points.map { MeasuredPoint($0) }, value: 2.5,
            uncertainty: .standard(0.01 / Uncertainty.coverageFactor))
    }

    @Test func `Measurements are drawn on the storey that they stand on`() throws {
        let above = plan.storeys[1].elevation
        let list = MeasurementList([
            value(.distance, [Point(1, 1, -1), Point(3, 1, -1)], name: "Shelf"),
            value(.area, [Point(1, above, -1), Point(3, above, -1), Point(3, above, -2), Point(1, above, -2)]),
            // Straight up, upright, and what has no place on a plan.
            value(.height, [Point(1, 0, -1), Point(1, 2, -1)]), value(.angle, [Point(1, 1, -1), Point(2, 1, -1), Point(3, 1, -3)]),
            value(.area, [Point(1, 0, -1), Point(3, 0, -1), Point(3, 2, -1)]),
        ])
        let marks = list.marks(on: plan)
        #expect(marks.map(\.storey) == [plan.storeys[0].id, plan.storeys[1].id])
        #expect(marks[0].points == [PlanPoint(1, 1), PlanPoint(3, 1)] && marks[0].text == "Shelf 2.50 m ± 10 mm")
        #expect(marks[1].isClosed && marks[1].points.count == 4)
        let style = PlanGraphics.Style()
        var graphics = PlanGraphics(plan.storeys[0], style: style)
        let before = graphics.figures.count
        graphics.add(marks, of: plan.storeys[0].id, style: style)
        #expect(graphics.figures.count == before + 1)
        let last = try #require(graphics.figures.last)
        guard case .dimension(let dimension) = last.shape else {
            Issue.record("no dimension")
            return
        }
        #expect(dimension.length == 2 && dimension.text == marks[0].text && last.layer == .dimension)
    }

    @Test func `The label of an area stands inside of it, however it bends`() throws {
        // A horseshoe, whose middle is outside.
        let corners = [
            PlanPoint(0, 0), PlanPoint(4, 0), PlanPoint(4, 3), PlanPoint(3.5, 3), PlanPoint(3.5, 0.5), PlanPoint(0.5, 0.5),
            PlanPoint(0.5, 3), PlanPoint(0, 3),
        ]
        let storey = plan.storeys[0]
        var graphics = PlanGraphics(storey, style: .init())
        graphics.add([PlanMark(storey: storey.id, points: corners, isClosed: true, text: "3.4 m²")], of: storey.id, style: .init())
        let text = try #require(
            graphics.figures.compactMap { figure -> PlanText? in
                if figure.layer == .dimension, case .text(let text) = figure.shape { text } else { nil }
            }.first)
        #expect(PlanPolygon(corners).contains(text.position))
        graphics.add([PlanMark(storey: storey.id, points: [.zero, .zero], text: "")], of: storey.id, style: .init())
        #expect(graphics.bounds.size.x.isFinite)
    }
}
