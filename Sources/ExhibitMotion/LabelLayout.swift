import Geometry

/// Positions of part labels in two columns beside the model, each with a line to its anchor. Labels never overlap: those that
/// don't fit are hidden. The result depends only on the input and the sides and orders of the last layout, which keep labels in
/// place while anchors move a little. Lengths are CSS pixels, x to the right and y down.
public struct LabelLayout: Sendable {
    /// Between two labels.
    public static let gap: Float = 6
    /// Between the model and a column.
    public static let modelMargin: Float = 28
    /// Between the two columns.
    public static let columnGap: Float = 24
    /// An anchor must be so far on the other side before its label changes the column.
    public static let sideTolerance: Float = 36
    /// An anchor must be so far past another before their labels change places.
    public static let orderTolerance: Float = 14

    /// A label to be placed.
    public struct Label: Sendable, Equatable {
        /// The projected anchor.
        public var x: Float
        /// The projected anchor.
        public var y: Float
        /// Of the label.
        public var width: Float
        /// Of the label.
        public var height: Float
        /// Labels of a higher priority are placed first; negative ones are not shown.
        public var priority: Float

        /// A label by its five values.
        public init(x: Float, y: Float, width: Float, height: Float, priority: Float) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
            self.priority = priority
        }
    }

    /// A rectangle in the image.
    public struct Area: Sendable, Equatable {
        public var minX: Float
        public var minY: Float
        public var maxX: Float
        public var maxY: Float

        /// A rectangle by its edges.
        public init(minX: Float, minY: Float, maxX: Float, maxY: Float) {
            self.minX = minX
            self.minY = minY
            self.maxX = maxX
            self.maxY = maxY
        }
    }

    /// Where a label is.
    public struct Position: Sendable, Equatable {
        /// The column.
        public enum Side: UInt8, Sendable, CaseIterable { case hidden, left, right }

        public var side: Side
        /// The label's left edge.
        public var x: Float
        /// The label's upper edge.
        public var y: Float

        static let hidden = Position(side: .hidden, x: 0, y: 0)

        /// A position by its three values.
        public init(side: Side, x: Float, y: Float) {
            self.side = side
            self.x = x
            self.y = y
        }
    }

    /// Of the last layout, by the index of the label.
    private var last: [Position] = []

    /// A layout without history.
    public init() {}

    /// Places labels.
    /// - Parameters:
    ///   - labels: always in the same order; a changed count forgets the last layout.
    ///   - area: where labels may be.
    ///   - model: the projected bounds of the model, beside which the columns are.
    public mutating func place(_ labels: [Label], area: Area, model: Area) -> [Position] {
        if last.count != labels.count { last = Array(repeating: .hidden, count: labels.count) }
        var columns = Columns(area: area, model: model)
        let order = labels.indices.sorted { a, b in
            labels[a].priority != labels[b].priority ? labels[a].priority > labels[b].priority : a < b
        }
        for i in order where labels[i].priority >= 0 {
            let wanted = side(of: labels[i], last: last[i].side, columns: columns)
            if !columns.add(labels[i], index: i, side: wanted) {
                _ = columns.add(labels[i], index: i, side: wanted == .left ? .right : .left)
            }
        }
        var positions = [Position](repeating: .hidden, count: labels.count)
        put(columns.left, labels: labels, side: .left, in: columns, to: &positions)
        put(columns.right, labels: labels, side: .right, in: columns, to: &positions)
        last = positions
        return positions
    }

    /// The column of a label: the one it is in, that of its anchor, or the emptier one for an anchor near the middle.
    private func side(of label: Label, last: Position.Side, columns: Columns) -> Position.Side {
        let center = columns.center
        return switch last {
        case .left: label.x > center + Self.sideTolerance ? .right : .left
        case .right: label.x < center - Self.sideTolerance ? .left : .right
        case .hidden:
            (label.x - center).magnitude > Self.sideTolerance ? (label.x < center ? .left : .right) : columns.emptierSide
        }
    }

    /// Gives the labels of a column their positions, from top to bottom by the heights of their anchors.
    private func put(
        _ members: [Int], labels: [Label], side: Position.Side, in columns: Columns, to positions: inout [Position]
    ) {
        let sorted = ordered(members, labels: labels, side: side)
        let tops = columns.tops(of: sorted, labels: labels)
        for (i, top) in zip(sorted, tops) {
            positions[i] = Position(side: side, x: columns.x(of: labels[i], side: side), y: top)
        }
    }

    /// Insertion sort by the anchors' heights, beginning with the last order; neighbours change only where they differ clearly.
    private func ordered(_ members: [Int], labels: [Label], side: Position.Side) -> [Int] {
        func isKnown(_ i: Int) -> Bool { last[i].side == side }
        var sorted = members.filter(isKnown).sorted { a, b in last[a].y != last[b].y ? last[a].y < last[b].y : a < b }
        for end in sorted.indices.dropFirst() {
            var at = end
            while at > 0, labels[sorted[at]].y < labels[sorted[at - 1]].y - Self.orderTolerance {
                sorted.swapAt(at, at - 1)
                at -= 1
            }
        }
        for i in members.filter({ !isKnown($0) }).sorted(by: { a, b in
            labels[a].y != labels[b].y ? labels[a].y < labels[b].y : a < b
        }) {
            let at = sorted.firstIndex { labels[$0].y > labels[i].y } ?? sorted.endIndex
            sorted.insert(i, at: at)
        }
        return sorted
    }
}

/// The two columns of a layout.
struct Columns {
    let area: LabelLayout.Area
    let model: LabelLayout.Area
    private(set) var left: [Int] = []
    private(set) var right: [Int] = []
    private var leftHeight: Float = 0
    private var rightHeight: Float = 0

    init(area: LabelLayout.Area, model: LabelLayout.Area) {
        self.area = area
        self.model = model
    }

    /// The line between the columns: the middle of the model, as far as it is in the area.
    var center: Float {
        let middle = (model.minX + model.maxX) / 2
        let quarter = (area.maxX - area.minX) / 4
        return middle.isFinite ? min(area.maxX - quarter, max(area.minX + quarter, middle)) : (area.minX + area.maxX) / 2
    }

    /// The column with more room.
    var emptierSide: LabelLayout.Position.Side { leftHeight < rightHeight ? .left : .right }

    /// Adds a label; false where the column is full or too narrow.
    mutating func add(_ label: LabelLayout.Label, index: Int, side: LabelLayout.Position.Side) -> Bool {
        let half = LabelLayout.columnGap / 2
        let room = side == .left ? center - half - area.minX : area.maxX - center - half
        guard label.x.isFinite, label.y.isFinite, label.width > 0, label.width <= room, label.height > 0 else { return false }
        let used = side == .left ? leftHeight : rightHeight
        let total = used + label.height + (used > 0 ? LabelLayout.gap : 0)
        guard total <= area.maxY - area.minY else { return false }
        if side == .left {
            left.append(index)
            leftHeight = total
        } else {
            right.append(index)
            rightHeight = total
        }
        return true
    }

    /// The left edge of a label: beside the model where there is room, else at the edge of the area.
    func x(of label: LabelLayout.Label, side: LabelLayout.Position.Side) -> Float {
        let half = LabelLayout.columnGap / 2
        if side == .left {
            let wanted = min(model.minX - LabelLayout.modelMargin, center - half)
            return max(area.minX, (wanted.isFinite ? wanted : center - half) - label.width)
        }
        let wanted = max(model.maxX + LabelLayout.modelMargin, center + half)
        return min(area.maxX - label.width, wanted.isFinite ? wanted : center + half)
    }

    /// The upper edges of labels in a given order that are nearest to their anchors in the sense of least squares: pool adjacent
    /// violators (Barlow et al. 1972), then clamped to the area, which keeps the order.
    func tops(of sorted: [Int], labels: [LabelLayout.Label]) -> [Float] {
        var before: [Float] = []
        var height: Float = 0
        for i in sorted {
            before.append(height)
            height += labels[i].height + LabelLayout.gap
        }
        // With what is above it subtracted, each label only has to be not above the one before it.
        var blocks: [(sum: Float, count: Int)] = []
        for (at, i) in sorted.enumerated() {
            blocks.append((labels[i].y - labels[i].height / 2 - before[at], 1))
            while blocks.count > 1, let low = blocks.last, let high = blocks.dropLast().last,
                high.sum / Float(high.count) > low.sum / Float(low.count)
            {
                blocks.removeLast(2)
                blocks.append((high.sum + low.sum, high.count + low.count))
            }
        }
        let lowest = area.maxY - area.minY - max(0, height - LabelLayout.gap)
        var tops: [Float] = []
        for block in blocks {
            let value = min(area.minY + lowest, max(area.minY, block.sum / Float(block.count)))
            for _ in 0..<block.count { tops.append(value + before[tops.count]) }
        }
        return tops
    }
}
