import ExhibitMotion
import Foundation
import Testing

@Suite struct LabelLayoutTests {
    private typealias Label = LabelLayout.Label
    private typealias Area = LabelLayout.Area

    private let area = Area(minX: 12, minY: 60, maxX: 378, maxY: 700)
    private let model = Area(minX: 120, minY: 150, maxX: 270, maxY: 640)

    private func overlaps(_ labels: [Label], _ positions: [LabelLayout.Position]) -> String? {
        for i in labels.indices where positions[i].side != .hidden {
            for j in labels.indices where j > i && positions[j].side != .hidden {
                let a = positions[i]
                let b = positions[j]
                let isApart =
                    a.x + labels[i].width <= b.x + 0.01 || b.x + labels[j].width <= a.x + 0.01
                    || a.y + labels[i].height <= b.y + 0.01 || b.y + labels[j].height <= a.y + 0.01
                if !isApart { return "\(i) \(a) \(labels[i]) over \(j) \(b) \(labels[j])" }
            }
        }
        return nil
    }

    private func isInside(_ label: Label, _ position: LabelLayout.Position, _ area: Area) -> Bool {
        position.x >= area.minX - 0.01 && position.x + label.width <= area.maxX + 0.01 && position.y >= area.minY - 0.01
            && position.y + label.height <= area.maxY + 0.01
    }

    @Test func `random labels never overlap and are inside the area`() {
        var generator = SeededGenerator(state: 11)
        for _ in 0..<400 {
            let width = Float.random(in: 200...1_500, using: &generator)
            let height = Float.random(in: 120...900, using: &generator)
            let area = Area(minX: 8, minY: 8, maxX: 8 + width, maxY: 8 + height)
            let middle = Float.random(in: -200...width + 200, using: &generator)
            let half = Float.random(in: 5...700, using: &generator)
            let model = Area(minX: middle - half, minY: 0, maxX: middle + half, maxY: height)
            var layout = LabelLayout()
            var labels = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
                Label(
                    x: .random(in: -100...width + 100, using: &generator), y: .random(in: -100...height + 100, using: &generator),
                    width: .random(in: 20...260, using: &generator), height: .random(in: 16...70, using: &generator),
                    priority: .random(in: -1...5, using: &generator))
            }
            // The model turns: the history of one frame is the input of the next.
            for _ in 0..<6 {
                let positions = layout.place(labels, area: area, model: model)
                #expect(positions.count == labels.count)
                #expect(overlaps(labels, positions) == nil)
                for (label, position) in zip(labels, positions) where position.side != .hidden {
                    #expect(isInside(label, position, area))
                    #expect(label.priority >= 0)
                }
                for i in labels.indices {
                    labels[i].x += .random(in: -60...60, using: &generator)
                    labels[i].y += .random(in: -60...60, using: &generator)
                }
            }
        }
    }

    @Test func `the layout is deterministic`() {
        let labels = (0..<12).map { Label(x: Float(40 + 25 * $0), y: 200, width: 90, height: 28, priority: 1) }
        var first = LabelLayout()
        var second = LabelLayout()
        #expect(first.place(labels, area: area, model: model) == second.place(labels, area: area, model: model))
    }

    @Test func `a label with room is at the height of its anchor`() {
        var layout = LabelLayout()
        let labels = [
            Label(x: 130, y: 200, width: 90, height: 28, priority: 1), Label(x: 260, y: 500, width: 90, height: 28, priority: 1),
        ]
        let positions = layout.place(labels, area: area, model: model)
        #expect(positions[0] == .init(side: .left, x: 12, y: 186))
        #expect(positions[1] == .init(side: .right, x: 288, y: 486))
    }

    @Test func `labels do not jump between the columns when an anchor trembles around the middle`() {
        var layout = LabelLayout()
        var sides: Set<UInt8> = []
        for frame in 0..<60 {
            let x = 195 + 20 * Float(sin(Double(frame)))
            let positions = layout.place([Label(x: x, y: 300, width: 90, height: 28, priority: 1)], area: area, model: model)
            sides.insert(positions[0].side.rawValue)
        }
        #expect(sides.count == 1)
    }

    @Test func `labels do not change places while their anchors differ little`() {
        var layout = LabelLayout()
        var orders: Set<Bool> = []
        for frame in 0..<60 {
            let shift = 5 * Float(sin(Double(frame)))
            let labels = [
                Label(x: 100, y: 300 + shift, width: 90, height: 28, priority: 1),
                Label(x: 100, y: 300 - shift, width: 90, height: 28, priority: 1),
            ]
            let positions = layout.place(labels, area: area, model: model)
            orders.insert(positions[0].y < positions[1].y)
        }
        #expect(orders.count == 1)
    }

    @Test func `where the columns are full, labels of low priority are hidden`() {
        var layout = LabelLayout()
        let labels = (0..<60).map { Label(x: 100, y: 300, width: 90, height: 34, priority: $0 == 50 ? 9 : 1) }
        let positions = layout.place(labels, area: area, model: model)
        #expect(positions[50].side == .left)
        #expect(positions.filter { $0.side != .hidden }.count == 32)  // 16 of 34 pixels and gaps of 6 in each column of 640
        #expect(overlaps(labels, positions) == nil)
    }

    @Test func `what is not a number is hidden`() {
        var layout = LabelLayout()
        let positions = layout.place(
            [Label(x: .nan, y: 1, width: 90, height: 28, priority: 1), Label(x: 1, y: 90, width: 90, height: 28, priority: 1)],
            area: area, model: model)
        #expect(positions[0].side == .hidden)
        #expect(positions[1].side == .left)
    }
}
