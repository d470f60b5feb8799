import Geometry

/// How far the samples of each visit are from the fused surface: repeated observations of one place disagree by what the sensor,
/// its calibration and the camera trajectory are wrong.
///
/// Only flat places count: there the mean of the samples of a visit has one distance from the surface, whichever part of the
/// place they show.
struct VisitOffsets {
    /// Area-weighted moments of the surface in one place.
    fileprivate struct Patch {
        var area: Float = 0
        var sum = Vector3(repeating: 0)
        var normal = Vector3(repeating: 0)
        /// xx, yy, zz and xy, yz, zx about the middle of the place.
        var squares = Vector3(repeating: 0)
        var products = Vector3(repeating: 0)
    }

    private var patches: [SIMD3<Int32>: Patch] = [:]
    private let tolerance: Float

    /// m²; less surface in a place is an edge of it.
    fileprivate static let minArea: Float = 0.012
    /// Cosine between the normals in a place and their mean, by area.
    fileprivate static let minCoherence: Float = 0.985
    /// Metres; samples farther away show something else.
    private static let maxOffset: Float = 0.08

    /// - Parameters:
    ///   - mesh: the fused surface, metres.
    ///   - voxelSize: metres.
    init(_ mesh: TriangleMesh, voxelSize: Float) {
        tolerance = max(0.003, 0.2 * voxelSize)
        for t in 0..<mesh.triangleCount {
            let (a, b, c) = mesh.corners(t)
            let middle = (a + b + c) / 3
            guard let key = ScanObservations.place(of: middle) else { continue }
            let n = cross(b - a, c - a) / 2
            let area = n.length
            let p = middle - Self.middle(of: key)
            patches[key, default: Patch()].add(p, normal: n, area: area)
        }
    }

    private static func middle(of key: SIMD3<Int32>) -> Vector3 { (Vector3(key) + 0.5) * ScanObservations.edge }

    /// Sets the offsets of all visits.
    func apply(to observations: inout ScanObservations) {
        observations.update { key, visits in
            let plane = patches[key]?.plane(tolerance: tolerance)
            for k in visits.indices {
                let center = visits[k].center
                visits[k].center = Vector3(repeating: 0)
                guard let plane else { continue }
                let offset = dot(center - Self.middle(of: key) - plane.point, plane.normal)
                if offset.magnitude < Self.maxOffset { visits[k].offset = offset }
            }
        }
    }
}

extension VisitOffsets.Patch {
    fileprivate mutating func add(_ p: Vector3, normal n: Vector3, area a: Float) {
        area += a
        sum += p * a
        normal += n
        squares += p * p * a
        products += p * Vector3(p.y, p.z, p.x) * a
    }

    /// The plane of the surface; nil where it is not flat, or too little of it.
    fileprivate func plane(tolerance: Float) -> (point: Vector3, normal: Vector3)? {
        guard area > VisitOffsets.minArea, normal.length > VisitOffsets.minCoherence * area else { return nil }
        let n = normal.normalized
        let point = sum / area
        let spread = squares / area - point * point
        let mixed = products / area - point * Vector3(point.y, point.z, point.x)
        let square = (spread * n * n).sum() + 2 * (mixed * n * Vector3(n.y, n.z, n.x)).sum()
        return square < tolerance * tolerance ? (point, n) : nil
    }
}
