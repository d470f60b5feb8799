import Geometry

/// The triangles around one position and the positions at their other corners: scratch memory of one thread.
final class CollapseRing {
    /// Positions with more triangles are neither removed nor moved onto, so that no input makes the work quadratic.
    static let maxValence = 256

    /// A triangle, seen from its corner at the position.
    struct Face {
        /// The corner's index.
        var corner: UInt32
        /// The positions of the next corner and of the last one.
        var next: UInt32
        var last: UInt32
        /// The wedges of the three corners.
        var wedge: UInt32
        var nextWedge: UInt32
        var lastWedge: UInt32
    }

    /// A position that an edge joins to the ring's.
    struct Neighbour {
        var position: UInt32
        /// The corners that face the edge, without repetitions: two on a manifold edge, one on an open one. Of more only three are
        /// kept.
        var opposites: (UInt32, UInt32, UInt32)
        var oppositeCount: Int
        /// The wedges along the edge in its first triangle, here and at the neighbour.
        var wedge: UInt32
        var target: UInt32
        /// Whether all triangles at the edge have these wedges.
        var isUniform: Bool
        var cost: Float

        /// Whether the edge has one triangle, or more than two.
        @inline(__always)
        var isFeature: Bool { oppositeCount != 2 }

        @inline(__always)
        func isOpposite(_ position: UInt32) -> Bool {
            (oppositeCount > 0 && opposites.0 == position) || (oppositeCount > 1 && opposites.1 == position)
                || (oppositeCount > 2 && opposites.2 == position)
        }
    }

    let faces = UnsafeMutablePointer<Face>.allocate(capacity: maxValence)
    let neighbours = UnsafeMutablePointer<Neighbour>.allocate(capacity: 2 * maxValence)
    /// The distinct wedges of the position, and what each becomes in the chosen collapse.
    let wedges = UnsafeMutablePointer<UInt32>.allocate(capacity: maxValence)
    let targets = UnsafeMutablePointer<UInt32>.allocate(capacity: maxValence)
    private(set) var faceCount = 0
    private(set) var neighbourCount = 0
    private(set) var wedgeCount = 0

    deinit {
        faces.deallocate()
        neighbours.deallocate()
        wedges.deallocate()
        targets.deallocate()
    }

    func removeAll() {
        faceCount = 0
        neighbourCount = 0
        wedgeCount = 0
    }

    /// Adds a triangle.
    /// - Returns: false where there are too many.
    @inline(__always)
    func append(_ face: Face) -> Bool {
        guard faceCount < Self.maxValence else { return false }
        faces[faceCount] = face
        faceCount += 1
        addNeighbour(face.next, opposite: face.last, wedges: (face.wedge, face.nextWedge))
        addNeighbour(face.last, opposite: face.next, wedges: (face.wedge, face.lastWedge))
        for i in 0..<wedgeCount where wedges[i] == face.wedge { return true }
        wedges[wedgeCount] = face.wedge
        wedgeCount += 1
        return true
    }

    @inline(__always)
    private func addNeighbour(_ position: UInt32, opposite: UInt32, wedges: (UInt32, UInt32)) {
        for i in 0..<neighbourCount where neighbours[i].position == position {
            let n = neighbours + i
            if n.pointee.wedge != wedges.0 || n.pointee.target != wedges.1 { n.pointee.isUniform = false }
            guard n.pointee.oppositeCount < 3, !n.pointee.isOpposite(opposite) else { return }
            if n.pointee.oppositeCount == 1 { n.pointee.opposites.1 = opposite } else { n.pointee.opposites.2 = opposite }
            n.pointee.oppositeCount += 1
            return
        }
        neighbours[neighbourCount] = Neighbour(
            position: position, opposites: (opposite, 0, 0), oppositeCount: 1, wedge: wedges.0, target: wedges.1, isUniform: true,
            cost: 0)
        neighbourCount += 1
    }

    /// The index of a neighbour; nil for a position that is none.
    @inline(__always)
    func index(of position: UInt32) -> Int? {
        for i in 0..<neighbourCount where neighbours[i].position == position { return i }
        return nil
    }

    /// Whether the texture or another attribute is discontinuous across an edge of a face: no triangle on its other side has the
    /// same wedges.
    /// - Parameter face: the face's index.
    func isSeam(_ face: Int, toNext: Bool) -> Bool {
        let f = faces[face]
        let position = toNext ? f.next : f.last
        let opposite = toNext ? f.last : f.next
        let target = toNext ? f.nextWedge : f.lastWedge
        for i in 0..<faceCount {
            let g = faces[i]
            guard g.wedge == f.wedge else { continue }
            if g.next == position, g.nextWedge == target, g.last != opposite { return false }
            if g.last == position, g.lastWedge == target, g.next != opposite { return false }
        }
        return true
    }
}
