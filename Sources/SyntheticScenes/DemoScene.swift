import Geometry
import Support

/// The furnished flat: its surface, what it is made of, and the light in it. Made once, then only read.
final class DemoScene: Sendable {
    /// Positions, normals and lit colours of everything.
    let mesh: TriangleMesh
    let bvh: BVH
    let materials: [Material]
    /// The material of each triangle.
    let materialOfTriangle: [UInt16]
    /// Each vertex's place in its thing's own axes, where materials are evaluated.
    let texture: [Vector3]
    /// Light that falls on each vertex: what a white surface there sends back, linear RGB.
    let light: [Vector3]

    init(seed: UInt64) {
        let pieces = FlatLayout.furniture(seed: seed).flatMap(\.pieces)
        var finished = [(mesh: TriangleMesh, texture: [Vector3])](repeating: (TriangleMesh(), []), count: pieces.count)
        finished.withUnsafeMutableBufferPointer { buffer in
            let out = Parts(base: buffer.baseAddress)
            Parallel.forEach(pieces.count) { out.base?[$0] = pieces[$0].solid.finished() }
        }
        var mesh = TriangleMesh()
        var texture: [Vector3] = []
        var materialOfTriangle: [UInt16] = []
        var materialOfVertex: [UInt16] = []
        for (i, part) in finished.enumerated() {
            mesh.append(part.mesh)
            texture += part.texture
            materialOfTriangle += repeatElement(UInt16(i), count: part.mesh.triangleCount)
            materialOfVertex += repeatElement(UInt16(i), count: part.mesh.positions.count)
        }
        let materials = pieces.map(\.material)
        let bvh = BVH(mesh)
        let light = LightBaker(mesh, bvh: bvh, materials: materials, ofTriangle: materialOfTriangle, ofVertex: materialOfVertex)
            .bake()
        mesh.colors = mesh.positions.indices.map { v in
            Self.radiance(materials[Int(materialOfVertex[v])], place: texture[v], spot: 0.03, light: light[v])
        }
        self.mesh = mesh
        self.bvh = bvh
        self.materials = materials
        self.materialOfTriangle = materialOfTriangle
        self.texture = texture
        self.light = light
    }

    /// What the camera records of a surface: linear RGB, 0…1.
    @inline(__always)
    static func radiance(_ material: Material, place: Vector3, spot: Float, light: Vector3) -> Vector3 {
        let color = material.color(place, spot)
        return material.kind == .matte ? exposed(color * light) : color
    }

    /// Bright light is compressed softly, as cameras do, instead of cut off.
    @inline(__always)
    static func exposed(_ c: Vector3) -> Vector3 {
        func shoulder(_ x: Float) -> Float { x < 0.45 ? max(x, 0) : 0.45 + 0.55 * (x - 0.45) / (x - 0.45 + 0.55) }
        return Vector3(shoulder(c.x), shoulder(c.y), shoulder(c.z))
    }

    private struct Parts: @unchecked Sendable {
        let base: UnsafeMutablePointer<(mesh: TriangleMesh, texture: [Vector3])>?
    }
}
