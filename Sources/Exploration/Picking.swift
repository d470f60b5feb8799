import Geometry

/// What a pointer is on.
public struct Pick: Sendable, Equatable {
    /// What a ray hits.
    public enum Kind: Int32, CaseIterable, Sendable {
        /// Nothing.
        case none = 0
        /// A triangle of the mesh.
        case mesh = 1
        /// The box of an object.
        case object = 2
        /// A memory's pin.
        case pin = 3
    }

    /// What was hit.
    public var kind: Kind
    /// Number of the triangle, object or pin; −1 for none.
    public var index: Int32
    /// The point that was hit, metres.
    public var point: Vector3
    /// Unit vector against the ray; for a pin straight towards it.
    public var normal: Vector3
    /// Metres from the ray's origin.
    public var distance: Float

    /// - Parameters:
    ///   - kind: what was hit.
    ///   - index: of the triangle, object or pin; −1 for none.
    ///   - point: metres.
    ///   - normal: unit vector.
    ///   - distance: metres from the ray's origin.
    public init(kind: Kind, index: Int32, point: Vector3, normal: Vector3, distance: Float) {
        self.kind = kind
        self.index = index
        self.point = point
        self.normal = normal
        self.distance = distance
    }

    static let none = Pick(kind: .none, index: -1, point: Vector3(repeating: 0), normal: Vector3(0, 1, 0), distance: 0)
}

/// What a pick may find.
public struct PickTargets: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Triangles of the mesh.
    public static let mesh = PickTargets(rawValue: 1)
    /// Boxes of objects.
    public static let objects = PickTargets(rawValue: 2)
    /// Pins of memories.
    public static let pins = PickTargets(rawValue: 4)
    /// Also what is cut away and not seen.
    public static let hidden = PickTargets(rawValue: 8)
    /// Mesh, objects and pins, where they are visible.
    public static let all: PickTargets = [.mesh, .objects, .pins]
}

extension Exploration {
    /// How near to a pin's middle a ray has to come, in metres.
    static let pinRadius: Float = 0.14
    /// How many cut surfaces, one behind the other, a ray passes through.
    static let maxLayers = 64

    /// What a ray meets first. Pins win over the surface that they are fixed to; objects, whose boxes stand a little off the
    /// surface inside them, win over that surface.
    public func pick(_ ray: Ray, targets: PickTargets = .all) -> Pick {
        guard ray.origin.isFinite, ray.direction.isFinite else { return .none }
        let length = ray.direction.length
        guard length > 1e-12, length.isFinite else { return .none }
        let ray = Ray(origin: ray.origin, direction: ray.direction / length)
        var best = Pick.none
        var limit = Float.greatestFiniteMagnitude
        if let hit = surface(ray, targets) {
            limit = hit.distance
            if targets.contains(.mesh) { best = hit }
        }
        if targets.contains(.objects), let hit = object(ray, before: limit + 0.05) {
            best = hit
            limit = min(limit, max(hit.distance, 0) + 0.3)
        }
        if targets.contains(.pins), let pins, let hit = pins.firstHit(ray, radius: Self.pinRadius, limit: limit + Self.pinRadius) {
            best = Pick(kind: .pin, index: hit.index, point: pins.points[Int(hit.index)], normal: -ray.direction, distance: hit.t)
        }
        return best
    }

    /// The nearest surface that is not cut away.
    func surface(_ ray: Ray, _ targets: PickTargets) -> Pick? {
        var from: Float = 0
        for _ in 0..<Self.maxLayers {
            guard let hit = place.bvh.intersect(Ray(origin: ray.at(from), direction: ray.direction)) else { return nil }
            let t = from + hit.t
            let point = ray.at(t)
            var normal = place.normal(hit.triangle)
            if dot(normal, ray.direction) > 0 { normal = -normal }
            if targets.contains(.hidden) || !cut.hides(point, normal: normal) {
                return Pick(kind: .mesh, index: Int32(truncatingIfNeeded: hit.triangle), point: point, normal: normal, distance: t)
            }
            from = t + max(0.002, t * 1e-5)
        }
        return nil
    }

    private func object(_ ray: Ray, before limit: Float) -> Pick? {
        var best: Pick?
        var limit = limit
        for i in objects.indices {
            guard let hit = objects[i].intersect(ray, limit: limit) else { continue }
            limit = hit.t
            best = Pick(
                kind: .object, index: Int32(truncatingIfNeeded: i), point: ray.at(hit.t), normal: hit.normal, distance: hit.t)
        }
        return best
    }
}
