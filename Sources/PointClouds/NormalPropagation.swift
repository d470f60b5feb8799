import Geometry
import Support

/// Turns normals to one side along the surface: a minimum spanning tree over near points, where an edge is the shorter the more
/// parallel its normals are (Hoppe et al. 1992). Kruskal's algorithm, whose sets remember for each point whether it is turned
/// against its set.
enum NormalPropagation {
    /// Neighbours that a point passes its side on to.
    private static let neighbours = 8

    /// - Throws: `CancellationError`.
    static func orient(_ normals: inout [Vector3], tree: PointTree, progress: ProgressReporter) throws {
        let n = tree.count
        guard n > 1 else { return }
        let k = min(neighbours, n)
        // Each point's nearest, by places in the tree.
        var near = [UInt32](repeating: 0, count: n * k)
        try near.withUnsafeMutableBufferPointer { near in
            let near = near
            try Neighbourhoods.forEach(tree, search: .nearest(k), progress: progress.part(0...0.4), what: "Orienting normals") {
                found in
                var next = found.index * k
                for i in 0..<found.vectors {
                    var inside = (found.distances[i] .<= found.threshold).bits
                    while inside != 0 && next < (found.index + 1) * k {
                        near[next] = UInt32(found.indices[i][inside.trailingZeroBitCount])
                        inside &= inside - 1
                        next += 1
                    }
                }
            }
        }
        let sorted = tree.order.map { normals[Int($0)] }
        // The key: how little parallel in 16 bits, then the edge's number, which sorting by radix keeps in order.
        var keys: [UInt64] = []
        var edges: [(UInt32, UInt32)] = []
        keys.reserveCapacity(n * k)
        edges.reserveCapacity(n * k)
        for i in 0..<n {
            for j in near[i * k..<(i + 1) * k] where Int(j) != i {
                keys.append(UInt64((1 - min(1, abs(dot(sorted[i], sorted[Int(j)])))) * 65535))
                edges.append((UInt32(i), j))
            }
        }
        try progress.report(0.5, "Orienting normals")
        var sets = SignedSets(count: n)
        for e in RadixSort.sorted(keys, bits: 16).order {
            let a = Int(edges[Int(e)].0)
            let b = Int(edges[Int(e)].1)
            sets.join(a, b, opposed: dot(sorted[a], sorted[b]) < 0)
        }
        try progress.report(0.8, "Orienting normals")
        turn(&normals, sorted: sorted, tree: tree, sets: &sets)
    }

    /// Orients each component so that most of it faces the middle of the cloud, as the surfaces of a room do.
    private static func turn(_ normals: inout [Vector3], sorted: [Vector3], tree: PointTree, sets: inout SignedSets) {
        let middle = Bounds(sorted.indices.lazy.map { Vector3(tree.x[$0], tree.y[$0], tree.z[$0]) }).center
        var inwards = [Float](repeating: 0, count: tree.count)
        for i in 0..<tree.count {
            let (root, opposed) = sets.find(i)
            let share = dot(sorted[i], (middle - Vector3(tree.x[i], tree.y[i], tree.z[i])))
            inwards[root] += opposed ? -share : share
        }
        for i in 0..<tree.count {
            let (root, opposed) = sets.find(i)
            normals[Int(tree.order[i])] = (inwards[root] < 0) == opposed ? sorted[i] : -sorted[i]
        }
    }
}

/// Disjoint sets (Tarjan 1975) whose members are either for or against the set's direction.
struct SignedSets {
    private var parent: [UInt32]
    private var against: [Bool]

    init(count: Int) {
        parent = Array(0..<UInt32(count))
        against = Array(repeating: false, count: count)
    }

    /// The set of a member, and whether the member is against it.
    mutating func find(_ i: Int) -> (root: Int, opposed: Bool) {
        var root = i
        var opposed = false
        while Int(parent[root]) != root {
            opposed = opposed != against[root]
            root = Int(parent[root])
        }
        // Everything on the way now hangs at the root.
        var j = i
        var rest = opposed
        while Int(parent[j]) != root && j != root {
            let next = Int(parent[j])
            let own = against[j]
            parent[j] = UInt32(root)
            against[j] = rest
            rest = rest != own
            j = next
        }
        return (root, opposed)
    }

    /// Makes one set of the two members'; where they are in one already nothing changes.
    mutating func join(_ a: Int, _ b: Int, opposed: Bool) {
        let x = find(a)
        let y = find(b)
        guard x.root != y.root else { return }
        let (low, high) = x.root < y.root ? (x.root, y.root) : (y.root, x.root)
        parent[high] = UInt32(low)
        against[high] = (x.opposed != y.opposed) != opposed
    }
}
