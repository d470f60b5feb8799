import Geometry

extension EdgeCollapse {
    /// The share of the squared length of a move that counts as its error: of equally good moves the shortest comes first.
    private static let lengthWeight: Float = 1e-5
    /// No triangle turns by an angle whose cosine is less.
    private static let minTurn: Float = 0.2

    /// The cheapest collapse of a position that keeps the topology and turns no triangle over; nil where there is none.
    /// - Returns: the neighbour's index in the ring, which is filled.
    func best(_ position: UInt32, _ ring: CollapseRing) -> (neighbour: Int, cost: Float)? {
        guard gather(position, into: ring) else { return nil }
        var hasFeatures = false
        for i in 0..<ring.neighbourCount where ring.neighbours[i].isFeature {
            hasFeatures = true
            if options.locksBorders, ring.neighbours[i].oppositeCount == 1 { return nil }
        }
        // A position on open edges, or on edges of more than two triangles, moves along them.
        let plane = planes[Int(position)]
        let p = points[Int(position)]
        for i in 0..<ring.neighbourCount {
            let isFixed = hasFeatures && !ring.neighbours[i].isFeature
            ring.neighbours[i].cost = isFixed ? .infinity : cost(from: p, plane: plane, ring, neighbour: i)
        }
        while true {
            var best = 0
            for i in 1..<ring.neighbourCount where ring.neighbours[i].cost < ring.neighbours[best].cost { best = i }
            let cost = ring.neighbours[best].cost
            guard cost < .infinity else { return nil }
            if isAllowed(position, ring, neighbour: best) { return (best, cost) }
            ring.neighbours[best].cost = .infinity
        }
    }

    /// What it costs to move the ring's position onto a neighbour; infinite where that is beyond the limits.
    @inline(__always)
    private func cost(from p: Vector3, plane: PlaneQuadric, _ ring: CollapseRing, neighbour: Int) -> Float {
        let target = ring.neighbours[neighbour].position
        guard valence[Int(target)] <= CollapseRing.maxValence else { return .infinity }
        let d = points[Int(target)] - p
        let distance = plane.error(at: d)
        guard distance <= errorLimit * plane.weight || distance == 0 else { return .infinity }
        var sum = distance + Self.lengthWeight * plane.weight * d.lengthSquared
        if let attributes {
            for i in 0..<ring.wedgeCount {
                let wedge = ring.wedges[i]
                sum += attributes.error(wedge, at: d, as: self.target(of: wedge, ring, neighbour: neighbour, offset: d))
            }
        }
        return sum.isFinite ? sum : .greatestFiniteMagnitude
    }

    /// The wedge that a wedge becomes by a collapse: the neighbour's on the same side of the edge; of two the one that fits better;
    /// itself where it has no triangle at the edge.
    private func target(of wedge: UInt32, _ ring: CollapseRing, neighbour: Int, offset d: Vector3) -> UInt32 {
        let n = ring.neighbours[neighbour]
        if n.isUniform { return n.wedge == wedge ? n.target : wedge }
        var found = UInt32.max
        for i in 0..<ring.faceCount where ring.faces[i].wedge == wedge {
            let face = ring.faces[i]
            guard face.next == n.position || face.last == n.position else { continue }
            let candidate = face.next == n.position ? face.nextWedge : face.lastWedge
            guard candidate != found else { continue }
            if found == .max {
                found = candidate
            } else if let attributes, attributes.error(wedge, at: d, as: candidate) < attributes.error(wedge, at: d, as: found) {
                found = candidate
            }
        }
        return found == .max ? wedge : found
    }

    /// Notes in the ring what each of its wedges becomes.
    func chooseTargets(_ ring: CollapseRing, neighbour: Int, offset d: Vector3) {
        for i in 0..<ring.wedgeCount {
            ring.targets[i] = target(of: ring.wedges[i], ring, neighbour: neighbour, offset: d)
        }
    }

    private func isAllowed(_ position: UInt32, _ ring: CollapseRing, neighbour: Int) -> Bool {
        keepsTopology(position, ring, neighbour: neighbour) && keepsSides(position, ring, neighbour: neighbour)
    }

    /// The link condition (Dey et al. 1999) without its terms for open edges: what both ends of the edge touch, the edge touches as
    /// well. Fins shrink and single triangles vanish by it; holes of three edges may close.
    private func keepsTopology(_ position: UInt32, _ ring: CollapseRing, neighbour: Int) -> Bool {
        let n = ring.neighbours[neighbour]
        guard ring.faceCount < liveCount else { return false }
        // The third corner of a hole of three edges, which closes.
        var closing = UInt32.max
        if n.oppositeCount == 1 {
            for i in 0..<ring.neighbourCount where i != neighbour && ring.neighbours[i].oppositeCount == 1 && closing == .max {
                let third = ring.neighbours[i].position
                if !n.isOpposite(third), oppositeCount(n.position, third) == 1 { closing = third }
            }
        }
        var keeps = true
        forEachCorner(of: n.position) { corner in
            let face = face(at: corner)
            guard face.next != position, face.last != position else { return true }
            let next = ring.index(of: face.next) != nil
            let last = ring.index(of: face.last) != nil
            if next && face.next != closing && !isOpposite(face.next, ring, neighbour)
                || last && face.last != closing && !isOpposite(face.last, ring, neighbour)
            {
                keeps = false
                return false
            }
            // A tetrahedron on its own becomes a triangle with two sides.
            if next && last && !(ring.faceCount == 3 && valence[Int(n.position)] == 3) {
                // Both touch the same edge: two triangles would become one.
                for i in 0..<ring.faceCount {
                    let f = ring.faces[i]
                    if (f.next == face.next && f.last == face.last) || (f.next == face.last && f.last == face.next) {
                        keeps = false
                        return false
                    }
                }
            }
            return true
        }
        return keeps
    }

    /// Whether a triangle joins a position to the edge between the ring's position and its neighbour.
    @inline(__always)
    private func isOpposite(_ position: UInt32, _ ring: CollapseRing, _ neighbour: Int) -> Bool {
        let n = ring.neighbours[neighbour]
        if n.oppositeCount < 3 { return n.isOpposite(position) }
        for i in 0..<ring.faceCount {
            let f = ring.faces[i]
            if (f.next == n.position && f.last == position) || (f.last == n.position && f.next == position) { return true }
        }
        return false
    }

    /// How many different corners face an edge, 3 for more; 0 where there is no such edge.
    private func oppositeCount(_ a: UInt32, _ b: UInt32) -> Int {
        var opposites: (UInt32, UInt32) = (.max, .max)
        var count = 0
        forEachCorner(of: a) { corner in
            let face = face(at: corner)
            guard face.next == b || face.last == b else { return true }
            let opposite = face.next == b ? face.last : face.next
            if count == 0 {
                opposites.0 = opposite
                count = 1
            } else if opposite != opposites.0, count == 1 {
                opposites.1 = opposite
                count = 2
            } else if opposite != opposites.0, opposite != opposites.1 {
                count = 3
            }
            return count < 3
        }
        return count
    }

    /// Whether no triangle that stays turns over, in space or in the texture, or loses its area.
    private func keepsSides(_ position: UInt32, _ ring: CollapseRing, neighbour: Int) -> Bool {
        let target = ring.neighbours[neighbour].position
        let p = points[Int(position)]
        let q = points[Int(target)]
        let limit = isRelaxed ? 0 : Self.minTurn * Self.minTurn
        let texture = attributes.flatMap { $0.hasTextureCoordinates && !isRelaxed ? $0 : nil }
        if texture != nil { chooseTargets(ring, neighbour: neighbour, offset: q - p) }
        for i in 0..<ring.faceCount {
            let face = ring.faces[i]
            guard face.next != target, face.last != target else { continue }
            let a = points[Int(face.next)]
            let b = points[Int(face.last)]
            let before = cross(a - p, b - p)
            let after = cross(a - q, b - q)
            let square = before.lengthSquared
            guard square > 0 else { continue }
            let turn = dot(before, after)
            guard turn > 0, turn * turn > limit * square * after.lengthSquared else { return false }
            if let texture {
                let old = texture.textureArea(face.wedge, face.nextWedge, last: face.lastWedge)
                // In the texture a needle may lie on either side.
                guard old * old > 1e-6 * square else { continue }
                let new = texture.textureArea(ring.target(of: face.wedge), face.nextWedge, last: face.lastWedge)
                guard (old > 0) == (new > 0) else { return false }
            }
        }
        return true
    }
}

extension CollapseRing {
    /// What a wedge of the ring becomes.
    @inline(__always)
    func target(of wedge: UInt32) -> UInt32 {
        for i in 0..<wedgeCount where wedges[i] == wedge { return targets[i] }
        return wedge
    }
}
