import Geometry
import Images
import Rendering
import Support

/// What is drawn of models for an image: all triangles in one mesh, the material of each, and how open each vertex is to the sky.
struct Stage: Sendable {
    /// The names of finishes of models as materials.
    private let materials: [StageMaterial]
    private var extra: [StageMaterial] = []
    private(set) var mesh = TriangleMesh()
    private var materialOfTriangle: [Int32] = []
    /// How much of the surroundings each vertex sees, 0…1.
    private var openness: [Float] = []

    init(_ textures: ArtemisTextures) {
        materials = ArtemisFinish.allCases.map { StageMaterial($0, textures) }
    }

    /// Adds the parts of a model that `filter` accepts, each moved by its vector.
    mutating func add(
        _ model: PartModel<ArtemisFinish>, movedBy transform: RigidTransform = .identity,
        where filter: (String) -> Bool = { _ in true },
        offset: (String) -> Vector3 = { _ in Vector3(repeating: 0) }
    ) {
        for part in model.parts where filter(part.name) {
            let d = offset(part.name)
            for finish in ArtemisFinish.allCases {
                guard let shape = part.shapes[finish] else { continue }
                append(shape.translated(d.x, d.y, d.z).moved(transform), material: Int32(finish.rawValue))
            }
        }
    }

    /// Adds a shape with a material of its own.
    mutating func add(_ shape: Shape, _ material: StageMaterial) {
        append(shape, material: Int32(materials.count + extra.count))
        extra.append(material)
    }

    private mutating func append(_ shape: Shape, material: Int32) {
        let first = UInt32(mesh.positions.count)
        mesh.positions += shape.positions
        mesh.normals += shape.normals
        mesh.textureCoordinates += shape.coordinates
        mesh.indices += shape.indices.map { $0 + first }
        materialOfTriangle += Array(repeating: material, count: shape.triangleCount)
    }

    func material(_ triangle: Int) -> StageMaterial {
        let number = Int(materialOfTriangle[triangle])
        return number < materials.count ? materials[number] : extra[number - materials.count]
    }

    /// Computes how open each vertex is, within `reach` metres.
    mutating func computeOpenness(_ bvh: BVH, reach: Float, floor: Float?) {
        let directions = Stage.hemisphere
        let mesh = mesh
        openness = [Float](count: mesh.positions.count) { range, out in
            for i in range {
                let n = mesh.normals[i]
                let origin = mesh.positions[i] + n * (reach * 0.004)
                let frame = Stage.frame(n)
                var free = 0
                for d in directions {
                    let direction = frame.0 * d.x + frame.1 * d.y + n * d.z
                    let hitsFloor = floor.map { direction.y < 0 && (origin.y - $0) < -direction.y * reach } ?? false
                    if !hitsFloor, bvh.intersect(Ray(origin: origin, direction: direction), maximum: reach) == nil { free += 1 }
                }
                out[i] = Float(free) / Float(directions.count)
            }
        }
    }

    /// How open the surface is at a point.
    @inline(__always)
    func openness(_ point: SurfacePoint) -> Float {
        guard point.vertices.0 < openness.count, point.vertices.1 < openness.count, point.vertices.2 < openness.count else {
            return 1
        }
        let w = point.weights
        return openness[point.vertices.0] * w.x + openness[point.vertices.1] * w.y + openness[point.vertices.2] * w.z
    }

    /// Ten directions of the upper hemisphere about z, denser towards it (cosine weighted).
    private static let hemisphere: [Vector3] = (0..<10).map { i in
        let u = (Float(i) + 0.5) / 10
        let r = u.squareRoot()
        let (s, c) = Trigonometry.sincos(Float(i) * 2.399_963)
        return Vector3(r * c, r * s, (1 - u).squareRoot())
    }

    /// Two unit vectors across a unit vector.
    static func frame(_ n: Vector3) -> (Vector3, Vector3) {
        let a = cross(abs(n.y) < 0.9 ? Vector3(0, 1, 0) : Vector3(1, 0, 0), n).normalized
        return (a, cross(n, a))
    }
}

/// What is behind and below the models of an image.
enum StageBackground: Sendable, Equatable {
    /// A dark neutral stage with a floor at a height, metres.
    case studio(floor: Float)
    /// The same without a floor.
    case dark
    /// Space with faint stars.
    case space
}
