import Geometry

/// Parts a surface into charts: connected pieces that face one way closely enough to be laid flat by looking at them from there.
///
/// Planar regions are grown first, from the flattest places outwards; what is left goes to the neighbour it fits best (a flood by
/// deviation, as in Cohen-Steiner, Alliez, Desbrun: "Variational Shape Approximation", 2004); small charts join larger ones that
/// they fit well enough.
package struct ChartSegmentation {
    /// The chart of each triangle, from 0; −1 for triangles without area.
    package private(set) var chartOf: [Int32]
    /// Triangles of each chart.
    package private(set) var charts: [[Int32]] = []
    private let topology: FaceTopology
    /// Sums of normals times areas, one a chart.
    private var directions: [Vector3] = []

    /// Cosines of how far a triangle may turn away from its chart: in the planar cores, in the flood around them, and in small
    /// charts that join another.
    private static let core: Float = 0.93
    private static let flood: Float = 0.64
    private static let joined: Float = 0.45
    /// The least cosine of a triangle's own normal, which noise may turn further than the surface around it.
    private static let own: Float = 0.2
    /// Cores of fewer triangles are given up to the flood.
    private static let smallestCore = 12

    package init(_ topology: FaceTopology) {
        self.topology = topology
        chartOf = [Int32](repeating: -1, count: topology.areas.count)
        growCores()
        floodBorders()
        growRest()
        smoothBorders()
        partComponents()
        joinSmall()
        gather()
    }

    /// Whether triangle `t` can be seen from a chart's direction.
    @inline(__always)
    private func fits(_ t: Int, direction: Vector3, least: Float) -> Bool {
        dot(topology.smoothNormals[t], direction) >= least && dot(topology.normals[t], direction) >= Self.own
    }

    // MARK: Growing

    /// Triangles in order of how flat the surface around them is, the flattest first.
    private func seeds() -> [Int32] {
        let n = topology.areas.count
        var counts = [Int](repeating: 0, count: 257)
        var bins = [UInt8](repeating: 0, count: n)
        for t in 0..<n {
            var flatness: Float = 1
            for k in 0..<3 {
                let o = Int(topology.neighbours[3 * t + k])
                flatness = min(flatness, o < 0 ? 0.5 : dot(topology.smoothNormals[t], topology.smoothNormals[o]))
            }
            // The angle matters, not its cosine: the root spreads the flat end.
            bins[t] = UInt8(min(255, max(0, 1 - flatness).squareRoot() * 256))
            counts[Int(bins[t]) + 1] += 1
        }
        for b in 0..<256 { counts[b + 1] += counts[b] }
        var order = [Int32](repeating: 0, count: n)
        for t in 0..<n {
            order[counts[Int(bins[t])]] = Int32(t)
            counts[Int(bins[t])] += 1
        }
        return order
    }

    private mutating func growCores() {
        var front: [Int32] = []
        for seed in seeds() where chartOf[Int(seed)] < 0 && topology.areas[Int(seed)] > 0 {
            let members = grow(seed, least: Self.core, front: &front)
            if members < Self.smallestCore {
                for t in front { chartOf[Int(t)] = -1 }
                directions.removeLast()
            }
        }
    }

    /// Grows a new chart from `seed` over triangles without one. `front` is left holding its members, which are counted.
    private mutating func grow(_ seed: Int32, least: Float, front: inout [Int32]) -> Int {
        let chart = Int32(directions.count)
        front.removeAll(keepingCapacity: true)
        front.append(seed)
        chartOf[Int(seed)] = chart
        var sum = topology.smoothNormals[Int(seed)] * topology.areas[Int(seed)]
        var direction = topology.smoothNormals[Int(seed)]
        var done = 0
        while done < front.count {
            let t = Int(front[done])
            done += 1
            for k in 0..<3 {
                let o = Int(topology.neighbours[3 * t + k])
                guard o >= 0, chartOf[o] < 0, fits(o, direction: direction, least: least) else { continue }
                chartOf[o] = chart
                front.append(Int32(o))
                sum += topology.smoothNormals[o] * topology.areas[o]
                direction = sum.normalized
            }
        }
        directions.append(sum)
        return front.count
    }

    /// Gives triangles to the charts beside them, those first that fit best.
    private mutating func floodBorders() {
        let units = directions.map(\.normalized)
        var heap = FloodHeap()
        func offer(_ t: Int, heap: inout FloodHeap, chartOf: [Int32]) {
            let chart = chartOf[t]
            let direction = units[Int(chart)]
            for k in 0..<3 {
                let o = Int(topology.neighbours[3 * t + k])
                guard o >= 0, chartOf[o] < 0, fits(o, direction: direction, least: Self.flood) else { continue }
                heap.push(1 - dot(topology.smoothNormals[o], direction), triangle: Int32(o), chart: chart)
            }
        }
        for t in chartOf.indices where chartOf[t] >= 0 { offer(t, heap: &heap, chartOf: chartOf) }
        while let (t, chart) = heap.pop() {
            guard chartOf[Int(t)] < 0 else { continue }
            chartOf[Int(t)] = chart
            directions[Int(chart)] += topology.smoothNormals[Int(t)] * topology.areas[Int(t)]
            offer(Int(t), heap: &heap, chartOf: chartOf)
        }
    }

    private mutating func growRest() {
        var front: [Int32] = []
        for seed in seeds() where chartOf[Int(seed)] < 0 && topology.areas[Int(seed)] > 0 {
            _ = grow(seed, least: Self.flood, front: &front)
        }
    }

    /// Triangles that reach into another chart on two sides go over to it: shorter borders.
    private mutating func smoothBorders() {
        for _ in 0..<4 {
            var moved = false
            for t in chartOf.indices where chartOf[t] >= 0 {
                let a = beyond(t, 0)
                let b = beyond(t, 1)
                let c = beyond(t, 2)
                let other = a == b || a == c ? a : b == c ? b : -1
                guard other >= 0, other != chartOf[t], fits(t, direction: directions[Int(other)].normalized, least: Self.flood)
                else { continue }
                chartOf[t] = other
                moved = true
            }
            if !moved { break }
        }
    }

    @inline(__always)
    private func beyond(_ t: Int, _ k: Int) -> Int32 {
        let o = topology.neighbours[3 * t + k]
        return o < 0 ? -1 : chartOf[Int(o)]
    }

    // MARK: Joining

    /// Numbers connected pieces anew, each a chart of its own.
    private mutating func partComponents() {
        var parted = [Int32](repeating: -1, count: chartOf.count)
        var stack: [Int32] = []
        directions = []
        for seed in chartOf.indices where chartOf[seed] >= 0 && parted[seed] < 0 {
            let chart = Int32(directions.count)
            var sum = Vector3(repeating: 0)
            stack.append(Int32(seed))
            parted[seed] = chart
            while let t = stack.popLast().map({ Int($0) }) {
                sum += topology.normals[t] * topology.areas[t]
                for k in 0..<3 {
                    let o = Int(topology.neighbours[3 * t + k])
                    guard o >= 0, parted[o] < 0, chartOf[o] == chartOf[t] else { continue }
                    parted[o] = chart
                    stack.append(Int32(o))
                }
            }
            directions.append(sum)
        }
        chartOf = parted
    }

    /// Lets charts join a neighbour, the smallest first, where all their triangles can be seen from its direction. Large charts
    /// join only such as face nearly the same way.
    private mutating func joinSmall() {
        gather()
        let total = topology.areas.reduce(0, +)
        let limit = total * 0.002
        for _ in 0..<3 {
            let areas = charts.map { $0.reduce(Float(0)) { $0 + topology.areas[Int($1)] } }
            var joins = 0
            for chart in charts.indices.sorted(by: { (areas[$0], $0) < (areas[$1], $1) }) where !charts[chart].isEmpty {
                let least = areas[chart] < limit ? Self.joined : 0.9
                guard let target = partner(chart, least) else { continue }
                for t in charts[chart] { chartOf[Int(t)] = Int32(target) }
                charts[target] += charts[chart]
                directions[target] += directions[chart]
                charts[chart] = []
                joins += 1
            }
            if joins == 0 { break }
        }
    }

    /// The neighbour with the longest common border that chart `chart` can join.
    private func partner(_ chart: Int, _ least: Float) -> Int? {
        var borders: [Int32: Int] = [:]
        for t in charts[chart] {
            for k in 0..<3 {
                let o = beyond(Int(t), k)
                if o >= 0 && o != Int32(chart) { borders[o, default: 0] += 1 }
            }
        }
        for (other, _) in borders.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            let sum = directions[Int(other)] + directions[chart]
            // A tiny chart does not turn a large one; two of one size meet in the middle.
            let direction = sum.normalized
            guard charts[chart].allSatisfy({ fits(Int($0), direction: direction, least: least) }) else { continue }
            if directions[chart].lengthSquared > 0.01 * sum.lengthSquared {
                guard charts[Int(other)].allSatisfy({ fits(Int($0), direction: direction, least: least) }) else { continue }
            }
            return Int(other)
        }
        return nil
    }

    /// Lists the triangles of each chart and leaves out empty ones.
    private mutating func gather() {
        var place = [Int32](repeating: -1, count: directions.count)
        var lists: [[Int32]] = []
        var sums: [Vector3] = []
        for t in chartOf.indices where chartOf[t] >= 0 {
            let old = Int(chartOf[t])
            if place[old] < 0 {
                place[old] = Int32(lists.count)
                lists.append([])
                sums.append(directions[old])
            }
            chartOf[t] = place[old]
            lists[Int(place[old])].append(Int32(t))
        }
        charts = lists
        directions = sums
    }
}

/// Offers of triangles to charts, the cheapest first; equal ones by triangle, then chart.
private struct FloodHeap {
    private var items: [(cost: Float, triangle: Int32, chart: Int32)] = []

    @inline(__always)
    private static func less(_ a: (cost: Float, triangle: Int32, chart: Int32), _ b: (cost: Float, triangle: Int32, chart: Int32))
        -> Bool
    {
        if a.cost != b.cost { return a.cost < b.cost }
        return a.triangle != b.triangle ? a.triangle < b.triangle : a.chart < b.chart
    }

    package mutating func push(_ cost: Float, triangle: Int32, chart: Int32) {
        items.append((cost, triangle, chart))
        var i = items.count - 1
        while i > 0, Self.less(items[i], items[(i - 1) / 2]) {
            items.swapAt(i, (i - 1) / 2)
            i = (i - 1) / 2
        }
    }

    package mutating func pop() -> (triangle: Int32, chart: Int32)? {
        guard let first = items.first, let last = items.popLast() else { return nil }
        if !items.isEmpty {
            items[0] = last
            var i = 0
            while true {
                var least = i
                for child in [2 * i + 1, 2 * i + 2] where child < items.count && Self.less(items[child], items[least]) {
                    least = child
                }
                if least == i { break }
                items.swapAt(i, least)
                i = least
            }
        }
        return (first.triangle, first.chart)
    }
}
