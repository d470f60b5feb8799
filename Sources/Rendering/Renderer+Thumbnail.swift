import Geometry
import Images

extension Renderer {
    /// A place or thing as on a sand table: seen from above at about 50°, all of it in the image, on the dark ground. A room loses
    /// its ceiling and its near walls, so that its inside is visible.
    /// - Parameters:
    ///   - mesh: the surface; metres.
    ///   - texture: the base colour (sRGB) that the mesh's texture coordinates point into, shown instead of its vertex colours.
    ///   - width: width of the image in pixels.
    ///   - height: height of the image in pixels.
    public static func thumbnail(
        of mesh: TriangleMesh, texture: ColorImage? = nil, width: Int = 640, height: Int = 480
    ) -> ColorImage {
        let view = SandTable(mesh)
        return render(
            mesh, texture: texture, camera: view.camera(aspect: aspect(width, height)), width: width, height: height,
            style: view.style)
    }

    /// The same for a point cloud.
    public static func thumbnail(of cloud: PointCloud, width: Int = 640, height: Int = 480) -> ColorImage {
        let view = SandTable(cloud)
        return render(cloud, camera: view.camera(aspect: aspect(width, height)), width: width, height: height, style: view.style)
    }

    private static func aspect(_ width: Int, _ height: Int) -> Float { Float(max(width, 1)) / Float(max(height, 1)) }
}

/// The view of a space from above, with the ceiling of a room cut off.
public struct SandTable: Sendable {
    /// What has to be in the image.
    let points: [Vector3]
    /// The box around the place without stray points, metres.
    public let bounds: Bounds
    /// The height in metres above which a room is cut open; nil where it isn't a room.
    public let ceilingCut: Float?

    /// Downwards from the horizon, radians.
    private static let pitch: Float = 50 * .pi / 180
    /// Away from the long side, radians: walls then run askew and show depth.
    private static let turn: Float = 24 * .pi / 180
    private static let fieldOfView: Float = 30 * .pi / 180

    /// The view of a mesh; a room is cut below its ceiling.
    public init(_ mesh: TriangleMesh) {
        let bounds = Self.robustBounds(mesh.positions)
        let cut = Self.ceilingCut(mesh, bounds)
        self.init(mesh.positions, bounds: bounds, cut: cut)
    }

    /// The view of a cloud; what is as wide and high as a room is cut at 85 % of its height.
    public init(_ cloud: PointCloud) {
        let bounds = Self.robustBounds(cloud.positions)
        self.init(cloud.positions, bounds: bounds, cut: Self.looksLikeRoom(bounds) ? bounds.min.y + 0.85 * bounds.size.y : nil)
    }

    private init(_ positions: [Vector3], bounds: Bounds, cut: Float?) {
        self.bounds = bounds
        ceilingCut = cut
        let step = max(1, positions.count / 20_000)
        let sampled = stride(from: 0, to: positions.count, by: step).map { positions[$0] }
        points = sampled.filter { p in p.isFinite && bounds.contains(p) && p.y <= cut ?? .infinity }
    }

    /// Dark ground, gentle light, and for rooms the cut.
    public var style: RenderStyle { RenderStyle(ceilingCut: ceilingCut, cullsBackFaces: ceilingCut != nil) }

    /// The camera that has everything in an image of the given width to height, with a margin of 4 %.
    /// - Parameters:
    ///   - aspect: width to height of the image.
    ///   - yaw: around the vertical axis, 0 looking along −z, radians; nil: diagonally onto the long side.
    ///   - pitch: above the horizon, radians; nil: 50°.
    public func camera(aspect: Float, yaw: Float? = nil, pitch: Float? = nil) -> RenderCamera {
        let turn = yaw ?? (bounds.size.z > bounds.size.x * 1.05 ? Self.turn + .pi / 2 : Self.turn)
        let (s, c) = Trigonometry.sincos(turn)
        let (up, along) = Trigonometry.sincos(pitch ?? Self.pitch)
        let backward = Vector3(s * along, up, c * along)
        let rotation = RigidTransform.lookingAt(Vector3(repeating: 0), from: backward).rotation
        let tangent = Trigonometry.tan(Self.fieldOfView / 2) * 0.96
        let limits = Vector2(tangent * aspect, tangent)
        // In the camera's axes each point asks of the eye: |x − ex| ≤ limit·(ez − z). The tightest four sides give eye and
        // distance.
        var low = Vector2(repeating: .infinity)
        var high = Vector2(repeating: -.infinity)
        for p in points {
            let q = rotation.inverse.rotate(p)
            let reach = limits * q.z
            let flat = Vector2(q.x, q.y)
            low = Vector2(min(low.x, flat.x - reach.x), min(low.y, flat.y - reach.y))
            high = Vector2(max(high.x, flat.x + reach.x), max(high.y, flat.y + reach.y))
        }
        guard low.x <= high.x else {
            return .looking(at: Vector3(repeating: 0), from: backward * 3, verticalFieldOfView: Self.fieldOfView)
        }
        let needed = (high - low) / (2 * limits)
        let middle = (low + high) * 0.5
        let eye = rotation.rotate(Vector3(middle.x, middle.y, max(needed.x, needed.y) + 1e-3))
        let size = bounds.size.length
        return RenderCamera(
            pose: RigidTransform(rotation: rotation, translation: eye),
            projection: .perspective(verticalFieldOfView: Self.fieldOfView),
            near: max(1e-5, size * 1e-3))
    }

    /// The box between the 1st and 999th thousandth of the points in each axis, a little wider: stray points do not shrink the
    /// place.
    private static func robustBounds(_ positions: [Vector3]) -> Bounds {
        let step = max(1, positions.count / 50_000)
        let sampled = stride(from: 0, to: positions.count, by: step).map { positions[$0] }.filter(\.isFinite)
        guard !sampled.isEmpty else { return Bounds(min: Vector3(repeating: -0.5), max: Vector3(repeating: 0.5)) }
        var bounds = Bounds(sampled)
        for k in 0..<3 {
            let sorted = sampled.map { $0[k] }.sorted()
            let skip = sorted.count / 1000
            let a = sorted[skip]
            let b = sorted[sorted.count - 1 - skip]
            let margin = 0.05 * (b - a)
            bounds.min[k] = max(bounds.min[k], a - margin)
            bounds.max[k] = min(bounds.max[k], b + margin)
        }
        return bounds
    }

    /// Rooms are from 1.5 to 8 m high and not slimmer than high by much; smaller things are shown whole.
    private static func looksLikeRoom(_ bounds: Bounds) -> Bool {
        let size = bounds.size
        return size.y >= 1.5 && size.y <= 8 && max(size.x, size.z) >= 0.8 * size.y && min(size.x, size.z) >= 0.4 * size.y
    }

    /// Whether most of the surface faces inwards: the volume it encloses is then negative.
    private static func isSeenFromWithin(_ mesh: TriangleMesh, _ center: Vector3) -> Bool {
        var volume: Float = 0
        for t in 0..<mesh.triangleCount {
            let (a, b, c) = mesh.corners(t)
            let v = dot(a - center, cross(b - center, c - center))
            if v.isFinite { volume += v }
        }
        return volume < 0
    }

    /// Where to cut a room: below its ceiling, which is where most level surface of the upper half lies; at 85 % of the height
    /// where it has none.
    private static func ceilingCut(_ mesh: TriangleMesh, _ bounds: Bounds) -> Float? {
        guard looksLikeRoom(bounds), isSeenFromWithin(mesh, bounds.center) else { return nil }
        let bins = 60
        let low = bounds.min.y
        let height = bounds.size.y
        var areas = [Float](repeating: 0, count: bins)
        for t in 0..<mesh.triangleCount {
            let (a, b, c) = mesh.corners(t)
            let n = cross(b - a, c - a)
            let y = ((a.y + b.y + c.y) / 3 - low) / height
            guard y >= 0, y < 1, n.y.magnitude > 0.9 * n.length else { continue }
            areas[Int(y * Float(bins))] += 0.5 * n.length
        }
        var best = (bin: bins, area: 0.05 * bounds.size.x * bounds.size.z)
        for b in bins * 6 / 10..<bins where areas[b] > best.area { best = (b, areas[b]) }
        let ceiling = Float(best.bin) / Float(bins) * height
        return low + min(0.85 * height, ceiling - 0.06 * height)
    }
}
