/// The cheapest way to part a graph's nodes in two (Dinic 1970, *Algorithm for solution of a problem of maximum flow in networks*).
///
/// Capacities are whole numbers, so that the result does not depend on the order of additions.
struct MinimumCut {
    private struct Arc {
        var to: Int32
        var capacity: Int64
    }

    private var arcs: [Arc] = []
    private var outgoing: [[Int32]]
    private let source: Int
    private let sink: Int

    init(nodes: Int) {
        outgoing = Array(repeating: [], count: nodes + 2)
        source = nodes
        sink = nodes + 1
    }

    /// What it costs to put a node on the first or on the second side.
    mutating func add(node: Int, first: Int64, second: Int64) {
        let common = min(first, second)
        if second > common { connect(source, b: node, there: second - common, back: 0) }
        if first > common { connect(node, b: sink, there: first - common, back: 0) }
    }

    /// What it costs to part two nodes.
    mutating func add(between a: Int, _ b: Int, _ cost: Int64) { connect(a, b: b, there: cost, back: cost) }

    private mutating func connect(_ a: Int, b: Int, there: Int64, back: Int64) {
        outgoing[a].append(Int32(arcs.count))
        arcs.append(Arc(to: Int32(b), capacity: there))
        outgoing[b].append(Int32(arcs.count))
        arcs.append(Arc(to: Int32(a), capacity: back))
    }

    /// Whether each node is on the first side.
    mutating func solve() -> [Bool] {
        while true {
            let levels = levels()
            if levels[sink] < 0 { return levels.dropLast(2).map { $0 >= 0 } }
            var next = [Int](repeating: 0, count: outgoing.count)
            while push(levels, &next) {}
        }
    }

    /// Arcs from the source to each node; −1 where there is no way.
    private func levels() -> [Int32] {
        var levels = [Int32](repeating: -1, count: outgoing.count)
        levels[source] = 0
        var queue = [source]
        var head = 0
        while head < queue.count {
            let node = queue[head]
            head += 1
            for a in outgoing[node] where arcs[Int(a)].capacity > 0 && levels[Int(arcs[Int(a)].to)] < 0 {
                levels[Int(arcs[Int(a)].to)] = levels[node] + 1
                queue.append(Int(arcs[Int(a)].to))
            }
        }
        return levels
    }

    /// Sends flow along one way of rising levels; false where there is none left.
    private mutating func push(_ levels: [Int32], _ next: inout [Int]) -> Bool {
        var path: [Int32] = []
        var node = source
        while node != sink {
            var advanced = false
            while next[node] < outgoing[node].count {
                let a = outgoing[node][next[node]]
                let arc = arcs[Int(a)]
                if arc.capacity > 0 && levels[Int(arc.to)] == levels[node] + 1 {
                    path.append(a)
                    node = Int(arc.to)
                    advanced = true
                    break
                }
                next[node] += 1
            }
            if advanced { continue }
            guard let last = path.popLast() else { return false }
            node = Int(arcs[Int(last ^ 1)].to)
            next[node] += 1
        }
        let flow = path.reduce(Int64.max) { min($0, arcs[Int($1)].capacity) }
        for a in path {
            arcs[Int(a)].capacity -= flow
            arcs[Int(a ^ 1)].capacity += flow
        }
        return true
    }
}
