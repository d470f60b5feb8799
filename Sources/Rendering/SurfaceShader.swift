import Geometry

/// A point of a mesh's surface that a pixel sees.
public struct SurfacePoint: Sendable {
    /// Number of the triangle in its mesh.
    public let triangle: Int
    /// Numbers of the triangle's vertices.
    public let vertices: (Int, Int, Int)
    /// Barycentric weights of the three vertices, corrected for perspective.
    public let weights: Vector3
    /// Metres along the viewing axis.
    public let depth: Float

    @inline(__always)
    init(_ mesh: TriangleMesh, triangle: Int, u: Float, v: Float, depth: Float) {
        self.triangle = triangle
        vertices = (Int(mesh.indices[3 * triangle]), Int(mesh.indices[3 * triangle + 1]), Int(mesh.indices[3 * triangle + 2]))
        weights = Vector3(1 - u - v, u, v)
        self.depth = depth
    }

    /// A property of the vertices at this point.
    @inlinable @inline(__always)
    public func interpolate(_ values: [Vector3]) -> Vector3 {
        values[vertices.0] * weights.x + values[vertices.1] * weights.y + values[vertices.2] * weights.z
    }
}

/// The light of `RenderStyle` on surfaces: linear colours.
struct SurfaceShader {
    private let mesh: TriangleMesh
    private let style: RenderStyle
    private let hasColors: Bool
    private let hasNormals: Bool
    private let light: GentleLight
    private let texture: TextureLevels?
    private let materials: RenderMaterials?
    private let transform: ScreenTransform?

    private let hasCoordinates: Bool

    /// - Parameter transform: the image's samples, where there is a texture or materials.
    init(
        _ mesh: TriangleMesh, camera: RenderCamera, style: RenderStyle, texture: TextureLevels? = nil,
        materials: RenderMaterials? = nil, transform: ScreenTransform? = nil
    ) {
        self.mesh = mesh
        hasCoordinates = mesh.textureCoordinates.count == mesh.positions.count
        self.texture = hasCoordinates ? texture : nil
        self.materials = materials
        self.transform = transform
        self.style = style
        hasColors = mesh.colors.count == mesh.positions.count
        hasNormals = mesh.normals.count == mesh.positions.count
        light = GentleLight(camera)
    }

    func color(_ point: SurfacePoint) -> Vector3 {
        switch style.shading {
        case .colors: albedo(point) + emitted(point)
        case .lit: emitted(point) + albedo(point) * light.strength(normal(point), at: point.interpolate(mesh.positions))
        case .normals: SRGB.linearised(light.facing(normal(point), at: point.interpolate(mesh.positions)) * 0.5 + 0.5)
        case .depth(let near, let far): SRGB.linearised(Vector3(repeating: 1 - (point.depth - near) / max(far - near, 1e-6)))
        }
    }

    private func albedo(_ point: SurfacePoint) -> Vector3 {
        if let materials, let transform {
            let material = materials[point.triangle]
            var color = material.color
            if hasColors { color *= point.interpolate(mesh.colors) }
            guard let image = material.image, hasCoordinates else { return color }
            return color * textured(point, texture: materials.images[image], transform: transform, material: material)
        }
        if let texture, let transform { return textured(point, texture: texture, transform: transform) }
        return hasColors ? point.interpolate(mesh.colors) : style.baseColor
    }

    private func emitted(_ point: SurfacePoint) -> Vector3 {
        materials.map { $0[point.triangle].emitted } ?? Vector3(repeating: 0)
    }

    private func textured(
        _ point: SurfacePoint, texture: TextureLevels, transform: ScreenTransform, material: RenderMaterials.Material? = nil
    ) -> Vector3 {
        let uv = mesh.textureCoordinates
        let a = uv[point.vertices.0]
        let b = uv[point.vertices.1]
        let c = uv[point.vertices.2]
        var place = a * point.weights.x + b * point.weights.y + c * point.weights.z
        if let material { place = Vector2(material.wrapU.place(place.x), material.wrapV.place(place.y)) }
        // Texels a metre of this triangle, times metres a sample.
        let size = Vector2(Float(texture.width), Float(texture.height))
        let d = (b - a) * size
        let e = (c - a) * size
        let (p, q, r) = mesh.corners(point.triangle)
        let surface = cross(q - p, r - p).length
        let density = surface > 0 ? ((d.x * e.y - d.y * e.x).magnitude / surface).squareRoot() : 0
        return texture.color(place, step: density / Float(max(transform.samplesPerMetre(at: Double(point.depth)), 1e-6)))
    }

    private func normal(_ point: SurfacePoint) -> Vector3 {
        if hasNormals {
            let n = point.interpolate(mesh.normals)
            if n.lengthSquared > 1e-6 { return n.normalized }
        }
        let (a, b, c) = mesh.corners(point.triangle)
        return cross(b - a, c - a).normalized
    }
}

/// A hemisphere of light, a little warm from below, and a key light over the viewer's left shoulder.
struct GentleLight {
    private let eye: Vector3
    private let backward: Vector3
    private let isPerspective: Bool
    private let key: Vector3

    init(_ camera: RenderCamera) {
        let r = camera.pose.rotation
        eye = camera.pose.translation
        backward = r.rotate(Vector3(0, 0, 1))
        if case .orthographic = camera.projection { isPerspective = false } else { isPerspective = true }
        key = (r.rotate(Vector3(-0.45, 0.35, 0.75)) + Vector3(0, 0.45, 0)).normalized
    }

    /// The normal on the side that the camera sees.
    @inline(__always)
    func facing(_ normal: Vector3, at position: Vector3) -> Vector3 {
        dot(normal, isPerspective ? eye - position : backward) < 0 ? -normal : normal
    }

    /// What a surface's colour is multiplied with; about 0.6 to 1.1.
    @inline(__always)
    func strength(_ normal: Vector3, at position: Vector3) -> Vector3 {
        let n = facing(normal, at: position)
        let sky = 0.5 + 0.5 * n.y
        let ambient = Vector3(0.60, 0.575, 0.55) * (1 - sky) + Vector3(0.72, 0.73, 0.745) * sky
        return ambient + Vector3(0.38, 0.37, 0.35) * max(0, dot(n, key))
    }
}

extension SRGB {
    /// The linear colour that is written as the encoded value `e` (0…1), to 8 bits.
    static func linearised(_ e: Vector3) -> Vector3 {
        func one(_ x: Float) -> Float { x > 0 ? SRGB.linear[Int(min(x, 1) * 255 + 0.5)] : 0 }
        return Vector3(one(e.x), one(e.y), one(e.z))
    }
}
