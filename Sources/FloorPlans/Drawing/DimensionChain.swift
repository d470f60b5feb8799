/// Places along a side of a building that are measured from one to the next, as many of them as one can read at the scale.
///
/// Lengths below ten centimetres go to their neighbour. A text that is wider than its place stands a row higher; where that row is
/// taken as well, the chain is coarser there: jambs are given up before corners, and the two ends never.
struct DimensionChain {
    /// A place, in metres.
    struct Mark {
        /// What is given up last comes first.
        enum Rank: Int { case end, corner, jamb }
        var place: Double
        var rank: Rank
        /// Whether an inferred wall or an assumed thickness decides where it is.
        var isAssumed = false
    }

    /// Shorter lengths are not worth a text, in metres.
    static let crumb = 0.1

    private(set) var marks: [Mark]
    /// Rows that the text between a mark and the next one is lifted by.
    private(set) var lifts: [Double] = []

    var places: [Double] { marks.map(\.place) }

    /// Whether the length between a mark and the next one ends on something inferred or assumed.
    func isAssumed(_ gap: Int) -> Bool { marks[gap].isAssumed || marks[gap + 1].isAssumed }

    /// - Parameter width: metres that the text for a length takes, of which the second value says whether it is assumed.
    init(_ marks: [Mark], width: (Double, Bool) -> Double) {
        self.marks = marks.sorted { ($0.place, $0.rank.rawValue) < ($1.place, $1.rank.rawValue) }
        while let gap = shortest(), drop(at: gap) {}
        while true {
            let crowded = lift(width)
            guard let crowded, drop(at: crowded) else { return }
        }
    }

    /// The shortest length that is a crumb, of those that can be given up.
    private func shortest() -> Int? {
        marks.indices.dropLast().filter { length($0) < Self.crumb && (marks[$0].rank != .end || marks[$0 + 1].rank != .end) }
            .min { (length($0), $0) < (length($1), $1) }
    }

    private func length(_ gap: Int) -> Double { marks[gap + 1].place - marks[gap].place }

    /// Gives up the lesser of the two marks beside a gap. False where both are ends.
    private mutating func drop(at gap: Int) -> Bool {
        let a = marks[gap].rank
        let b = marks[gap + 1].rank
        guard a != .end || b != .end else { return false }
        marks.remove(at: a.rawValue > b.rawValue ? gap : gap + 1)
        return true
    }

    /// Puts the texts into their rows; the first gap whose text finds no room.
    private mutating func lift(_ width: (Double, Bool) -> Double) -> Int? {
        lifts = []
        var taken = -Double.infinity
        var crowded: Int?
        for gap in marks.indices.dropLast() {
            let wide = width(length(gap), isAssumed(gap))
            let middle = (marks[gap].place + marks[gap + 1].place) / 2
            lifts.append(wide > length(gap) ? 1 : 0)
            guard wide > length(gap) else { continue }
            if middle - wide / 2 < taken, crowded == nil, marks[gap].rank != .end || marks[gap + 1].rank != .end { crowded = gap }
            taken = middle + wide / 2
        }
        return crowded
    }
}
