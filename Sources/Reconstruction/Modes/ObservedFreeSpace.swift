import Capture
import Geometry
import Images
import Meshes

/// The space that frames looked through: in front of the nearest depth around each pixel there is nothing.
public struct ObservedFreeSpace: Sendable {
    /// What one frame saw, reduced.
    struct View: Sendable {
        /// World to camera.
        let camera: RigidTransform
        let intrinsics: CameraIntrinsics
        let width: Int
        let height: Int
        /// The nearest depth of each cell of pixels, metres; 0 where fewer than half of them have one.
        let nearest: [Float]
        /// Pixels of the depth image along a cell.
        let cell: Int
    }

    private var views: [View] = []
    /// Metres that a point has to be in front of what was seen behind it, and the share of the distance.
    private let margin: Float
    private static let relativeMargin: Float = 0.01

    /// Frames that have to see through a place.
    static let minViews = 3
    /// The share of a patch in free space from which on all of it is removed.
    private static let wrongShare: Float = 0.25
    /// Frames that are kept; of more, every second is dropped.
    private static let maxViews = 400
    private static let columns = 128

    /// - Parameter voxelSize: of the fusion, metres: what is nearer to a surface than some voxels is not counted as free.
    public init(voxelSize: Float) { margin = max(2 * voxelSize, 0.01) }

    /// Adds what a frame saw.
    public mutating func add(_ frame: Frame) { add(View(frame)) }

    mutating func add(_ view: View) {
        views.append(view)
        guard views.count > Self.maxViews else { return }
        views = views.indices.filter { $0 % 2 == 0 }.map { views[$0] }
    }

    /// Whether at least three frames saw something clearly behind `point`, and hardly any saw a surface there.
    public func isFree(_ point: Vector3) -> Bool {
        var through = 0
        var surface = 0
        for view in views {
            guard let (gap, distance) = view.depth(behind: point) else { continue }
            let limit = margin + Self.relativeMargin * distance
            if gap > limit {
                through += 1
            } else if gap > -limit / 2 {
                surface += 1
            }
        }
        return through >= Self.minViews && through >= 3 * surface
    }

    /// Removes those triangles of patches that cross free space: they close what is open.
    /// - Returns: m² that were removed.
    func open(_ mesh: inout TriangleMesh, _ filled: inout FilledPatches, spacing: Float) -> Float {
        guard !views.isEmpty, let first = filled.patches.first?.triangles.lowerBound else { return 0 }
        var kept = Array(mesh.indices[..<(3 * first)])
        var patches: [FilledPatches.Patch] = []
        var removed: Float = 0
        for var patch in filled.patches {
            let start = kept.count / 3
            func area(_ t: Int) -> Float {
                let (a, b, c) = mesh.corners(t)
                return cross(b - a, c - a).length / 2
            }
            let free = patch.triangles.filter { crosses(mesh.corners($0), spacing: spacing) }
            let freeArea = free.reduce(0) { $0 + area($1) }
            // A sheet of which much is in the air doesn't continue the surface in the rest, either.
            let isWrong = freeArea > Self.wrongShare * patch.area
            let dropped = isWrong ? Set(patch.triangles) : Set(free)
            for t in patch.triangles where !dropped.contains(t) { kept += mesh.indices[3 * t..<3 * t + 3] }
            let droppedArea = isWrong ? patch.area : freeArea
            removed += droppedArea
            patch.area -= droppedArea
            patch.triangles = start..<kept.count / 3
            if !patch.triangles.isEmpty { patches.append(patch) }
        }
        guard removed > 0 else { return 0 }
        mesh.indices = kept
        filled.patches = patches
        Components.dropUnusedVertices(&mesh)
        return removed
    }

    /// Whether a third of the points of a triangle are free.
    private func crosses(_ corners: (Vector3, Vector3, Vector3), spacing: Float) -> Bool {
        let (a, b, c) = corners
        let longest = max((b - a).length, (c - a).length, (c - b).length)
        let steps = min(max(Int(longest / max(spacing, 1e-3)), 1), 24)
        var free = 0
        var total = 0
        for i in 0..<steps {
            for j in 0..<steps - i {
                let u = (Float(i) + 1 / 3) / Float(steps)
                let v = (Float(j) + 1 / 3) / Float(steps)
                total += 1
                if isFree(a + (b - a) * u + (c - a) * v) { free += 1 }
            }
        }
        return 3 * free >= total && free > 0
    }
}

extension ObservedFreeSpace.View {
    init(_ frame: Frame) {
        camera = frame.pose.inverse
        intrinsics = frame.depthIntrinsics
        let depth = frame.depth
        cell = max(1, (depth.width + ObservedFreeSpace.columns - 1) / ObservedFreeSpace.columns)
        width = depth.width / cell
        height = depth.height / cell
        var nearest = [Float](repeating: 0, count: width * height)
        for y in 0..<height {
            for x in 0..<width {
                var least = Float.infinity
                var count = 0
                for v in y * cell..<(y + 1) * cell {
                    for u in x * cell..<(x + 1) * cell where depth[u, v] > 0 && depth[u, v].isFinite {
                        least = min(least, depth[u, v])
                        count += 1
                    }
                }
                if 2 * count > cell * cell { nearest[y * width + x] = least }
            }
        }
        self.nearest = nearest
    }

    /// How far behind `point` lies what was seen in its direction, and how far the point is away, metres; nil where it is out of
    /// the image or nothing was seen.
    func depth(behind point: Vector3) -> (gap: Float, distance: Float)? {
        let p = camera.apply(point)
        guard p.z < -0.05, let pixel = intrinsics.project(p) else { return nil }
        let x = Int(((pixel.x + 0.5) / Float(cell)).rounded(.down))
        let y = Int(((pixel.y + 0.5) / Float(cell)).rounded(.down))
        guard x >= 0, y >= 0, x < width, y < height, nearest[y * width + x] > 0 else { return nil }
        return (nearest[y * width + x] + p.z, -p.z)
    }
}
