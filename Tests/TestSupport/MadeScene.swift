import Capture
import Foundation
import Geometry
import Images
import Support

/// Made-up places for the tests of cleaning and quality: their surface is known, and frames are ray-cast into it.
package struct MadeScene: FrameSource {
    package var mesh: TriangleMesh
    package var poses: [RigidTransform]
    package var noise: Float = 0
    /// Pixels of blur across the pictures.
    package var blur = 1
    package var notes: [String] { [] }
    package var frameCount: Int { poses.count }
    private let surface: BVH

    package static let camera = CameraIntrinsics(width: 160, height: 120, fx: 120, fy: 120, cx: 79.5, cy: 59.5)

    package init(_ mesh: TriangleMesh, poses: [RigidTransform], noise: Float = 0, blur: Int = 1) {
        self.mesh = mesh
        self.poses = poses
        self.noise = noise
        self.blur = blur
        surface = BVH(mesh)
    }

    package var capture: Capture { Capture(name: "made", kind: "test", source: self) }

    package func pose(at index: Int) -> RigidTransform? { poses[index] }

    package func frame(at index: Int) -> Frame {
        let k = Self.camera
        var depth = DepthImage(width: k.width, height: k.height, repeating: 0)
        var color = ColorImage(width: k.width, height: k.height, repeating: SIMD4(0, 0, 0, 255))
        var random = SplitMix64(seed: UInt64(index) + 1)
        for y in 0..<k.height {
            for x in 0..<k.width {
                let direction = poses[index].rotation.rotate(k.unproject(Vector2(Float(x), Float(y)), depth: 1))
                let ray = Ray(origin: poses[index].translation, direction: direction)
                guard let hit = surface.intersect(ray) else { continue }
                depth[x, y] = hit.t + (noise > 0 ? noise * hit.t * hit.t * random.normal() : 0)
                // Tiles of 40 cm, so that there are edges to be sharp, farther apart than blur is wide.
                let p = ray.at(hit.t + 1e-4) * 2.5
                let odd = Int(p.x.rounded(.down)) + Int(p.y.rounded(.down)) + Int(p.z.rounded(.down))
                color[x, y] = odd & 1 == 0 ? SIMD4(220, 200, 180, 255) : SIMD4(60, 70, 90, 255)
            }
        }
        return Frame(
            index: index, pose: poses[index], depth: depth, depthIntrinsics: k, color: blurred(color), colorIntrinsics: k)
    }

    private func blurred(_ image: ColorImage) -> ColorImage {
        guard blur > 1 else { return image }
        var result = image
        for y in 0..<image.height {
            for x in 0..<image.width {
                var sum = SIMD3<Int>(repeating: 0)
                for i in 0..<blur {
                    let p = image[min(image.width - 1, x + i), y]
                    sum = sum &+ SIMD3(Int(p.x), Int(p.y), Int(p.z))
                }
                result[x, y] = SIMD4(UInt8(sum.x / blur), UInt8(sum.y / blur), UInt8(sum.z / blur), 255)
            }
        }
        return result
    }
}

extension TriangleMesh {
    /// A box of quads; outwards, or inwards as a room.
    package static func box(_ low: Vector3, _ high: Vector3, inwards: Bool = false) -> TriangleMesh {
        let corners = (0..<8).map { i in
            Vector3(i & 1 == 0 ? low.x : high.x, i & 2 == 0 ? low.y : high.y, i & 4 == 0 ? low.z : high.z)
        }
        let faces: [[UInt32]] = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]]
        var mesh = TriangleMesh(positions: corners)
        for f in faces { mesh.indices += inwards ? [f[0], f[2], f[1], f[0], f[3], f[2]] : [f[0], f[1], f[2], f[0], f[2], f[3]] }
        return mesh
    }

    /// A closed cylinder that stands upright.
    package static func cylinder(_ base: Vector3, radius: Float, height: Float, sides: Int = 48) -> TriangleMesh {
        var mesh = TriangleMesh(positions: [base, base + Vector3(0, height, 0)])
        for i in 0..<sides {
            let (s, c) = Trigonometry.sincos(2 * .pi * Float(i) / Float(sides))
            let p = base + Vector3(radius * c, 0, radius * s)
            mesh.positions += [p, p + Vector3(0, height, 0)]
        }
        for i in 0..<UInt32(sides) {
            let a = 2 + 2 * i
            let b = 2 + 2 * ((i + 1) % UInt32(sides))
            mesh.indices += [0, a, b, 1, b + 1, a + 1, a, a + 1, b, b, a + 1, b + 1]
        }
        return mesh
    }

    /// A sheet of `count` x `count` squares in the xz plane, facing up, bent by `height`.
    package static func sheet(_ size: Float, count: Int, height: (Float, Float) -> Float = { _, _ in 0 }) -> TriangleMesh {
        var mesh = TriangleMesh()
        for j in 0...count {
            for i in 0...count {
                let x = size * (Float(i) / Float(count) - 0.5)
                let z = size * (Float(j) / Float(count) - 0.5)
                mesh.positions.append(Vector3(x, height(x, z), z))
                mesh.colors.append(Vector3(x + 0.5, 0.5, z + 0.5))
            }
        }
        let w = UInt32(count + 1)
        for j in 0..<UInt32(count) {
            for i in 0..<UInt32(count) {
                let a = j * w + i
                mesh.indices += [a, a + w, a + 1, a + 1, a + w, a + w + 1]
            }
        }
        return mesh
    }

    /// Without the triangles whose middle `isHole` names.
    package func without(_ isHole: (Vector3) -> Bool) -> TriangleMesh {
        var result = self
        result.indices = []
        for t in 0..<triangleCount {
            let (a, b, c) = corners(t)
            if !isHole((a + b + c) / 3) { result.indices += indices[3 * t..<3 * t + 3] }
        }
        return result
    }
}
