import Geometry
import Support

/// Edge collapse on the positions of a mesh: each step moves one position onto a neighbour, the cheapest step first, until few
/// enough triangles are left.
///
/// A collapse moves all wedges of the position. Those of the two triangles that vanish become the neighbour's wedges on the same
/// side of the edge; others keep their attributes at the new position, so that their chart is stretched and never shows texels
/// outside of it. So no collapse opens a seam, and charts may shrink and vanish. What a collapse costs is the area-weighted squared
/// distance to the planes of the surface that the position stands for, plus that of its attributes.
final class EdgeCollapse {
    /// A step whose cost rose is done all the same where it costs no more than the next one times this.
    private static let patience: Float = 1.2

    let options: Simplification.Options
    let classes: VertexClasses
    let cornerCount: Int
    /// The position of each corner; `.max` where its triangle is gone.
    let corners: UnsafeMutablePointer<UInt32>
    /// The wedge of each corner: the same memory as `corners` where no position has several.
    let wedges: UnsafeMutablePointer<UInt32>
    /// The next corner at the same position; `.max` at the end.
    private let next: UnsafeMutablePointer<UInt32>
    /// The first corner at each position; `.max` where there is none.
    private let head: UnsafeMutablePointer<UInt32>
    /// Triangles at each position.
    let valence: UnsafeMutablePointer<UInt32>
    /// The positions, scaled to a box of length 1 around the origin.
    let points: UnsafeMutablePointer<Vector3>
    let planes: UnsafeMutablePointer<PlaneQuadric>
    private(set) var attributes: AttributeQuadrics?
    /// Whether a position waits in the queue.
    private let isQueued: UnsafeMutablePointer<Bool>
    private let positionCount: Int
    /// Metres of a length of 1.
    private let extent: Double
    /// The largest mean squared distance to the planes, scaled.
    let errorLimit: Float
    /// Triangles that are left.
    private(set) var liveCount = 0
    /// The largest mean squared distance of a collapse so far, scaled.
    private var worst: Float = 0
    /// Whether triangles may turn over in the texture, and farther in space: where nothing else is left.
    private(set) var isRelaxed = false

    /// - Parameter target: triangles to be left; it sets the scale of colours and normals.
    init(_ mesh: TriangleMesh, classes: VertexClasses, target: Int, options: Simplification.Options) {
        self.options = options
        self.classes = classes
        cornerCount = mesh.indices.count
        positionCount = classes.firstOfClass.count
        corners = .allocate(capacity: cornerCount)
        wedges = classes.hasSeams ? .allocate(capacity: cornerCount) : corners
        next = .allocate(capacity: cornerCount)
        head = .allocate(capacity: positionCount)
        head.initialize(repeating: .max, count: positionCount)
        valence = .allocate(capacity: positionCount)
        valence.initialize(repeating: 0, count: positionCount)
        points = .allocate(capacity: positionCount)
        planes = .allocate(capacity: positionCount)
        planes.initialize(repeating: PlaneQuadric(), count: positionCount)
        isQueued = .allocate(capacity: positionCount)
        isQueued.initialize(repeating: false, count: positionCount)
        let box = Self.box(of: mesh)
        extent = box.extent
        let limit = Float(Double(options.maximumError) / extent)
        errorLimit = limit * limit
        for (i, vertex) in classes.firstOfClass.enumerated() {
            let p = mesh.positions[Int(vertex)]
            let scaled = (SIMD3<Double>(Double(p.x), Double(p.y), Double(p.z)) - box.middle) / extent
            (points + i).initialize(to: Vector3(Float(scaled.x), Float(scaled.y), Float(scaled.z)))
        }
        addTriangles(of: mesh)
        let scale = attributeScale(mesh, target: target)
        if classes.hasSeams || scale.isAny(of: mesh) {
            attributes = AttributeQuadrics(mesh, firstOfWedge: classes.firstOfWedge, scale: scale)
        }
    }

    deinit {
        if wedges != corners { wedges.deallocate() }
        corners.deallocate()
        next.deallocate()
        head.deallocate()
        valence.deallocate()
        points.deallocate()
        planes.deallocate()
        isQueued.deallocate()
    }

    /// The largest distance of a collapse so far, in metres.
    var error: Float {
        let metres = Float(Double(worst.squareRoot()) * extent)
        return metres.isFinite ? metres : 0
    }

    private static func box(of mesh: TriangleMesh) -> (middle: SIMD3<Double>, extent: Double) {
        let box = mesh.bounds
        let low = SIMD3<Double>(Double(box.min.x), Double(box.min.y), Double(box.min.z))
        let high = SIMD3<Double>(Double(box.max.x), Double(box.max.y), Double(box.max.z))
        let extent = (high - low).max()
        return ((low + high) / 2, extent > 0 ? extent : 1)
    }

    /// Lists the triangles that have three different positions.
    private func addTriangles(of mesh: TriangleMesh) {
        for t in stride(from: 0, to: cornerCount, by: 3) {
            var isFlat = false
            for k in 0..<3 {
                let wedge = classes.wedges[Int(mesh.indices[t + k])]
                (wedges + t + k).initialize(to: wedge)
                (corners + t + k).initialize(to: classes.classes[Int(wedge)])
                (next + t + k).initialize(to: .max)
            }
            isFlat = corners[t] == corners[t + 1] || corners[t + 1] == corners[t + 2] || corners[t + 2] == corners[t]
            if isFlat {
                for k in 0..<3 { corners[t + k] = .max }
                continue
            }
            liveCount += 1
            for k in 0..<3 {
                let position = Int(corners[t + k])
                next[t + k] = head[position]
                head[position] = UInt32(t + k)
                valence[position] += 1
            }
        }
    }

    // MARK: Rings

    /// Calls `body` with each corner of a position until that returns false, and unlinks those whose triangles are gone.
    @inline(__always)
    func forEachCorner(of position: UInt32, _ body: (UInt32) -> Bool) {
        var previous = UInt32.max
        var corner = head[Int(position)]
        while corner != .max {
            let following = next[Int(corner)]
            if corners[Int(corner)] == .max {
                if previous == .max { head[Int(position)] = following } else { next[Int(previous)] = following }
            } else {
                guard body(corner) else { return }
                previous = corner
            }
            corner = following
        }
    }

    /// The triangle of a corner, seen from it.
    @inline(__always)
    func face(at corner: UInt32) -> CollapseRing.Face {
        let c = Int(corner)
        let k = c % 3
        let n = k == 2 ? c - 2 : c + 1
        let l = k == 0 ? c + 2 : c - 1
        return CollapseRing.Face(
            corner: corner, next: corners[n], last: corners[l], wedge: wedges[c], nextWedge: wedges[n], lastWedge: wedges[l])
    }

    /// Fills `ring` with what is around a position.
    /// - Returns: false where there is nothing, or too much.
    func gather(_ position: UInt32, into ring: CollapseRing) -> Bool {
        ring.removeAll()
        guard valence[Int(position)] > 0, valence[Int(position)] <= CollapseRing.maxValence else { return false }
        var fits = true
        forEachCorner(of: position) { corner in
            fits = ring.append(face(at: corner))
            return fits
        }
        return fits && ring.faceCount > 0
    }

    // MARK: Collapsing

    /// Collapses until no more than `target` triangles are left, or nothing more can go.
    func run(to target: Int) {
        guard liveCount > target else { return }
        Parallel.forEachRange(positionCount, minimum: 4096) { range in
            let ring = CollapseRing()
            for i in range where gather(UInt32(i), into: ring) { addQuadrics(of: UInt32(i), ring) }
        }
        for relaxed in [false, true] where liveCount > target {
            isRelaxed = relaxed
            collapseAll(to: target)
        }
    }

    private func collapseAll(to target: Int) {
        // So that nothing is unlinked while several threads look.
        for i in 0..<positionCount { forEachCorner(of: UInt32(i)) { _ in true } }
        var costs = [Float](repeating: .infinity, count: positionCount)
        costs.withUnsafeMutableBufferPointer { costs in
            Parallel.forEachRange(positionCount, minimum: 4096) { range in
                let ring = CollapseRing()
                for i in range { costs[i] = best(UInt32(i), ring)?.cost ?? .infinity }
            }
        }
        for i in 0..<positionCount { isQueued[i] = costs[i] < .infinity }
        var queue = CollapseQueue(costs: costs)
        let ring = CollapseRing()
        while liveCount > target, let entry = queue.pop() {
            isQueued[Int(entry.position)] = false
            guard let best = best(entry.position, ring) else { continue }
            // What changed around it made it dearer: others come first.
            if best.cost > Self.patience * queue.lowest {
                queue.push(entry.position, cost: best.cost)
                isQueued[Int(entry.position)] = true
                continue
            }
            collapse(entry.position, ring, neighbour: best.neighbour, cost: best.cost, queue: &queue)
        }
    }

    /// Moves a position onto a neighbour.
    /// - Parameters:
    ///   - ring: what is around the position.
    ///   - neighbour: the neighbour's index in the ring.
    private func collapse(_ position: UInt32, _ ring: CollapseRing, neighbour: Int, cost: Float, queue: inout CollapseQueue) {
        let target = ring.neighbours[neighbour].position
        let d = points[Int(target)] - points[Int(position)]
        let plane = planes[Int(position)]
        if plane.weight > 0 { worst = max(worst, plane.error(at: d) / plane.weight) }
        planes[Int(target)].add(plane, movedBy: d)
        chooseTargets(ring, neighbour: neighbour, offset: d)
        if let attributes {
            for i in 0..<ring.wedgeCount { attributes.move(ring.wedges[i], by: d, to: ring.targets[i]) }
        }
        for i in 0..<ring.faceCount {
            let face = ring.faces[i]
            let c = Int(face.corner)
            if face.next == target || face.last == target {
                let first = c - c % 3
                for k in first..<first + 3 { corners[k] = .max }
                valence[Int(face.next)] -= 1
                valence[Int(face.last)] -= 1
                liveCount -= 1
                continue
            }
            wedges[c] = ring.target(of: face.wedge)
            corners[c] = target
            next[c] = head[Int(target)]
            head[Int(target)] = face.corner
            valence[Int(target)] += 1
        }
        head[Int(position)] = .max
        valence[Int(position)] = 0
        // What could not go may be able to now.
        func requeue(_ changed: UInt32) {
            guard !isQueued[Int(changed)] else { return }
            isQueued[Int(changed)] = true
            queue.push(changed, cost: cost)
        }
        requeue(target)
        for i in 0..<ring.neighbourCount where ring.neighbours[i].position != target { requeue(ring.neighbours[i].position) }
    }

    // MARK: Result

    /// The triangles that are left, in their order, with the vertices that they use in the order of first use.
    func mesh(from original: TriangleMesh) -> TriangleMesh {
        var number = [UInt32](repeating: .max, count: classes.firstOfWedge.count)
        var used: [(position: Int, rest: Int)] = []
        var indices: [UInt32] = []
        indices.reserveCapacity(3 * liveCount)
        for c in 0..<cornerCount where corners[c] != .max {
            let wedge = Int(wedges[c])
            if number[wedge] == .max {
                number[wedge] = UInt32(used.count)
                used.append((Int(classes.firstOfClass[Int(corners[c])]), Int(classes.firstOfWedge[wedge])))
            }
            indices.append(number[wedge])
        }
        return TriangleMesh(
            positions: used.map { original.positions[$0.position] },
            normals: original.normals.isEmpty ? [] : used.map { original.normals[$0.rest] },
            colors: original.colors.isEmpty ? [] : used.map { original.colors[$0.rest] },
            textureCoordinates: original.textureCoordinates.isEmpty ? [] : used.map { original.textureCoordinates[$0.rest] },
            indices: indices)
    }
}
