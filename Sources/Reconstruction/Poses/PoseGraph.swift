import Geometry

/// Camera poses and constraints between them: the poses that agree with it best are found by Gauss–Newton on
/// SE(3) with robust weights that tighten step by step (Yang et al. 2020, *Graduated non-convexity*).
struct PoseGraph {
    /// Camera to world.
    var nodes: [Motion]
    var edges: [Edge] = []
    /// Constraints on the direction of gravity.
    var verticals: [Vertical] = []

    /// The world's up direction in the camera coordinates of a node, as its device recorded it.
    struct Vertical: Sendable {
        var node: Int
        /// A unit vector.
        var up: SIMD3<Double>
        /// The inverse variance of its direction, 1/radian².
        var weight: Double
    }

    /// A constraint on the pose of node `to` in the camera coordinates of node `from`.
    struct Edge: Sendable {
        var from: Int
        var to: Int
        /// Camera `to` to camera `from`.
        var motion: Motion
        /// Inverse covariance of a small motion on the left of `motion`.
        var information: Matrix6
        /// Whether it may be wrong altogether, as a loop closure may: then its weight falls where the others contradict it.
        var isRobust: Bool
        /// 0…1, found by `optimize`.
        var weight = 1.0

        init(from: Int, to: Int, motion: Motion, information: Matrix6, isRobust: Bool) {
            self.from = from
            self.to = to
            self.motion = motion
            self.information = information
            self.isRobust = isRobust
        }

        /// A motion that was recorded or followed, with its deviations in metres and radians.
        init(from: Int, to: Int, motion: Motion, translation: Double, rotation: Double) {
            let information = Matrix6(translation: 1 / (translation * translation), rotation: 1 / (rotation * rotation))
            self.init(from: from, to: to, motion: motion, information: information, isRobust: false)
        }
    }

    /// Squared error of an edge, in squared deviations.
    func squaredError(_ edge: Edge) -> Double {
        let e = error(edge)
        return (e * (edge.information * e)).sum()
    }

    /// How far the nodes are from what the edge says: a twist on the left of its motion.
    private func error(_ edge: Edge) -> Twist {
        (nodes[edge.from].inverse * nodes[edge.to] * edge.motion.inverse).twist
    }

    /// Moves the nodes, all but the first, so that the edges are met best.
    /// - Parameter limits: squared errors beyond which a robust edge counts less, tried one after the other; infinite: all count
    ///   alike.
    mutating func optimize(limits: [Double] = [.infinity, 2500, 400, 100, 36]) {
        guard nodes.count > 1, !edges.isEmpty else { return }
        for limit in limits {
            for round in 0..<4 {
                for k in edges.indices where edges[k].isRobust {
                    let s = squaredError(edges[k])
                    let w = limit / (limit + s)
                    edges[k].weight = limit.isFinite ? w * w : 1
                }
                let change = step()
                if change < 1e-5 || (round > 0 && change < 1e-4) { break }
            }
        }
    }

    /// One Gauss–Newton step; returns the largest motion of a node, in metres and radians.
    private mutating func step() -> Double {
        var system = PoseSystem(count: nodes.count)
        for edge in edges {
            let e = error(edge)
            // T_i → T_i·exp(ξ_i): the error changes by −ξ_i + Ad·ξ_j.
            let adjoint = (nodes[edge.from].inverse * nodes[edge.to]).adjoint
            let information = edge.information * edge.weight
            let weighted = information * e
            let coupled = information * adjoint
            system.add(
                edge.from, edge.to, diagonalFrom: information, diagonalTo: adjoint.transposed * coupled, coupling: coupled * -1,
                gradientFrom: weighted * -1, gradientTo: adjoint.transposedTimes(weighted))
        }
        for vertical in verticals { add(vertical, to: &system) }
        let steps = system.solve()
        var largest = 0.0
        for i in nodes.indices.dropFirst() {
            let change = Motion(steps[i])
            guard change.isFinite else { return 0 }
            largest = max(largest, change.distance, change.angle)
            nodes[i] = nodes[i] * change
        }
        return largest
    }

    /// A turn ω of the camera moves its up direction u by R·(ω × u); what counts is how far that is off the world's.
    private func add(_ vertical: Vertical, to system: inout PoseSystem) {
        let node = nodes[vertical.node]
        let error = node.rotate(vertical.up) - SIMD3(0, 1, 0)
        var information = Matrix6.zero
        var gradient = Twist.zero
        let axes = [SIMD3<Double>(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)].map { node.rotate(Motion.cross($0, vertical.up)) }
        for i in 0..<3 {
            gradient[3 + i] = vertical.weight * (axes[i] * error).sum()
            for j in 0..<3 { information[3 + i, 3 + j] = vertical.weight * (axes[i] * axes[j]).sum() }
        }
        system.add(vertical.node, information: information, gradient: gradient)
    }

    /// For each node the number of its group: nodes tied together by edges of at least half weight.
    func groups() -> [Int] {
        var parent = Array(nodes.indices)
        func root(_ i: Int) -> Int {
            var i = i
            while parent[i] != i { i = parent[i] }
            return i
        }
        for edge in edges where edge.weight >= 0.5 {
            let a = root(edge.from)
            let b = root(edge.to)
            parent[max(a, b)] = min(a, b)
        }
        return nodes.indices.map(root)
    }
}
