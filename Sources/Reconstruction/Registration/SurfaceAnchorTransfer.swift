import PointClouds
import Geometry
import Support

/// A point of a surface that something is anchored to.
public struct SurfaceAnchor: Sendable, Equatable {
    /// Metres.
    public var point: Vector3
    /// Unit vector out of the surface.
    public var normal: Vector3

    /// - Parameters:
    ///   - point: metres.
    ///   - normal: unit vector out of the surface.
    public init(point: Vector3, normal: Vector3) {
        self.point = point
        self.normal = normal
    }
}

/// An anchor in the frame of a newer scan of the same place.
public struct TransferredAnchor: Sendable, Equatable {
    /// What happened to the surface at an anchor.
    public enum State: String, Sendable, Equatable {
        /// The surface is where it was.
        case held
        /// The surface was found elsewhere, as that of a chair that was moved.
        case moved
        /// The new scan has no such surface: `anchor` is where it would be.
        case lost
    }

    /// What happened to the surface at the anchor.
    public var state: State
    /// On the new surface, where there is one.
    public var anchor: SurfaceAnchor
    /// From the old scan's frame to the new one's, for what belongs to the anchor; includes the movement of what was moved.
    public var transform: RigidTransform
    /// Metres from where the anchor would be if nothing had changed; nil where it is lost.
    public var distance: Float?
}

/// Transfers anchors from a scan to a newer one of the same place.
///
/// The scans are registered as wholes first (`CaptureRegistration`). An anchor whose surroundings have counterparts in the new scan
/// is put on the new surface. Where they have none, the piece of the old surface around it that is missing in the new scan is
/// looked for among what is new there: by all turns about the vertical and all shifts in which surfaces facing alike meet, refined
/// by iterative closest points. A piece that fits at two places is at none.
public struct SurfaceAnchorTransfer: Sendable {
    /// How the old scan lies in the new one's frame. Where it is not trustworthy, no anchor is transferred.
    public let alignment: Alignment

    private let surface: BVH
    private let mesh: TriangleMesh
    private let old: PointCloud
    private let oldTree: PointTree
    private let new: PointCloud
    private let newTree: PointTree
    /// Whether each point of `old` has a counterpart in `new`.
    private let hasCounterpart: [Bool]

    /// Metres between the points that are compared.
    private static let spacing: Float = 0.025
    /// Surfaces farther apart than this are not the same.
    static let reach: Float = 0.06
    /// Radius in metres of the surroundings by which an anchor is judged.
    private static let surroundings: Float = 0.12

    /// - Throws: `ReconstructionError.badOption` where a mesh has no surface; `CancellationError`.
    public init(from source: TriangleMesh, to target: TriangleMesh, progress: ProgressReporter = .silent) throws {
        alignment = try CaptureRegistration.register([target, source], progress: progress.part(0...0.7))[1]
        try progress.report(0.7, "Comparing the scans")
        mesh = target
        surface = BVH(target)
        old = try Downsampling.voxel(SurfaceSamples.cloud(of: source, spacing: Self.spacing * 0.7), size: Self.spacing)
            .transformed(by: alignment.transform)
        new = try Downsampling.voxel(SurfaceSamples.cloud(of: target, spacing: Self.spacing * 0.7), size: Self.spacing)
        oldTree = PointTree(old.positions)
        newTree = PointTree(new.positions)
        hasCounterpart = Self.counterparts(of: old, in: new, newTree)
        try progress.report(0.8, "Comparing the scans")
    }

    /// The anchors in the new scan's frame, in their order.
    /// - Throws: `ReconstructionError.notRegistered` where the alignment is not trustworthy; `CancellationError`.
    public func transfer(_ anchors: [SurfaceAnchor], progress: ProgressReporter = .silent) throws -> [TransferredAnchor] {
        guard alignment.isTrustworthy else {
            throw ReconstructionError.notRegistered(
                "the scans could not be registered: \(alignment.reason ?? "they may not show the same place")")
        }
        var missing: ChangeDetection?
        return try anchors.enumerated().map { i, anchor in
            try progress.report(Double(i) / Double(anchors.count), "Transferring anchors")
            let point = alignment.transform.apply(anchor.point)
            let normal = alignment.transform.rotation.rotate(anchor.normal).normalized
            if isThere(point), let found = snapped(point, normal) {
                return TransferredAnchor(
                    state: .held, anchor: found, transform: alignment.transform, distance: (found.point - point).length)
            }
            if missing == nil {
                missing = try ChangeDetection(old, hasCounterpart: hasCounterpart, new: new, newTree: newTree, arrived: newOnly())
            }
            if let movement = try missing?.movement(of: point, normal),
                let found = snapped(movement.apply(point), movement.rotation.rotate(normal))
            {
                return TransferredAnchor(
                    state: .moved, anchor: found, transform: movement * alignment.transform, distance: (found.point - point).length)
            }
            // A small thing may be gone while what it stood on is there: then the anchor is not put on that.
            return TransferredAnchor(
                state: .lost, anchor: SurfaceAnchor(point: point, normal: normal), transform: alignment.transform, distance: nil)
        }
    }

    /// Whether most of the old surface around a place has a counterpart.
    private func isThere(_ point: Vector3) -> Bool {
        var around = oldTree.within(Self.surroundings, of: point)
        if around.count < 5 { around = oldTree.nearest(5, to: point, within: 2 * Self.surroundings) }
        guard !around.isEmpty else { return false }
        // What lies near says more than what lies at the edge.
        var (there, all): (Float, Float) = (0, 0)
        for neighbour in around {
            let weight = 1 / (neighbour.distanceSquared.squareRoot() + 0.03)
            all += weight
            if hasCounterpart[neighbour.index] { there += weight }
        }
        return there > 0.6 * all
    }

    /// The place on the new surface that belongs to an anchor: the nearest that faces as it did.
    private func snapped(_ point: Vector3, _ normal: Vector3) -> SurfaceAnchor? {
        if let near = surface.nearest(to: point, within: Self.reach) {
            let found = self.normal(near.triangle)
            if dot(found, normal) > 0.5 { return SurfaceAnchor(point: near.point, normal: found) }
        }
        // A thin thing has two sides; the nearest point may lie on the other one.
        let neighbours = newTree.nearest(30, to: point, within: Self.reach)
        guard let other = neighbours.first(where: { dot(new.normals[$0.index], normal) > 0.5 }) else { return nil }
        let place = new.positions[other.index] + new.normals[other.index] * 0.005
        guard let near = surface.nearest(to: place, within: Self.reach) else { return nil }
        return SurfaceAnchor(point: near.point, normal: new.normals[other.index])
    }

    private func normal(_ triangle: Int) -> Vector3 {
        let (a, b, c) = mesh.corners(triangle)
        return cross(b - a, c - a).normalized
    }

    /// For each point of the new scan, whether the old one lacks it.
    private func newOnly() -> [Int] {
        let known = Self.counterparts(of: new, in: old, oldTree)
        return known.indices.filter { !known[$0] }
    }

    static func counterparts(of cloud: PointCloud, in other: PointCloud, _ tree: PointTree) -> [Bool] {
        var result = [Bool](repeating: false, count: cloud.positions.count)
        result.withUnsafeMutableBufferPointer { result in
            let chunk = 4096
            let out = Results(base: result.baseAddress)
            Parallel.forEach((cloud.positions.count + chunk - 1) / chunk) { part in
                for i in part * chunk..<min((part + 1) * chunk, cloud.positions.count) {
                    let near = tree.nearest(6, to: cloud.positions[i], within: Self.reach)
                    out.base?[i] = near.contains { dot(other.normals[$0.index], cloud.normals[i]) > 0.5 }
                }
            }
        }
        return result
    }

    private struct Results: @unchecked Sendable {
        let base: UnsafeMutablePointer<Bool>?
    }
}
