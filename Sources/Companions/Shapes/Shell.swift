import Geometry
import Models

/// What a surface looks like: each finish is a material.
enum Finish: Int, CaseIterable, Sendable {
    /// Soft and matt: skin, feathers, leaves.
    case soft
    /// Smooth and hard: shells, metal, beaks.
    case hard
    /// Wet and dark: eyes.
    case glossy
    /// Emits light.
    case glowing
}

/// A closed surface with colours and skin weights: a part of a companion's mesh.
struct Shell: Sendable {
    /// What it looks like.
    var finish: Finish
    /// Metres, in the rest pose.
    var positions: [Vector3] = []
    /// Unit vectors out of the surface.
    var normals: [Vector3] = []
    /// Linear RGB.
    var colors: [Vector3] = []
    /// Numbers of joints.
    var joints: [SIMD4<UInt16>] = []
    /// Their weights.
    var weights: [SIMD4<Float>] = []
    /// Three for each triangle, counter-clockwise seen from outside.
    var indices: [UInt32] = []

    /// An empty shell.
    init(finish: Finish) { self.finish = finish }

    /// Adds a vertex.
    mutating func add(_ position: Vector3, color: Vector3, influences: [(bone: Bone, weight: Float)], rig: Rig) {
        var joint = SIMD4<UInt16>()
        var weight = SIMD4<Float>()
        for (k, influence) in influences.prefix(4).enumerated() {
            joint[k] = UInt16(rig.index(influence.bone))
            weight[k] = influence.weight
        }
        positions.append(position)
        colors.append(color)
        joints.append(joint)
        weights.append(weight)
    }

    /// The triangles of a first vertex, rings of `segments` vertices and a last vertex, in the order in which they were added.
    mutating func closeRings(rings: Int, segments: Int) {
        func vertex(_ ring: Int, _ k: Int) -> UInt32 { UInt32(1 + ring * segments + k % segments) }
        let last = UInt32(1 + rings * segments)
        for k in 0..<segments {
            indices += [0, vertex(0, k), vertex(0, k + 1)]
            for ring in 0..<rings - 1 {
                let a = vertex(ring, k)
                let b = vertex(ring, k + 1)
                let c = vertex(ring + 1, k)
                let d = vertex(ring + 1, k + 1)
                indices += [a, c, d, a, d, b]
            }
            indices += [last, vertex(rings - 1, k + 1), vertex(rings - 1, k)]
        }
    }

    /// The mean normal of each vertex's triangles, weighted by area.
    mutating func computeNormals() {
        var mesh = TriangleMesh(positions: positions, indices: indices)
        mesh.computeNormals()
        normals = mesh.normals
    }

    /// All of several shells of one finish as one primitive.
    static func primitive(_ shells: [Shell], material: Int) -> Primitive {
        var primitive = Primitive()
        primitive.material = material
        for shell in shells {
            let first = UInt32(primitive.positions.count)
            primitive.positions += shell.positions
            primitive.normals += shell.normals
            primitive.colors += shell.colors.map { SIMD4($0, 1) }
            primitive.joints += shell.joints
            primitive.weights += shell.weights
            primitive.indices += shell.indices.map { $0 + first }
        }
        return primitive
    }
}
