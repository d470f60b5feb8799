import Geometry

/// Components of surface in free space (floaters), made by bad depth samples that a few frames agreed on.
///
/// A component is rated by its area and by how often it was observed. A lamp under the ceiling hangs free as well, but every frame
/// that faced it observed it; a floater was observed by few, and others saw through it.
public enum Floaters {
    /// How components are classified.
    public struct Options: Sendable, Equatable {
        /// Components smaller than this many m² are floaters whatever their support, except tiny things with high support.
        public var minimumArea: Float
        /// Up to this many m² a component of low support is one too.
        public var doubtfulArea: Float
        /// Support is low below this share of the median support of the surface, 0…1.
        public var littleSupport: Float

        /// Options; areas in m², `littleSupport` as a share of the median support, 0…1.
        public init(minimumArea: Float = 0.02, doubtfulArea: Float = 0.15, littleSupport: Float = 0.2) {
            self.minimumArea = minimumArea
            self.doubtfulArea = doubtfulArea
            self.littleSupport = littleSupport
        }
    }

    /// Removes floaters and the vertices that no triangle uses then; the order of what stays is kept. The largest piece always
    /// stays.
    /// - Parameters:
    ///   - mesh: the surface that is changed.
    ///   - options: how a component is judged.
    ///   - support: how much each vertex was seen, in any unit: the fused weight, or how many frames. By area alone where nil.
    /// - Returns: how many pieces were removed.
    @discardableResult
    public static func remove(
        from mesh: inout TriangleMesh, options: Options = Options(), support: ((Int) -> Float)? = nil
    ) -> Int {
        let pieces = Pieces(mesh)
        guard pieces.areas.count > 1 else { return 0 }
        var supports = [Float](repeating: 1, count: pieces.areas.count)
        var usual: Float = 1
        if let support {
            (supports, usual) = pieces.supports(mesh, support)
        }
        let largest = pieces.areas.indices.max { pieces.areas[$0] < pieces.areas[$1] } ?? 0
        let isKept = pieces.areas.indices.map { i -> Bool in
            if i == largest { return true }
            let area = pieces.areas[i]
            let share = usual > 0 ? supports[i] / usual : 1
            // A small thing seen as well as the room itself is a thing: half of the area is enough for it.
            if area < options.minimumArea { return support != nil && share >= 1 && area >= 0.5 * options.minimumArea }
            return area >= options.doubtfulArea || share >= options.littleSupport
        }
        let removed = isKept.count { !$0 }
        guard removed > 0 else { return 0 }
        var kept: [UInt32] = []
        kept.reserveCapacity(mesh.indices.count)
        for t in 0..<mesh.triangleCount where isKept[Int(pieces.piece[t])] { kept += mesh.indices[3 * t..<3 * t + 3] }
        mesh.indices = kept
        Components.dropUnusedVertices(&mesh)
        return removed
    }
}

/// The pieces of a mesh: triangles joined by shared vertices.
package struct Pieces {
    /// The piece of each triangle, numbered in the order of their first vertices.
    package let piece: [Int32]
    /// m².
    package let areas: [Float]

    package init(_ mesh: TriangleMesh) {
        var parent = Array(0..<UInt32(truncatingIfNeeded: mesh.positions.count))
        func root(_ v: UInt32) -> UInt32 {
            var v = v
            while parent[Int(v)] != v {
                parent[Int(v)] = parent[Int(parent[Int(v)])]
                v = parent[Int(v)]
            }
            return v
        }
        for t in 0..<mesh.triangleCount {
            for k in 1...2 {
                let a = root(mesh.indices[3 * t])
                let b = root(mesh.indices[3 * t + k])
                // The lower number becomes the root, so that roots do not depend on the order of joining.
                if a != b { parent[Int(max(a, b))] = min(a, b) }
            }
        }
        var number = [Int32](repeating: -1, count: mesh.positions.count)
        var piece = [Int32](repeating: 0, count: mesh.triangleCount)
        var areas: [Float] = []
        for t in 0..<mesh.triangleCount {
            let r = Int(root(mesh.indices[3 * t]))
            if number[r] < 0 {
                number[r] = Int32(truncatingIfNeeded: areas.count)
                areas.append(0)
            }
            piece[t] = number[r]
            let (a, b, c) = mesh.corners(t)
            areas[Int(number[r])] += cross(b - a, c - a).length * 0.5
        }
        self.piece = piece
        self.areas = areas
    }

    /// The mean support of each piece by area, and the median over the whole surface.
    func supports(_ mesh: TriangleMesh, _ support: (Int) -> Float) -> (pieces: [Float], median: Float) {
        var sums = [Float](repeating: 0, count: areas.count)
        var samples: [Float] = []
        let step = max(1, mesh.triangleCount / 20_000)
        for t in 0..<mesh.triangleCount {
            let (a, b, c) = mesh.corners(t)
            let mean = (0..<3).reduce(Float(0)) { $0 + support(Int(mesh.indices[3 * t + $1])) } / 3
            sums[Int(piece[t])] += mean * cross(b - a, c - a).length * 0.5
            if t % step == 0 { samples.append(mean) }
        }
        samples.sort()
        return (zip(sums, areas).map { $1 > 0 ? $0 / $1 : 0 }, samples.isEmpty ? 0 : samples[samples.count / 2])
    }
}
