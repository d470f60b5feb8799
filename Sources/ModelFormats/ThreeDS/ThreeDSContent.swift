import Geometry
import Models

/// A mesh, whose vertices are where they are in the world.
struct ThreeDSMesh {
    var name = ""
    var positions: [Vector3] = []
    /// v upwards; empty or one for each vertex.
    var textureCoordinates: [Vector2] = []
    /// Three vertices for each face.
    var faces: [UInt32] = []
    /// The faces of each material.
    var materials: [(name: String, faces: [UInt32])] = []
    /// Bits of smoothing groups; empty or one for each face.
    var smoothing: [UInt32] = []
    /// From the mesh's own coordinates to the world's.
    var matrix = AffineMap.identity
}

/// A material with terms of 3D Studio; colours are linear.
struct ThreeDSMaterial {
    var name = ""
    var diffuse = Vector3(repeating: 1)
    var specular = Vector3(repeating: 0)
    /// 0…1.
    var shininess: Float = 0
    var shininessStrength: Float = 0
    var transparency: Float = 0
    var selfIllumination: Float = 0
    var isTwoSided = false
    var map: ThreeDSMap?
    var selfIlluminationMap: ThreeDSMap?
    var opacityMap: ThreeDSMap?
    /// Maps that are not read, in words.
    var others: [String] = []
}

/// An image of a material.
struct ThreeDSMap {
    var file = ""
    var tiling = 0
    var scale = SIMD2<Double>(1, 1)
    var offset = SIMD2<Double>(0, 0)
    /// Degrees.
    var rotation = 0.0
}

/// A camera in the world.
struct ThreeDSCamera {
    var name = ""
    var position = SIMD3<Double>()
    var target = SIMD3<Double>()
    /// Degrees about the viewing direction.
    var bank = 0.0
    /// Millimetres.
    var lens = 0.0
    var near: Float?
    var far: Float?
}

/// A light in the world.
struct ThreeDSLight {
    var name = ""
    var position = SIMD3<Double>()
    var color = Vector3(repeating: 1)
    var multiplier: Float = 1
    var isOff = false
    /// Of spotlights.
    var target: SIMD3<Double>?
    /// Degrees across the cone.
    var hotspot: Float = 45
    var falloff: Float = 60
    var outerRange: Float?
}

/// A node of the keyframer.
struct ThreeDSNode {
    enum Kind { case object, camera, cameraTarget, light, lightTarget }
    var kind = Kind.object
    /// The name of the mesh, camera or light.
    var name = ""
    var instanceName = ""
    var id: Int?
    /// The number of the node above; nil for none.
    var parent: Int?
    var pivot = SIMD3<Double>()
    var positions = ThreeDSTrack()
    /// Angle in radians, and axis; relative to the key before.
    var rotations = ThreeDSTrack()
    var scales = ThreeDSTrack()
    var rolls = ThreeDSTrack()
}

/// Values over time.
struct ThreeDSTrack {
    /// A key of a Kochanek–Bartels spline.
    struct Key {
        var frame: Double
        var tension = 0.0
        var continuity = 0.0
        var bias = 0.0
        var value: SIMD4<Double>
    }

    /// Ascending.
    var keys: [Key] = []

    /// The first value; nil where there is none.
    var first: SIMD4<Double>? { keys.first?.value }

    /// The value at a frame, between the keys on a straight line.
    func value(at frame: Double) -> SIMD4<Double>? {
        var next = 0
        var end = keys.count
        while next < end {
            let middle = (next + end) / 2
            if keys[middle].frame > frame { end = middle } else { next = middle + 1 }
        }
        guard next < keys.count else { return keys.last?.value }
        guard next > 0 else { return keys[0].value }
        let a = keys[next - 1]
        let b = keys[next]
        return a.value + (b.value - a.value) * ((frame - a.frame) / (b.frame - a.frame))
    }
}
